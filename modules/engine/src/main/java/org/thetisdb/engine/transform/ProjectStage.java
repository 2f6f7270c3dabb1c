package org.thetisdb.engine.transform;

import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.BatchParts;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Adds computed columns. */
public final class ProjectStage implements Stage, BatchParts.Work {
    private final Worker worker;
    private final int[] slots;
    private final Evaluator[] evaluators;
    private final Stage next;
    private final Batch extended;
    private final BatchParts parts;

    public ProjectStage(Worker worker, int[] slots, Evaluator[] evaluators, Stage next) {
        this.worker = worker;
        this.slots = slots;
        this.evaluators = evaluators;
        this.next = next;
        this.extended = worker.newBatch();
        this.parts = new BatchParts(worker, this);
    }

    @Override
    public void push(Batch rows) {
        parts.push(rows);
    }

    @Override
    public void prepare(Batch rows) {
        extended.fillFrom(rows);
        for (int item = 0; item < slots.length; item++) {
            extended.hold(slots[item], evaluators[item].evaluate(worker.evaluation(), rows));
        }
    }

    @Override
    public void process(Batch rows) {
        next.push(extended);
    }

    @Override
    public boolean takesLongBatches() {
        return next.takesLongBatches();
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
