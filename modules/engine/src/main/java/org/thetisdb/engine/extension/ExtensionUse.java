package org.thetisdb.engine.extension;

import java.util.concurrent.atomic.LongAdder;

/** What the calls of an extension have taken since it was loaded. Thread safe. */
public final class ExtensionUse {
    private final LongAdder calls = new LongAdder();
    private final LongAdder rows = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    /** A call has ended. */
    void add(long rowCount, long startNanos) {
        calls.increment();
        rows.add(rowCount);
        nanos.add(System.nanoTime() - startNanos);
    }

    /** How many calls there were, for a batch of rows each. */
    long calls() {
        return calls.sum();
    }

    /** The rows of all. */
    long rows() {
        return rows.sum();
    }

    /** The time of all, of each thread by itself. */
    double millis() {
        return nanos.sum() / 1e6;
    }
}
