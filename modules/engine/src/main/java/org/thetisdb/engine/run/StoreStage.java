package org.thetisdb.engine.run;

import java.util.List;

/** Ends a pipeline by keeping its rows. */
final class StoreStage implements Stage {
    private final Worker worker;
    private final String operator;
    private final RowStore store;
    private long chargedBytes;

    StoreStage(Worker worker, String operator, RowStore store) {
        this.worker = worker;
        this.operator = operator;
        this.store = store;
    }

    @Override
    public void push(Batch rows) {
        store.append(rows);
        long bytes = store.bytes();
        if (bytes > chargedBytes) {
            worker.query().reserve(operator, bytes - chargedBytes);
            chargedBytes = bytes;
        }
    }

    @Override
    public void finish() {
        chargedBytes = 0;
    }

    @Override
    public boolean isSatisfied() {
        return false;
    }

    /** All parts' rows in the first of them. */
    static RowStore joined(List<RowStore> parts) {
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
