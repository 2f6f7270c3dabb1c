package org.thetisdb.engine.run;

import java.util.ArrayList;
import java.util.List;

/** Keeps the rows of a query's result until they are taken: each worker in a store of its own. */
final class ResultCollector {
    private final int[] slots;
    private final List<RowStore> parts = new ArrayList<>();

    ResultCollector(int[] slots) {
        this.slots = slots;
    }

    synchronized Stage stage(Worker worker) {
        RowStore part = new RowStore(slots);
        parts.add(part);
        return new StoreStage(worker, "ProduceResults", part);
    }

    /** All rows. */
    RowStore rows() {
        return StoreStage.joined(parts);
    }

    void clear() {
        for (int part = 0; part < parts.size(); part++) {
            parts.get(part).clear();
        }
    }
}
