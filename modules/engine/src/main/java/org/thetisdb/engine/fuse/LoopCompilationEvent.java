package org.thetisdb.engine.fuse;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.thetisdb.engine.loop.LoopShape;

/**
 * An event of the JDK's flight recorder for each loop that was made, or warmed again: so that a recording says what was
 * compiled, and what that took. Reported by the thread that did it.
 */
@Name("org.thetisdb.LoopCompilation")
@Label("Loop Compilation")
@Category("Thetis")
@Description("What it took to make the code of some stages, and to run it until it was fast")
@StackTrace(false)
final class LoopCompilationEvent extends Event {
    @Label("Blocks")
    int blockCount;

    @Label("Class Size")
    @DataAmount
    long classBytes;

    @Label("Time to Define")
    @Description("From the shape to the class, or from its file; nothing if the class was there")
    @Timespan(Timespan.NANOSECONDS)
    long defineNanos;

    @Label("Time to Warm")
    @Description("From the class to code that is fast; nothing if it is used as it is")
    @Timespan(Timespan.NANOSECONDS)
    long warmNanos;

    @Label("Nanoseconds per Row")
    @Description("What it took for a row when it was warmed last; 0 if it was not")
    double rowNanos;

    @Label("Retrieved")
    @Description("Whether its class was in the code cache")
    boolean retrieved;

    @Label("Outcome")
    String outcome;

    private LoopCompilationEvent(LoopShape shape, CompiledLoop loop, long defineNanos, long warmNanos) {
        this.blockCount = shape.blockCount();
        this.classBytes = loop.classBytes();
        this.defineNanos = defineNanos;
        this.warmNanos = warmNanos;
        this.rowNanos = loop.nanosPerRow();
        this.retrieved = loop.isRetrieved();
        this.outcome = outcome(loop);
    }

    private static String outcome(CompiledLoop loop) {
        return switch (loop.state()) {
            case REQUESTED -> "requested";
            case WARMING -> "defined";
            case COMPILED -> "compiled";
            case REFUSED -> "refused: " + loop.reason();
            case UNKNOWN -> "not in the code cache";
            case SLOWER -> "slower, by the code cache";
        };
    }

    /**
     * Reports a loop, if somebody records.
     *
     * @param defineNanos from its shape to its class
     * @param warmNanos from its class to fast code
     */
    static void report(LoopShape shape, CompiledLoop loop, long defineNanos, long warmNanos) {
        new LoopCompilationEvent(shape, loop, defineNanos, warmNanos).commit();
    }
}
