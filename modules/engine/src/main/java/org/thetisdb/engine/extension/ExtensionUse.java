package org.thetisdb.engine.extension;

import java.util.concurrent.atomic.LongAdder;
import org.thetisdb.engine.fence.AllocatedBytes;

/** What the calls of an extension have taken since it was loaded. Thread safe. */
public final class ExtensionUse {
    private final LongAdder calls = new LongAdder();
    private final LongAdder rows = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    /**
     * Work that is under way in the thread that has begun it.
     *
     * @param startNanos when, by {@link System#nanoTime}
     * @param startBytes what the thread had allocated by then; 0 where the JVM does not say
     */
    record Span(long startNanos, long startBytes) {}

    /** Work begins, in this thread. */
    Span begin() {
        return new Span(System.nanoTime(), AllocatedBytes.ofCurrentThread());
    }

    /** The work of a call for a batch has ended; the nanoseconds that it has taken. */
    long endCall(Span span, long rowCount) {
        calls.increment();
        rows.add(rowCount);
        return end(span);
    }

    /** A call begins that gives rows one at a time. */
    void addCall() {
        calls.increment();
    }

    void addRow() {
        rows.increment();
    }

    /** Some work of a call has ended; the nanoseconds that it has taken. */
    long end(Span span) {
        long taken = System.nanoTime() - span.startNanos();
        nanos.add(taken);
        bytes.add(AllocatedBytes.ofCurrentThread() - span.startBytes());
        return taken;
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

    /** What was allocated on the heap within the calls, whether it was kept or not. */
    long allocatedBytes() {
        return bytes.sum();
    }
}
