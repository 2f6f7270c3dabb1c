package org.thetisdb.engine.join;

import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Has no rows: merges what all workers have built, before anybody asks for it. */
final class CompletingBuild implements Source {
    private final HashJoinSink build;

    CompletingBuild(HashJoinSink build) {
        this.build = build;
    }

    @Override
    public int prepare(Worker worker) {
        build.built(worker);
        return 0;
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        throw new IllegalStateException("there are no morsels");
    }

    @Override
    public boolean isOptional() {
        return true;
    }

    @Override
    public void reset() {
        // The build side is reset by itself.
    }
}
