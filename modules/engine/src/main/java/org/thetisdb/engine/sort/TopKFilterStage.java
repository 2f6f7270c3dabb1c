package org.thetisdb.engine.sort;

import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.BatchParts;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Lets the rows pass that may be among the first of a top-k. */
final class TopKFilterStage implements Stage, BatchParts.Work {
    private final TopKCandidates candidates;
    private final Stage next;
    private final Batch passed;
    private final BatchParts parts;
    private int[] selection = {};
    private int selected;

    TopKFilterStage(Worker worker, TopKCandidates candidates, Stage next) {
        this.candidates = candidates;
        this.next = next;
        this.passed = worker.newBatch();
        this.parts = new BatchParts(worker, this);
    }

    @Override
    public void push(Batch rows) {
        if (candidates.isBounded()) {
            parts.push(rows);
        } else {
            next.push(rows);
        }
    }

    @Override
    public void prepare(Batch rows) {
        if (selection.length < rows.count()) {
            selection = new int[rows.count()];
        }
        selected = candidates.select(rows, selection);
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
