package org.thetisdb.engine.run;

import org.thetisdb.engine.expression.Predicate;

/** Lets the rows pass for which a predicate is true. */
final class FilterStage implements Stage {
    private final Worker worker;
    private final Predicate predicate;
    private final Stage next;
    private final Batch passed;
    private int[] selection = {};

    FilterStage(Worker worker, Predicate predicate, Stage next) {
        this.worker = worker;
        this.predicate = predicate;
        this.next = next;
        this.passed = worker.newBatch();
    }

    @Override
    public void push(Batch rows) {
        if (selection.length < rows.count()) {
            selection = new int[rows.count()];
        }
        int count = predicate.select(worker.evaluation(), rows, selection);
        if (count == rows.count()) {
            next.push(rows);
        } else if (count > 0) {
            passed.fillFrom(rows, selection, count);
            next.push(passed);
        }
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
