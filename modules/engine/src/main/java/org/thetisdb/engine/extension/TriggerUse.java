package org.thetisdb.engine.extension;

import java.util.concurrent.atomic.LongAdder;
import org.thetisdb.engine.ExtensionMeter;

/** What the calls of a trigger have come to since it was loaded. Thread safe. */
final class TriggerUse {
    private final ExtensionMeter.Count work = new ExtensionMeter.Count();
    private final LongAdder failures = new LongAdder();
    private volatile String lastFailure = "";

    void addFailure(String what) {
        failures.increment();
        lastFailure = what;
    }

    /** What its calls have taken. */
    ExtensionMeter.Count work() {
        return work;
    }

    long failures() {
        return failures.sum();
    }

    /** What the last call that failed was about; empty if none did. */
    String lastFailure() {
        return lastFailure;
    }
}
