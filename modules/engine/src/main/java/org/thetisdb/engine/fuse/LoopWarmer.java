package org.thetisdb.engine.fuse;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.thetisdb.value.vector.Vector;

/**
 * Runs a new loop over a sample until HotSpot has compiled it, so that no query has to wait for that.
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

    private final FusedLoop loop;
    private final CountDownLatch closing;
    private final LoopArguments arguments;
    private final int rowCount;
    private final int blockCount;

    /** @param closing opens when nobody needs the loop any more */
    LoopWarmer(FusedLoop loop, FusedShape sample, CountDownLatch closing) {
        this.closing = closing;
        this.loop = loop;
        this.arguments = new LoopArguments(sample.shape());
        this.rowCount = rowCount(sample);
        this.blockCount = sample.shape().blockCount();
        List<Vector> values = sample.samples();
        for (int leaf = 0; leaf < values.size(); leaf++) {
            arguments.setLeaf(leaf, values.get(leaf));
        }
        List<Scalar> columns = sample.shape().columns();
        for (int column = 0; column < columns.size(); column++) {
            Vector vector = new Vector();
            vector.reset(columns.get(column).kind(), rowCount);
            arguments.setColumn(column, vector);
        }
        arguments.reserve(rowCount);
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
            loop.run(arguments, Math.min(SHORT_ROWS, rowCount));
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
            loop.run(arguments, rowCount);
        }
        return (double) (System.nanoTime() - begin) / ((long) WINDOW_CALLS * rowCount);
    }
}
