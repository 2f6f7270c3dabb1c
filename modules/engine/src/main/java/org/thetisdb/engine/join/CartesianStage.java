package org.thetisdb.engine.join;

import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Joins each row with all rows that a collector has kept. */
public final class CartesianStage implements Stage {
    private final CartesianCollector collector;
    private final Stage next;
    private final RowPairs pairs;

    /** @param slots columns of the kept rows to add */
    public CartesianStage(Worker worker, CartesianCollector collector, int[] slots, Stage next) {
        this.collector = collector;
        this.next = next;
        this.pairs = new RowPairs(worker, slots, next);
    }

    @Override
    public void push(Batch input) {
        Batch kept = collector.rows();
        int keptCount = kept.count();
        pairs.begin(input, kept);
        for (int row = 0; row < input.count() && pairs.isOpen(); row++) {
            for (int keptRow = 0; keptRow < keptCount && pairs.isOpen(); keptRow++) {
                pairs.add(row, keptRow);
            }
        }
        pairs.end();
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
