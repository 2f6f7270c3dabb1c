package org.thetisdb.engine.extension;

import java.util.concurrent.atomic.LongAdder;

/** What the calls of an extension have taken since it was loaded. Thread safe. */
public final class ExtensionUse {
    private final LongAdder calls = new LongAdder();
    private final LongAdder rows = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    /** A call for a batch has ended. */
    void add(long rowCount, long startNanos) {
        calls.increment();
        rows.add(rowCount);
        addNanosSince(startNanos);
    }

    /** A call begins that gives rows one at a time. */
    void addCall() {
        calls.increment();
    }

    void addRow() {
        rows.increment();
    }

    void addNanosSince(long startNanos) {
        nanos.add(System.nanoTime() - startNanos);
    }

    /** How many calls there were: of functions for a batch of rows each, of procedures for a row that calls. */
    long calls() {
        return calls.sum();
    }

    /** The rows that functions were called for, and those that procedures gave. */
    long rows() {
        return rows.sum();
    }

    /** The time of all, of each thread by itself. */
    double millis() {
        return nanos.sum() / 1e6;
    }
}
