package org.thetisdb.engine.transform;

import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Adds computed columns. */
public final class ProjectStage implements Stage {
    private final Worker worker;
    private final int[] slots;
    private final Evaluator[] evaluators;
    private final Stage next;
    private final Batch extended;

    public ProjectStage(Worker worker, int[] slots, Evaluator[] evaluators, Stage next) {
        this.worker = worker;
        this.slots = slots;
        this.evaluators = evaluators;
        this.next = next;
        this.extended = worker.newBatch();
    }

    @Override
    public void push(Batch rows) {
        extended.fillFrom(rows);
        for (int item = 0; item < slots.length; item++) {
            extended.hold(slots[item], evaluators[item].evaluate(worker.evaluation(), rows));
        }
        next.push(extended);
    }

    @Override
    public void finish() {
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
