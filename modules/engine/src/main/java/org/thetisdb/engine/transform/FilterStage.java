package org.thetisdb.engine.transform;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.BatchParts;
import org.thetisdb.engine.pipeline.Refusals;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Lets the rows pass for which a predicate is true. */
public final class FilterStage implements Stage, BatchParts.Work {
    private final Worker worker;
    private final Predicate predicate;
    private final Stage next;
    private final Batch passed;
    private final BatchParts parts;
    private final Refusals refusals = new Refusals();
    private int[] selection = {};
    private int selected;

    public FilterStage(Worker worker, Predicate predicate, Stage next) {
        this.worker = worker;
        this.predicate = predicate;
        this.next = next;
        this.passed = worker.newBatch();
        this.parts = new BatchParts(worker, this);
    }

    @Override
    public void push(Batch rows) {
        parts.push(rows);
    }

    @Override
    public boolean wantsNodes() {
        return next.wantsNodes() && refusals.isTime();
    }

    @Override
    public boolean takeNodes(Batch rows, long @Nullable [] chosen) {
        long[] bits = predicate.bits(worker.evaluation(), rows, chosen);
        return refusals.note(bits != null && next.takeNodes(rows, bits));
    }

    @Override
    public void prepare(Batch rows) {
        if (selection.length < rows.count()) {
            selection = new int[rows.count()];
        }
        selected = predicate.select(worker.evaluation(), rows, selection);
        assert isAscending(selected) : "a selection ascends: count=" + selected;
    }

    @Override
    public void process(Batch rows) {
        int count = selected;
        if (count == rows.count()) {
            next.push(rows);
        } else if (count > 0) {
            passed.fillFrom(rows, selection, count);
            next.push(passed);
        }
    }

    private boolean isAscending(int count) {
        for (int index = 1; index < count; index++) {
            if (selection[index] <= selection[index - 1]) {
                return false;
            }
        }
        return true;
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
