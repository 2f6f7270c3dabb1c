package org.thetisdb.engine.extension;

import java.util.concurrent.atomic.LongAdder;

/** What the calls of a trigger have come to since it was loaded. Thread safe. */
final class TriggerUse {
    private final LongAdder calls = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private volatile String lastFailure = "";

    void addCall(long callNanos) {
        calls.increment();
        nanos.add(callNanos);
    }

    void addFailure(String what) {
        failures.increment();
        lastFailure = what;
    }

    long calls() {
        return calls.sum();
    }

    long failures() {
        return failures.sum();
    }

    double millis() {
        return nanos.sum() / 1e6;
    }

    /** What the last call that failed was about; empty if none did. */
    String lastFailure() {
        return lastFailure;
    }
}
