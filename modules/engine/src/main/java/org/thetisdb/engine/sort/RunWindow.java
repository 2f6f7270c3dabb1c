package org.thetisdb.engine.sort;

import java.util.Arrays;
import org.thetisdb.engine.order.SortKeys;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.spill.RowReader;
import org.thetisdb.engine.spill.SpilledRows;

/**
 * The part of a sorted run that is in memory: a ring of blocks, read one after another, whose first rows are taken.
 *
 * <pre>
 *   run      │ block │ block │ block │ block │ block │ …
 *            ╰─ taken ──╯   row                 ╰ not read yet
 *                        ╰─ the window ─────────╯
 * </pre>
 *
 * <p>Used by one thread at a time.
 */
final class RunWindow {
    private final RowReader reader;
    private final SortKeys keys;
    private final Batch[] ring;
    private final long[] heldBytes;
    private int first;
    private int loaded;
    private int row;
    private boolean ended;

    /**
     * @param blockCount how many blocks the window may hold, at least 1
     * @param readBytes what is read together
     */
    RunWindow(SpilledRows run, SortKeys keys, int blockCount, int readBytes) {
        this.reader = new RowReader(run, 0, run.blockCount(), readBytes);
        this.keys = keys;
        this.ring = new Batch[Math.max(1, Math.min(blockCount, run.blockCount()))];
        this.heldBytes = new long[ring.length];
        Arrays.setAll(ring, index -> new Batch(0));
    }

    /** Reads until the window is full or the run has ended. */
    void fill() {
        while (!ended && loaded < ring.length) {
            int next = (first + loaded) % ring.length;
            ended = !reader.next(ring[next]);
            if (!ended) {
                heldBytes[next] = reader.heldBytes(ring[next]);
                loaded++;
            }
        }
    }

    /** Whether the run has no rows behind the window. */
    boolean isAtEnd() {
        return ended;
    }

    /** The block with the last row of the window, which has one. */
    Batch lastBlock() {
        return ring[(first + loaded - 1) % ring.length];
    }

    /** Whether the last row comes before that of another, which has one, too. */
    boolean endsBefore(RunWindow other) {
        Batch last = lastBlock();
        Batch otherLast = other.lastBlock();
        return keys.compare(last, last.count() - 1, otherLast, otherLast.count() - 1) < 0;
    }

    /** How many rows the window has. */
    int rowCount() {
        int count = -row;
        for (int block = 0; block < loaded; block++) {
            count += ring[(first + block) % ring.length].count();
        }
        return loaded == 0 ? 0 : count;
    }

    /**
     * How many of the window's rows come no later than the last row of a block.
     *
     * @param bound the block
     * @param withEqual whether rows that compare as equal are among them
     */
    int countUpTo(Batch bound, boolean withEqual) {
        int boundRow = bound.count() - 1;
        int from = row;
        int count = 0;
        for (int block = 0; block < loaded; block++) {
            Batch rows = ring[(first + block) % ring.length];
            if (!isUpTo(rows, rows.count() - 1, bound, boundRow, withEqual)) {
                return count + upTo(rows, from, bound, boundRow, withEqual) - from;
            }
            count += rows.count() - from;
            from = 0;
        }
        return count;
    }

    /** The first row from {@code from} on, before the last one, that comes after the bound. */
    private int upTo(Batch rows, int from, Batch bound, int boundRow, boolean withEqual) {
        int low = from;
        int high = rows.count() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isUpTo(rows, middle, bound, boundRow, withEqual)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean isUpTo(Batch rows, int at, Batch bound, int boundRow, boolean withEqual) {
        int compared = keys.compare(rows, at, bound, boundRow);
        return compared < 0 || withEqual && compared == 0;
    }

    /** Passes over so many rows. */
    void skip(int count) {
        take(count, (rows, from, taken, bytes) -> {});
    }

    /** Passes so many rows on to a section. */
    void moveTo(MergeSection section, int count) {
        take(count, section::append);
    }

    private interface Taker {
        void take(Batch rows, int from, int count, long bytes);
    }

    private void take(int count, Taker taker) {
        int left = count;
        while (left > 0) {
            Batch rows = ring[first];
            int taken = Math.min(left, rows.count() - row);
            taker.take(rows, row, taken, heldBytes[first] * taken / rows.count());
            left -= taken;
            row += taken;
            if (row == rows.count()) {
                row = 0;
                first = (first + 1) % ring.length;
                loaded--;
            }
        }
    }
}
