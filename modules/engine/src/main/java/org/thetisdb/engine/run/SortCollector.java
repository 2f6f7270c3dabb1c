package org.thetisdb.engine.run;

/** Collects rows and gives them out sorted. */
final class SortCollector extends Collector<RowStore> {
    private final int[] slots;
    private final SortKeys keys;

    /** @param slots the columns to keep, those of the keys among them */
    SortCollector(int[] slots, SortKeys keys) {
        this.slots = slots;
        this.keys = keys;
    }

    Stage stage(Worker worker) {
        return new StoreStage(worker, "Sort", register(new RowStore(slots)));
    }

    @Override
    protected void join(Worker worker) {
        RowStore all = StoreStage.joined(parts());
        Batch rows = all.rows();
        give(rows, IntOrder.sorted(all.count(), keys.comparison(rows)), 0, all.count());
    }

    @Override
    public boolean isOrdered() {
        return true;
    }

    @Override
    protected void clear() {
        parts().forEach(RowStore::clear);
    }
}
