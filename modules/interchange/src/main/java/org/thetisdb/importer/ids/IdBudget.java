package org.thetisdb.importer.ids;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory all tables of ids may still take. Thread safe. */
public final class IdBudget {
    private final AtomicLong freeBytes;

    public IdBudget(long bytes) {
        freeBytes = new AtomicLong(bytes);
    }

    boolean take(long bytes) {
        if (freeBytes.addAndGet(-bytes) >= 0) {
            return true;
        }
        freeBytes.addAndGet(bytes);
        return false;
    }

    void give(long bytes) {
        freeBytes.addAndGet(bytes);
    }
}
