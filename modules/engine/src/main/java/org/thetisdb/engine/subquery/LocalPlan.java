package org.thetisdb.engine.subquery;

import java.util.List;
import org.thetisdb.engine.pipeline.Pipeline;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** A subplan's pipelines with their stages, run one after another by one worker, time and again. */
public final class LocalPlan {
    private final Worker worker;
    private final List<Pipeline> pipelines;
    private final Stage[] heads;

    public LocalPlan(Worker worker, List<Pipeline> pipelines) {
        this.worker = worker;
        this.pipelines = List.copyOf(pipelines);
        this.heads = new Stage[pipelines.size()];
        for (int index = 0; index < heads.length; index++) {
            heads[index] = pipelines.get(index).stages().create(worker);
        }
    }

    void run() {
        try {
            for (int index = 0; index < heads.length; index++) {
                seeOwnWrites();
                Source source = pipelines.get(index).source();
                int morselCount = source.prepare(worker);
                for (int morsel = 0; morsel < morselCount && !heads[index].isSatisfied(); morsel++) {
                    source.run(morsel, worker, heads[index]);
                }
                heads[index].finish();
            }
        } finally {
            pipelines.forEach(pipeline -> pipeline.source().reset());
            seeOwnWrites();
        }
    }

    private void seeOwnWrites() {
        if (worker.query().transaction().isPresent()) {
            worker.changed();
        }
    }
}
