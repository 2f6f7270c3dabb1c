package org.thetisdb.engine.expand;

import java.util.Arrays;
import org.thetisdb.engine.aggregate.AggregateCounts;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.hash.NodeFilter;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Expansion;

/**
 * The ends of the counted relationships at one node, in a table: what each comes to, and all of them. For rows that
 * come one after another with the same node, its list is read once for all.
 *
 * <pre>
 *   relationships to 4, 7, 9, 7      number    0  1  2
 *                                    end       4  7  9
 *                                    matches   1  2  1      total 4
 * </pre>
 *
 * <p>Belongs to one worker.
 */
final class NodeEnds {
    private static final long NO_NODE = -1;

    private final Worker worker;
    private final BranchCounter counter;
    private final Expansion expansion;
    private final MemoryCharge charge;

    private final LongTable table = new LongTable();
    private final NodeFilter bits = new NodeFilter();
    private long[] matches = {};
    private long total;
    private long gathered = NO_NODE;
    private long view;

    private final long[] one = new long[1];
    private int[] rows = {};
    private long[] neighbours = {};
    private long[] weights = {};

    NodeEnds(Worker worker, BranchCounter counter) {
        this.worker = worker;
        this.counter = counter;
        this.expansion = worker.reader().expansion();
        this.charge = new MemoryCharge(worker, "ExpandCount");
    }

    /** Becomes the ends at another node. */
    void gather(long node) {
        long now = worker.evaluation().view();
        if (node == gathered && view == now) {
            return;
        }
        forget();
        int capacity = worker.batchRows();
        if (rows.length < capacity) {
            rows = new int[capacity];
            neighbours = new long[capacity];
            weights = new long[capacity];
        }
        one[0] = node;
        expansion.start(one, null, 1, counter.types().ids(), counter.types().side(), false);
        int found = expansion.next(rows, neighbours, neighbours, capacity);
        while (found > 0) {
            charge.growTo(table.bytesWith(found) + Long.BYTES * (long) matches.length);
            counter.ends().weigh(neighbours, found, weights);
            for (int entry = 0; entry < found; entry++) {
                add(neighbours[entry], weights[entry]);
            }
            worker.betweenBatches();
            found = expansion.next(rows, neighbours, neighbours, capacity);
        }
        gathered = node;
        view = now;
    }

    private void add(long end, long weight) {
        int number = table.add(end);
        total = AggregateCounts.plus(total, weight);
        if (number < 0) {
            matches[~number] += weight;
            return;
        }
        if (number == matches.length) {
            matches = Arrays.copyOf(matches, Math.max(64, 2 * number));
        }
        matches[number] = weight;
        bits.add(end);
    }

    /** How many different ends there are; numbers are less. */
    int count() {
        return table.count();
    }

    /** The ends by their numbers; not to be changed. */
    long[] ends() {
        return table.elements();
    }

    /** What all come to. */
    long total() {
        return total;
    }

    /** The number of an end, or -1. */
    int find(long node) {
        return bits.mayHave(node) ? table.find(node) : -1;
    }

    /** As {@link NodeFilter#keep}, of what may be ends. */
    int keepCandidates(long[] nodes, int[] rows, int count) {
        return bits.keep(nodes, rows, count);
    }

    /** What the end of a number comes to. */
    long matches(int number) {
        return matches[number];
    }

    private void forget() {
        bits.clear(table.elements(), table.count());
        table.clear();
        total = 0;
        gathered = NO_NODE;
    }

    /** Forgets what it knows of the graph, and returns the memory. */
    void clear() {
        forget();
        table.release();
        matches = new long[0];
        charge.release();
    }
}
