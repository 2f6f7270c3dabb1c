package org.thetisdb.engine.extension;

import org.thetisdb.engine.ExtensionMeter;
import org.thetisdb.engine.fence.AllocatedBytes;

/** What the calls of an extension have taken since it was loaded. Thread safe. */
public final class ExtensionUse {
    private final String extension;
    private final ExtensionMeter.Count all = new ExtensionMeter.Count();

    /** @param extension its name */
    public ExtensionUse(String extension) {
        this.extension = extension;
    }

    /**
     * Work that is under way in the thread that has begun it.
     *
     * @param startNanos when, by {@link System#nanoTime}
     * @param startBytes what the thread had allocated by then; 0 where the JVM does not say
     */
    record Span(long startNanos, long startBytes) {
        /** What it has taken until now. */
        long nanos() {
            return System.nanoTime() - startNanos;
        }

        /** What it has allocated until now. */
        long bytes() {
            return AllocatedBytes.ofCurrentThread() - startBytes;
        }
    }

    /** Work begins, in this thread. */
    static Span begin() {
        return new Span(System.nanoTime(), AllocatedBytes.ofCurrentThread());
    }

    /** The work of a call for a batch has ended; the nanoseconds that it has taken. */
    long endCall(Span span, long rowCount, ExtensionMeter session) {
        long nanos = span.nanos();
        add(1, rowCount, nanos, span.bytes(), session);
        return nanos;
    }

    /** Some work has ended that is no call of its own. */
    void end(Span span, ExtensionMeter session) {
        add(0, 0, span.nanos(), span.bytes(), session);
    }

    /** Counts what was done, for all sessions and for one. */
    void add(long calls, long rows, long nanos, long bytes, ExtensionMeter session) {
        all.add(calls, rows, nanos, bytes);
        session.of(extension).add(calls, rows, nanos, bytes);
    }

    /** What all sessions have used. */
    ExtensionMeter.Count all() {
        return all;
    }
}
