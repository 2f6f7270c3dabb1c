package org.thetisdb.engine.pipeline;

/**
 * Puts the rows of a breaker inside a subplan back beside the outer rows they belong to, so that what the subplan
 * imports can be read downstream of the breaker without being kept by it.
 */
public final class RelinkStage implements Stage {
    private final Subplan subplan;
    private final int[] keptSlots;
    private final Stage next;
    private final Batch linked;
    private int[] outerRows = {};

    /** @param keptSlots the columns that the breaker gives, including the row number */
    public RelinkStage(Worker worker, Subplan subplan, int[] keptSlots, Stage next) {
        this.subplan = subplan;
        this.keptSlots = keptSlots;
        this.next = next;
        this.linked = worker.newBatch();
    }

    @Override
    public void push(Batch rows) {
        int count = rows.count();
        if (outerRows.length < count) {
            outerRows = new int[count];
        }
        long[] numbers = rows.column(subplan.rowSlot()).longs();
        for (int row = 0; row < count; row++) {
            outerRows[row] = (int) numbers[row];
        }
        linked.fillFrom(subplan.outer(), outerRows, count);
        for (int slot : keptSlots) {
            linked.hold(slot, rows.column(slot));
        }
        next.push(linked);
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
