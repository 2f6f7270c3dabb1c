package org.thetisdb.engine.extension;

import java.util.concurrent.atomic.LongAdder;
import org.thetisdb.engine.ExtensionMeter;
import org.thetisdb.value.ThetisException;

/** What the calls of a trigger or a listener have come to since it was loaded. Thread safe. */
final class TriggerUse {
    private final ExtensionMeter.Count work = new ExtensionMeter.Count();
    private final LongAdder failures = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private volatile String lastFailure = "";

    /** Makes a call, and counts it: here, for its extension, and for a session. */
    void count(ExtensionHost host, ExtensionMeter session, Runnable call) {
        ExtensionUse.Span span = ExtensionUse.begin();
        try {
            call.run();
        } catch (ThetisException failure) {
            failures.increment();
            lastFailure = failure.getMessage();
            throw failure;
        } finally {
            long nanos = span.nanos();
            long bytes = span.bytes();
            work.add(1, 0, nanos, bytes);
            host.use().add(1, 0, nanos, bytes, session);
        }
    }

    /** There was no call for something. */
    void addLost() {
        lost.increment();
    }

    /** How often there was no call where one was due. */
    long lost() {
        return lost.sum();
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
