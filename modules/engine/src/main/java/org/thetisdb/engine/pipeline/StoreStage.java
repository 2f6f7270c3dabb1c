package org.thetisdb.engine.pipeline;

import java.util.List;

/** Ends a pipeline by keeping its rows. */
public final class StoreStage implements Stage {
    private final RowStore store;

    public StoreStage(RowStore store) {
        this.store = store;
    }

    @Override
    public void push(Batch rows) {
        store.append(rows);
    }

    @Override
    public void finish() {
        // The rows stay until whoever owns the store clears it.
    }

    @Override
    public boolean isSatisfied() {
        return false;
    }

    /** All parts' rows in the first of them. */
    public static RowStore merged(List<RowStore> parts) {
        RowStore first = parts.getFirst();
        for (RowStore part : parts.subList(1, parts.size())) {
            if (part.count() > 0) {
                first.append(part);
                part.clear();
            }
        }
        return first;
    }
}
