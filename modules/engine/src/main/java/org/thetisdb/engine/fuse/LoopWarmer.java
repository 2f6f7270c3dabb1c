package org.thetisdb.engine.fuse;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.thetisdb.value.vector.Vector;

/**
 * Runs a new loop, and what is around it, over a sample until HotSpot has compiled it, so that no query has to wait for
 * that.
 *
 * <p>HotSpot compiles a method with its best compiler after some hundred calls with some ten thousand turns of its
 * loops (JDK's {@code Tier4MinInvocationThreshold}, {@code Tier4CompileThreshold}), in a thread of its own that may
 * have much to do. So there are first many short calls, and then longer ones from time to time. It does not say when
 * it is done; but before, each block of a row takes some nanoseconds, and afterwards a fraction of one.
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

    /** A loop that is slower for so long, and does not become faster any more, is taken as it is. */
    private static final long WARMING_NANOS_MAX = 1_000_000_000;

    private final LoopRunner runner;
    private final Vector[] values;
    private final int rowCount;
    private final int blockCount;
    private final CountDownLatch closing;

    /** @param closing opens when nobody needs the loop any more */
    LoopWarmer(CompiledLoop loop, FusedShape sample, CountDownLatch closing) {
        this.runner = new LoopRunner(new LoopVariant(sample.shape(), sample.leaves(), loop));
        this.values = sample.samples().toArray(Vector[]::new);
        this.rowCount = rowCount(sample);
        this.blockCount = sample.shape().blockCount();
        this.closing = closing;
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
        double expected = BLOCK_NANOS * (1 + blockCount);
        long begin = System.nanoTime();
        double least = nanosPerRow();
        while (least > expected && System.nanoTime() - begin < WARMING_NANOS_MAX) {
            if (closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                break;
            }
            least = Math.min(least, nanosPerRow());
        }
        return least;
    }

    private double nanosPerRow() {
        long begin = System.nanoTime();
        for (int call = 0; call < WINDOW_CALLS; call++) {
            runner.compute(values, rowCount);
        }
        return (double) (System.nanoTime() - begin) / ((long) WINDOW_CALLS * rowCount);
    }
}
