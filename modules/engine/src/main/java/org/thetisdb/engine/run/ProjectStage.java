package org.thetisdb.engine.run;

import org.thetisdb.engine.expression.Evaluator;

/** Adds computed columns. */
final class ProjectStage implements Stage {
    private final Worker worker;
    private final int[] slots;
    private final Evaluator[] evaluators;
    private final Stage next;
    private final Batch extended;

    ProjectStage(Worker worker, int[] slots, Evaluator[] evaluators, Stage next) {
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
