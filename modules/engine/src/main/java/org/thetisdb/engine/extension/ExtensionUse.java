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
    record Span(long startNanos, long startBytes) {}

    /** Work begins, in this thread. */
    static Span begin() {
        return new Span(System.nanoTime(), AllocatedBytes.ofCurrentThread());
    }

    /** Where the calls of a session are counted. */
    ExtensionMeter.Count of(ExtensionMeter session) {
        return session.of(extension);
    }

    /** The work of a call for a batch has ended. */
    void endCall(Span span, long rowCount, ExtensionMeter session) {
        ExtensionMeter.Count ofSession = of(session);
        addCall(ofSession);
        all.addRows(rowCount);
        ofSession.addRows(rowCount);
        end(span, ofSession);
    }

    /** A call begins that gives rows one at a time. */
    void addCall(ExtensionMeter.Count ofSession) {
        all.addCall();
        ofSession.addCall();
    }

    void addRow(ExtensionMeter.Count ofSession) {
        all.addRows(1);
        ofSession.addRows(1);
    }

    /** Some work of a call has ended. */
    void end(Span span, ExtensionMeter.Count ofSession) {
        end(span, all, ofSession);
    }

    /** As the other one, of a trigger, which is counted by itself as well. */
    void end(Span span, ExtensionMeter.Count ofSession, ExtensionMeter.Count ofTrigger) {
        end(span, all, ofSession, ofTrigger);
    }

    private static void end(Span span, ExtensionMeter.Count... counts) {
        long nanos = System.nanoTime() - span.startNanos();
        long bytes = AllocatedBytes.ofCurrentThread() - span.startBytes();
        for (ExtensionMeter.Count each : counts) {
            each.addWork(nanos, bytes);
        }
    }

    /** What all sessions have used. */
    ExtensionMeter.Count all() {
        return all;
    }
}
