package org.thetisdb.engine.expand;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.aggregate.AggregateCounts;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Expansion;

/**
 * Counts the matches of a {@link CountedBranch} at many nodes at once, piece by piece of their lists, and the branches
 * at the ends of each piece in the same way. Belongs to one worker.
 */
final class BranchCounter {
    private static final long[][] NO_OTHERS = {};

    private final Worker worker;
    private final TypeSet types;
    private final boolean optional;
    private final EndWeights ends;
    private final Expansion expansion;
    private int[] rows = {};
    private long[] neighbours = {};
    private long[] weights = {};

    BranchCounter(Worker worker, CountedBranch.Hop hop) {
        this.worker = worker;
        this.types = hop.types();
        this.optional = hop.optional();
        this.ends = new EndWeights(worker, hop);
        this.expansion = worker.reader().expansion();
    }

    TypeSet types() {
        return types;
    }

    /** How much an end counts. */
    EndWeights ends() {
        return ends;
    }

    /**
     * Counts the matches at each node.
     *
     * @param nodes not to be changed meanwhile
     * @param nulls nodes that are null, and so without relationships; null for none
     * @param into takes the counts, each exact
     */
    void count(long[] nodes, boolean @Nullable [] nulls, int count, long[] into) {
        if (ends.areOne()) {
            types.degrees(worker, nodes, nulls, count, into);
        } else {
            countOthers(nodes, nulls, count, NO_OTHERS, into);
        }
        for (int index = 0; optional && index < count; index++) {
            into[index] = Math.max(into[index], 1);
        }
    }

    /**
     * As {@link #count}, looking at each relationship: those that lead to certain nodes do not count.
     *
     * @param others nodes by rows, none of them null where there is a node to count at
     * @return how many relationships there were
     */
    long countOthers(long[] nodes, boolean @Nullable [] nulls, int count, long[][] others, long[] into) {
        Arrays.fill(into, 0, count, 0);
        return types.isNone(worker) ? 0 : addWeights(nodes, nulls, count, others, into);
    }

    private long addWeights(long[] nodes, boolean @Nullable [] nulls, int count, long[][] others, long[] into) {
        int capacity = worker.batchRows();
        if (rows.length < capacity) {
            rows = new int[capacity];
            neighbours = new long[capacity];
            weights = new long[capacity];
        }
        long entries = 0;
        expansion.start(nodes, nulls, count, types.ids(), types.side(), false);
        int found = expansion.next(rows, neighbours, neighbours, capacity);
        while (found > 0) {
            entries += found;
            int kept = found;
            for (long[] other : others) {
                kept = keepUnequal(other, kept);
            }
            ends.weigh(neighbours, kept, weights);
            for (int index = 0; index < kept; index++) {
                into[rows[index]] = AggregateCounts.plus(into[rows[index]], weights[index]);
            }
            worker.betweenBatches();
            found = expansion.next(rows, neighbours, neighbours, capacity);
        }
        return entries;
    }

    private int keepUnequal(long[] others, int count) {
        int kept = 0;
        for (int index = 0; index < count; index++) {
            int row = rows[index];
            long neighbour = neighbours[index];
            rows[kept] = row;
            neighbours[kept] = neighbour;
            kept += neighbour != others[row] ? 1 : 0;
        }
        return kept;
    }

    /** Forgets what it knows of the graph. */
    void clear() {
        ends.clear();
    }
}
