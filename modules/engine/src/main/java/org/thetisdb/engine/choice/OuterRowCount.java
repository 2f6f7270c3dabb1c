package org.thetisdb.engine.choice;

import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.engine.pipeline.RunState;

/** The outer rows that all runs of a subplan have had within one run of the query, of all workers. Thread safe. */
final class OuterRowCount implements RunState {
    private final AtomicLong count = new AtomicLong();

    /** Adds some; returns how many there were until now. */
    long add(int rows) {
        return count.getAndAdd(rows);
    }

    @Override
    public void reset() {
        count.set(0);
    }
}
