package org.thetisdb.engine.fuse;

import java.util.Optional;
import org.thetisdb.value.vector.Vector;

/**
 * Runs a new loop, and what is around it, over a sample until HotSpot has compiled it, so that no query has to wait for
 * that.
 *
 * <p>HotSpot compiles a method with its best compiler after some hundred calls with some ten thousand turns of its
 * loops (JDK's {@code Tier4MinInvocationThreshold}, {@code Tier4CompileThreshold}), in a thread of its own that may
 * have much to do. So there are first many short calls, and then longer ones from time to time. It does not say when
 * it is done, but its times fall in steps:
 *
 * <pre>
 *   ns a block   30 ┤■■■■■              interpreted
 *                 2 ┤     ■■■■■■■■■■    its first compiler's code: 1.4 and more
 *               0.5 ┤               ■■■ its second's: 0.3 to 0.7
 *                   └─────────────────► time
 * </pre>
 *
 * <p>A loop is warm when a block takes what only the second compiler reaches; of one whose blocks are slow, such as
 * divisions, when nothing has changed for long, the longer the more it looks like one of the former steps.
 *
 * <p>What the loop keeps meanwhile is nobody's: a query may be over, and there is one warmer at a time.
 *
 * <p>Used by one thread at a time.
 */
final class LoopWarmer {
    private static final int SHORT_CALLS = 1_000;
    private static final int SHORT_ROWS = 48;
    private static final int WINDOW_CALLS = 8;
    private static final long PAUSE_MILLIS = 2;

    /** What a block takes in compiled code, on a slow machine; also what the loop itself takes. */
    private static final double BLOCK_NANOS = 0.4;

    /** What a block takes at most in compiled code, usually, and never in code of the first compiler. */
    private static final double BLOCK_NANOS_MAX = 1.0;

    /** What is by so much less than before is another step. */
    private static final double FALLEN = 0.9;

    /** So often, and for so long, the least time must not have fallen … */
    private static final int STEADY_ROUNDS = 8;

    private static final long STEADY_NANOS = 20_000_000;

    /** … and for so long if the step may be one of the former ones. */
    private static final long STEADY_NANOS_SLOW = 400_000_000;

    /** After so long a loop is taken as it is. */
    private static final long WARMING_NANOS_MAX = 1_000_000_000;

    private final LoopRunner runner;
    private final Vector[] values;
    private final int rowCount;
    private final int blockCount;
    private final WarmerTime time;

    /** @param time also says when nobody needs the loop any more */
    LoopWarmer(CompiledLoop loop, FusedShape sample, WarmerTime time) {
        this.runner = new LoopRunner(LoopVariant.of(sample, loop), Optional.empty());
        this.values = sample.samples().toArray(Vector[]::new);
        this.rowCount = rowCount(sample);
        this.blockCount = sample.shape().blockCount();
        this.time = time;
    }

    private static int rowCount(FusedShape sample) {
        int count = 1;
        for (int leaf = 0; leaf < sample.samples().size(); leaf++) {
            if (!sample.shape().leaves().get(leaf).isConstant()) {
                count = sample.samples().get(leaf).count();
            }
        }
        return count;
    }

    /** Warms the loop; returns what a row takes afterwards, in nanoseconds. */
    double warm() throws InterruptedException {
        for (int call = 0; call < SHORT_CALLS; call++) {
            runner.compute(values, Math.min(SHORT_ROWS, rowCount));
        }
        long begin = time.nanoTime();
        double least = nanosPerRow();
        double step = least;
        long stepBegin = begin;
        int rounds = 0;
        boolean isNeeded = true;
        while (isNeeded && !isWarm(least, rounds, time.nanoTime() - stepBegin, time.nanoTime() - begin)) {
            isNeeded = !time.pause(PAUSE_MILLIS);
            double nanos = nanosPerRow();
            least = Math.min(least, nanos);
            rounds++;
            if (nanos < FALLEN * step) {
                step = nanos;
                stepBegin = time.nanoTime();
                rounds = 0;
            }
        }
        return least;
    }

    private boolean isWarm(double leastNanos, int rounds, long stepNanos, long allNanos) {
        int blocks = 1 + blockCount;
        if (leastNanos <= BLOCK_NANOS * blocks || allNanos >= WARMING_NANOS_MAX) {
            return true;
        }
        long steadyNanos = leastNanos <= BLOCK_NANOS_MAX * blocks ? STEADY_NANOS : STEADY_NANOS_SLOW;
        return rounds >= STEADY_ROUNDS && stepNanos >= steadyNanos;
    }

    private double nanosPerRow() {
        long begin = time.nanoTime();
        for (int call = 0; call < WINDOW_CALLS; call++) {
            runner.compute(values, rowCount);
        }
        return (double) (time.nanoTime() - begin) / ((long) WINDOW_CALLS * rowCount);
    }
}
