package org.thetisdb.engine.write;

import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** The rows of a {@link WriteSink}, once {@link #writing} has run. */
final class WrittenRows implements Source {
    private final WriteSink sink;
    private int morselCount;

    WrittenRows(WriteSink sink) {
        this.sink = sink;
    }

    WriteSink sink() {
        return sink;
    }

    /** Writes, and gives no rows. */
    Source writing() {
        return new Source() {
            @Override
            public int prepare(Worker worker) {
                morselCount = sink.prepare(worker);
                return 0;
            }

            @Override
            public void run(int morsel, Worker worker, Stage stage) {
                throw new IllegalStateException("no such morsel: morsel=" + morsel);
            }
        };
    }

    @Override
    public int prepare(Worker worker) {
        return morselCount;
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        sink.run(morsel, worker, stage);
    }

    @Override
    public boolean isOrdered() {
        return sink.isOrdered();
    }

    @Override
    public void reset() {
        sink.reset();
    }
}
