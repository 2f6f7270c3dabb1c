package org.thetisdb.engine.expand;

import java.util.Arrays;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Columns;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Expansion;
import org.thetisdb.value.vector.Vector;

/**
 * Subtracts what leads to neighbours of another node of the row: an intersection of two lists, of which one is in a
 * table as long as rows with its node come, and the other is read, or, if it is far longer, asked for each end.
 *
 * <pre>
 *   at a node     ends  4  7  9     matches  1  2  1      (two relationships to 7)
 *   row 1, joined to 3: list  7 9 12       subtracted  2 + 1
 *   row 2, joined to 5: list  1 4 4        subtracted  1   an end once, however often it is a neighbour
 * </pre>
 *
 * <p>Lists of a window of rows are read together. They come side by side and type by type, so each end has a bit for
 * each row of the window that has met it.
 *
 * <p>Belongs to one worker.
 */
final class NeighbourCounter {
    /** A list so many times as long as there are ends is asked for each of them: a search takes as long as that. */
    private static final int LENGTH_PER_END_MAX = 48;

    private static final int LENGTH_FREE = 256;

    private static final int WINDOW_ROWS = Long.SIZE;

    private final Worker worker;
    private final CountExclusions.JoinedSlot joined;
    private final NodeEnds at;
    private final Expansion expansion;
    private final MemoryCharge charge;
    private final Vector scratch = new Vector();

    private final int[] windowRows = new int[WINDOW_ROWS];
    private final long[] windowNodes = new long[WINDOW_ROWS];
    private long[] met = {};
    private int[] metEnds = {};
    private int metCount;

    private int[] rows = {};
    private long[] neighbours = {};
    private boolean[] skipped = {};
    private long[] lengths = {};
    private long[] nodes = {};
    private long[] others = {};

    /** @param at the ends at the node of the rows that are being counted */
    NeighbourCounter(Worker worker, CountExclusions.JoinedSlot joined, NodeEnds at) {
        this.worker = worker;
        this.joined = joined;
        this.at = at;
        this.expansion = worker.reader().expansion();
        this.charge = new MemoryCharge(worker, "ExpandCount");
    }

    /**
     * Comes to the next rows.
     *
     * @param nulls rows to be passed over
     */
    void begin(Batch input, boolean[] nulls) {
        int count = input.count();
        reserve(Math.max(count, worker.batchRows()));
        Vector column = Columns.nodes(input, joined.node(), scratch);
        nodes = column.longs();
        for (int row = 0; row < count; row++) {
            skipped[row] = nulls[row] || column.isNull(row);
        }
        joined.types().degrees(worker, nodes, skipped, count, lengths);
    }

    private void reserve(int count) {
        if (rows.length < count) {
            rows = new int[count];
            neighbours = new long[count];
            skipped = new boolean[count];
            lengths = new long[count];
        }
    }

    /**
     * Subtracts for some of the rows, which have the same node.
     *
     * @param ends nodes by rows that do not count already
     */
    void subtract(int first, int end, long[][] ends, long[] counts) {
        reserveMarks();
        long longest = Math.max(LENGTH_FREE, (long) LENGTH_PER_END_MAX * at.count());
        int waiting = 0;
        for (int row = first; row < end; row++) {
            if (lengths[row] == 0 || counts[row] == 0) {
                continue;
            }
            if (lengths[row] > longest) {
                ask(row, ends, counts);
                continue;
            }
            windowRows[waiting] = row;
            windowNodes[waiting++] = nodes[row];
            if (waiting == WINDOW_ROWS) {
                read(waiting, ends, counts);
                waiting = 0;
            }
        }
        if (waiting > 0) {
            read(waiting, ends, counts);
        }
    }

    private void reserveMarks() {
        if (met.length < at.count()) {
            int length = Math.max(at.count(), 2 * met.length);
            charge.growTo((long) (Long.BYTES + Integer.BYTES) * length);
            met = new long[length];
            metEnds = new int[length];
        }
    }

    /** Reads the lists of the window's nodes: of several types and both sides, in which an end may be several times. */
    private void read(int windowCount, long[][] ends, long[] counts) {
        int capacity = worker.batchRows();
        expansion.start(
                windowNodes,
                null,
                windowCount,
                joined.types().ids(),
                joined.types().side(),
                false);
        int found = expansion.next(rows, neighbours, neighbours, capacity);
        while (found > 0) {
            int candidates = at.keepCandidates(neighbours, rows, found);
            for (int entry = 0; entry < candidates; entry++) {
                int number = at.find(neighbours[entry]);
                if (number >= 0) {
                    int place = rows[entry];
                    subtractEnd(number, place, windowRows[place], ends, counts);
                }
            }
            worker.betweenBatches();
            found = expansion.next(rows, neighbours, neighbours, capacity);
        }
        forgetMet();
    }

    private void subtractEnd(int number, int place, int row, long[][] ends, long[] counts) {
        long rowsBefore = met[number];
        if ((rowsBefore >>> place & 1) != 0) {
            return;
        }
        if (rowsBefore == 0) {
            metEnds[metCount++] = number;
        }
        met[number] = rowsBefore | 1L << place;
        for (long[] end : ends) {
            if (end[row] == at.ends()[number]) {
                return;
            }
        }
        counts[row] -= at.matches(number);
    }

    /** Only what was met: a node may have a million ends, of which a window meets few. */
    private void forgetMet() {
        for (int index = 0; index < metCount; index++) {
            met[metEnds[index]] = 0;
        }
        metCount = 0;
    }

    /** Asks whether each end is a neighbour of a row's node. */
    private void ask(int row, long[][] ends, long[] counts) {
        int count = at.count();
        int capacity = worker.batchRows();
        if (others.length < count) {
            others = new long[count];
        }
        Arrays.fill(others, 0, count, nodes[row]);
        expansion.startBetween(
                others,
                at.ends(),
                null,
                count,
                joined.types().ids(),
                joined.types().side(),
                false);
        int found = expansion.next(rows, neighbours, neighbours, capacity);
        while (found > 0) {
            for (int entry = 0; entry < found; entry++) {
                subtractEnd(rows[entry], 0, row, ends, counts);
            }
            worker.betweenBatches();
            found = expansion.next(rows, neighbours, neighbours, capacity);
        }
        forgetMet();
    }

    /** Returns the memory. */
    void clear() {
        met = new long[0];
        metEnds = new int[0];
        metCount = 0;
        others = new long[0];
        charge.release();
    }
}
