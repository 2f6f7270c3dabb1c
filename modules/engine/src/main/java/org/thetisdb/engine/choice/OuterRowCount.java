package org.thetisdb.engine.choice;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.RunState;

/**
 * The outer rows that all runs of a subplan have had within one run of the query, of all workers, and whose run finds
 * all at once for them. Thread safe.
 */
final class OuterRowCount implements RunState {
    private final AtomicLong count = new AtomicLong();
    private final AtomicReference<@Nullable SubplanDecision> finder = new AtomicReference<>();

    /** Adds some; returns how many there were until now. */
    long add(int rows) {
        return count.getAndAdd(rows);
    }

    /** Whether a worker is to find all at once: the first that asks, and only that one. */
    boolean isFinder(SubplanDecision ofWorker) {
        return finder.compareAndSet(null, ofWorker) || ofWorker.equals(finder.get());
    }

    @Override
    public void reset() {
        count.set(0);
        finder.set(null);
    }
}
