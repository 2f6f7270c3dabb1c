package org.thetisdb.engine.subquery;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.PhysicalSubplan;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;

/** A subplan's pipelines with their stages, run one after another by one worker, many times. */
public final class LocalPlan {
    private final Worker worker;
    private final Assembly assembly;
    private final @Nullable Stage[] heads;

    private LocalPlan(Worker worker, Assembly assembly) {
        this.worker = worker;
        this.assembly = assembly;
        this.heads = new Stage[assembly.pipelineCount()];
        for (int index = 0; index < heads.length; index++) {
            heads[index] = assembly.source(index).isOptional() ? null : assembly.chain(index, worker);
        }
    }

    /**
     * Assembles a subplan for a worker.
     *
     * @param outer where its outer rows will be
     * @param last takes its rows
     */
    public static LocalPlan of(Assembly assembly, Worker worker, PhysicalSubplan plan, Subplan outer, Stage last) {
        return new LocalPlan(worker, assembly.nested(plan, outer, last));
    }

    void run() {
        try {
            for (int index = 0; index < heads.length; index++) {
                if (assembly.isServed(index)) {
                    continue;
                }
                seeOwnWrites();
                Source source = assembly.source(index);
                int morselCount = source.prepare(worker);
                if (morselCount > 0 || !source.isOptional()) {
                    run(source, morselCount, head(index));
                }
            }
        } finally {
            assembly.reset();
            seeOwnWrites();
        }
    }

    private Stage head(int pipeline) {
        Stage head = heads[pipeline];
        if (head == null) {
            head = assembly.chain(pipeline, worker);
            heads[pipeline] = head;
        }
        return head;
    }

    private void run(Source source, int morselCount, Stage head) {
        for (int morsel = 0; morsel < morselCount && !head.isSatisfied(); morsel++) {
            source.run(morsel, worker, head);
        }
        head.finish();
    }

    private void seeOwnWrites() {
        if (worker.query().transaction().isPresent()) {
            worker.changed();
        }
    }
}
