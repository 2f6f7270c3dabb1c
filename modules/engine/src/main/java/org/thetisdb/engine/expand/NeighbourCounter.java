package org.thetisdb.engine.expand;

import java.util.Arrays;
import org.thetisdb.engine.aggregate.AggregateCounts;
import org.thetisdb.engine.hash.LongTable;
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
 * <p>Belongs to one worker.
 */
final class NeighbourCounter {
    /** A list so many times as long as there are ends is asked for each of them. */
    private static final int LENGTH_PER_END_MAX = 8;

    private static final int LENGTH_FREE = 256;

    /** A bit for the last bits of each end: most neighbours are no ends, and few of these need the table. */
    private static final int BIT_COUNT = 1 << 15;

    private final Worker worker;
    private final CountExclusions.JoinedSlot joined;
    private final BranchCounter counter;
    private final Expansion expansion;
    private final Expansion joinedExpansion;
    private final MemoryCharge charge;
    private final Vector scratch = new Vector();

    private final LongTable table = new LongTable();
    private final long[] bits = new long[BIT_COUNT / Long.SIZE];
    private long[] matches = {};
    private int[] lastRows = {};

    private final long[] one = new long[1];
    private int[] rows = {};
    private long[] neighbours = {};
    private long[] weights = {};
    private boolean[] skipped = {};
    private long[] lengths = {};
    private long[] others = {};

    NeighbourCounter(Worker worker, CountExclusions.JoinedSlot joined, BranchCounter counter) {
        this.worker = worker;
        this.joined = joined;
        this.counter = counter;
        this.expansion = worker.reader().expansion();
        this.joinedExpansion = worker.reader().expansion();
        this.charge = new MemoryCharge(worker, "ExpandCount");
    }

    /**
     * Subtracts for each row.
     *
     * @param from the counting nodes
     * @param nulls rows to be passed over
     * @param ends nodes by rows that were subtracted as ends
     */
    void subtract(Batch input, long[] from, boolean[] nulls, long[][] ends, long[] counts) {
        int count = input.count();
        if (joined.types().isNone(worker) || counter.types().isNone(worker)) {
            return;
        }
        reserve(Math.max(count, worker.batchRows()));
        Vector nodes = Columns.nodes(input, joined.node(), scratch);
        for (int row = 0; row < count; row++) {
            skipped[row] = nulls[row] || nodes.isNull(row) || counts[row] == 0;
        }
        worker.reader()
                .degrees(
                        nodes.longs(),
                        skipped,
                        count,
                        joined.types().ids(),
                        joined.types().side(),
                        lengths);
        int row = 0;
        while (row < count) {
            int end = row + 1;
            while (end < count && from[end] == from[row]) {
                end++;
            }
            subtractRun(row, end, from[row], nodes.longs(), ends, counts);
            worker.betweenBatches();
            row = end;
        }
    }

    private void reserve(int count) {
        if (rows.length < count) {
            rows = new int[count];
            neighbours = new long[count];
            weights = new long[count];
            skipped = new boolean[count];
            lengths = new long[count];
            others = new long[count];
        }
    }

    /** Rows with the same node. */
    private void subtractRun(int first, int end, long node, long[] nodes, long[][] ends, long[] counts) {
        boolean isAsked = false;
        for (int row = first; row < end; row++) {
            isAsked |= !skipped[row] && lengths[row] > 0;
        }
        if (!isAsked) {
            return;
        }
        gather(node);
        long longest = Math.max(LENGTH_FREE, (long) LENGTH_PER_END_MAX * table.count());
        for (int row = first; row < end; row++) {
            if (!skipped[row] && lengths[row] > longest) {
                ask(row, nodes[row], ends, counts);
            } else if (!skipped[row]) {
                read(row, nodes[row], ends, counts);
            }
        }
        forget();
    }

    /** Puts the ends at a node into the table, with what they count. */
    private void gather(long node) {
        int capacity = worker.batchRows();
        one[0] = node;
        expansion.start(one, null, 1, counter.types().ids(), counter.types().side(), false);
        int found = expansion.next(rows, neighbours, neighbours, capacity);
        while (found > 0) {
            charge.growTo(table.bytesWith(found) + (Long.BYTES + Integer.BYTES) * (long) matches.length);
            counter.ends().weigh(neighbours, found, weights);
            for (int entry = 0; entry < found; entry++) {
                add(neighbours[entry], weights[entry]);
            }
            worker.query().checkpoint();
            found = expansion.next(rows, neighbours, neighbours, capacity);
        }
    }

    private void add(long end, long weight) {
        int number = table.add(end);
        if (number < 0) {
            matches[~number] = AggregateCounts.plus(matches[~number], weight);
            return;
        }
        if (number == matches.length) {
            int length = Math.max(64, 2 * number);
            matches = Arrays.copyOf(matches, length);
            lastRows = Arrays.copyOf(lastRows, length);
        }
        matches[number] = weight;
        lastRows[number] = -1;
        bits[word(end)] |= 1L << end;
    }

    private static int word(long end) {
        return (int) end >>> 6 & BIT_COUNT / Long.SIZE - 1;
    }

    private void forget() {
        for (int number = 0; number < table.count(); number++) {
            bits[word(table.elements()[number])] = 0;
        }
        table.clear();
    }

    /** Reads the lists of one row's node: of several types and both sides, in which an end may be several times. */
    private void read(int row, long node, long[][] ends, long[] counts) {
        int capacity = worker.batchRows();
        one[0] = node;
        joinedExpansion.start(one, null, 1, joined.types().ids(), joined.types().side(), false);
        int found = joinedExpansion.next(rows, neighbours, neighbours, capacity);
        while (found > 0) {
            for (int entry = 0; entry < found; entry++) {
                long neighbour = neighbours[entry];
                if ((bits[word(neighbour)] >>> neighbour & 1) != 0) {
                    subtractEnd(neighbour, row, ends, counts);
                }
            }
            worker.query().checkpoint();
            found = joinedExpansion.next(rows, neighbours, neighbours, capacity);
        }
    }

    private void subtractEnd(long neighbour, int row, long[][] ends, long[] counts) {
        int number = table.find(neighbour);
        if (number < 0 || lastRows[number] == row) {
            return;
        }
        lastRows[number] = row;
        for (long[] end : ends) {
            if (end[row] == neighbour) {
                return;
            }
        }
        counts[row] -= matches[number];
    }

    /** Asks whether each end is a neighbour of a node. */
    private void ask(int row, long node, long[][] ends, long[] counts) {
        int count = table.count();
        int capacity = worker.batchRows();
        if (others.length < count) {
            others = new long[count];
        }
        Arrays.fill(others, 0, count, node);
        joinedExpansion.startBetween(
                others,
                table.elements(),
                null,
                count,
                joined.types().ids(),
                joined.types().side(),
                false);
        int found = joinedExpansion.next(rows, neighbours, neighbours, capacity);
        while (found > 0) {
            for (int entry = 0; entry < found; entry++) {
                subtractEnd(table.elements()[rows[entry]], row, ends, counts);
            }
            worker.query().checkpoint();
            found = joinedExpansion.next(rows, neighbours, neighbours, capacity);
        }
    }

    /** Returns the memory. */
    void clear() {
        table.release();
        matches = new long[0];
        lastRows = new int[0];
        charge.release();
    }
}
