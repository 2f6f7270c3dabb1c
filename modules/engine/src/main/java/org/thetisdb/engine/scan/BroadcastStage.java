package org.thetisdb.engine.scan;

import java.util.Arrays;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.ExchangeSink;
import org.thetisdb.value.vector.Vector;

/** Pairs all rows with each of a few that were kept, whose columns then have one value for a whole batch. */
final class BroadcastStage implements Stage {
    private final Worker worker;
    private final ExchangeSink kept;
    private final int[] slots;
    private final Stage next;
    private final Batch paired;
    private int[] same = {};

    /** @param slots the columns of the kept rows */
    BroadcastStage(Worker worker, ExchangeSink kept, int[] slots, Stage next) {
        this.worker = worker;
        this.kept = kept;
        this.slots = slots.clone();
        this.next = next;
        this.paired = worker.newBatch();
    }

    @Override
    public void push(Batch rows) {
        if (same.length < rows.count()) {
            same = new int[rows.count()];
        }
        kept.give(worker, new Stage() {
            @Override
            public void push(Batch few) {
                for (int row = 0; row < few.count() && !next.isSatisfied(); row++) {
                    pair(rows, few, row);
                }
            }

            @Override
            public void finish() {
                // The kept rows come again for the next batch.
            }

            @Override
            public boolean isSatisfied() {
                return next.isSatisfied();
            }
        });
    }

    private void pair(Batch rows, Batch few, int row) {
        Arrays.fill(same, 0, rows.count(), row);
        paired.fillFrom(rows);
        for (int slot : slots) {
            Vector column = paired.own(slot);
            column.gather(few.column(slot), same, rows.count());
        }
        next.push(paired);
        worker.betweenBatches();
    }

    @Override
    public void finish() {
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied() || kept.isEmpty();
    }
}
