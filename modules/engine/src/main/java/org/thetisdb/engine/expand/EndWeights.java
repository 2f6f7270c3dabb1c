package org.thetisdb.engine.expand;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.thetisdb.engine.aggregate.AggregateCounts;
import org.thetisdb.engine.evaluation.LabelTest;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.Worker;

/**
 * How much a node counts as the end of a counted relationship: 0 without the labels, else the product of the matches of
 * all branches at it.
 *
 * <p>What many relationships lead to is counted once. The weights found last are kept in a table in which a node has
 * one place, that of its id's last bits, so that nodes that lie together do not displace each other; it grows as long
 * as nodes are missed and there is memory. Where nearly every node is met once, as in a tree, looking for it is only in
 * the way: then the table is passed by for some thousands of nodes, and tried again.
 *
 * <p>Belongs to one worker.
 */
final class EndWeights {
    private static final long NO_NODE = -1;
    private static final int CAPACITY_MIN = 1 << 8;
    private static final int CAPACITY_MAX = 1 << 16;
    private static final int GROWTH = 4;

    /** Nodes after which it is known whether they come again. */
    private static final int TRIAL_NODES = 1 << 13;

    /** Of so many nodes one has to be known. */
    private static final int NODES_PER_HIT_MAX = 8;

    private static final int NODES_PASSED_BY = 1 << 16;

    private final Worker worker;
    private final Optional<LabelTest> labels;
    private final List<BranchCounter> branches;
    private final MemoryCharge charge;

    private long[] keys = {};
    private long[] values = {};
    private long view = -1;
    private int misses;
    private int tried;
    private int hits;
    private int passedBy;

    private final LongTable missing = new LongTable();
    private int[] numbers = {};
    private long[] found = {};
    private long[] matches = {};
    private boolean[] without = {};

    EndWeights(Worker worker, CountedBranch.Hop hop) {
        this.worker = worker;
        this.labels = hop.labels().map(LabelTest::new);
        this.branches = hop.branches().stream()
                .map(each -> new BranchCounter(worker, each))
                .toList();
        this.charge = new MemoryCharge(worker, "ExpandCount");
    }

    /** Whether each end counts once. */
    boolean areOne() {
        return labels.isEmpty() && branches.isEmpty();
    }

    /**
     * Finds the weights of some nodes.
     *
     * @param nodes not to be changed meanwhile
     */
    void weigh(long[] nodes, int count, long[] into) {
        if (branches.isEmpty()) {
            test(nodes, count, into);
        } else if (passedBy > 0) {
            passedBy -= count;
            compute(nodes, count, into);
        } else {
            lookUp(nodes, count, into);
        }
    }

    private void test(long[] nodes, int count, long[] into) {
        if (labels.isPresent()) {
            labels.get().begin(worker.evaluation()).test(nodes, null, count, into);
        } else {
            Arrays.fill(into, 0, count, 1);
        }
    }

    private void compute(long[] nodes, int count, long[] into) {
        if (matches.length < count) {
            matches = new long[count];
            without = new boolean[count];
        }
        test(nodes, count, into);
        for (BranchCounter branch : branches) {
            for (int index = 0; index < count; index++) {
                without[index] = into[index] == 0;
            }
            branch.count(nodes, without, count, matches);
            for (int index = 0; index < count; index++) {
                into[index] = AggregateCounts.times(into[index], matches[index]);
            }
        }
    }

    private void lookUp(long[] nodes, int count, long[] into) {
        makeReady(count);
        int mask = keys.length - 1;
        int missed = 0;
        for (int index = 0; index < count; index++) {
            long node = nodes[index];
            int place = (int) node & mask;
            into[index] = values[place];
            if (keys[place] != node) {
                int number = missing.add(node);
                numbers[missed++] = number < 0 ? ~number : number;
                into[index] = NO_NODE;
            }
        }
        if (missed > 0) {
            computeMissing();
            int next = 0;
            for (int index = 0; index < count; index++) {
                if (into[index] == NO_NODE) {
                    into[index] = found[numbers[next++]];
                }
            }
        }
        judge(count, missing.count());
        missing.clear();
    }

    private void computeMissing() {
        long[] nodes = missing.elements();
        int count = missing.count();
        if (found.length < count) {
            found = new long[Math.max(count, numbers.length)];
        }
        compute(nodes, count, found);
        int mask = keys.length - 1;
        for (int index = 0; index < count; index++) {
            int place = (int) nodes[index] & mask;
            keys[place] = nodes[index];
            values[place] = found[index];
        }
    }

    private void makeReady(int count) {
        if (numbers.length < count) {
            numbers = new int[count];
        }
        missing.clear();
        long now = worker.evaluation().view();
        if (keys.length == 0) {
            allot(CAPACITY_MIN);
        } else if (view != now) {
            Arrays.fill(keys, NO_NODE);
        } else if (misses > keys.length / 2 && keys.length < CAPACITY_MAX) {
            grow();
        }
        view = now;
    }

    private void grow() {
        int capacity = keys.length * GROWTH;
        if (charge.growIfThereIs(2L * Long.BYTES * capacity)) {
            long[] formerKeys = keys;
            long[] formerValues = values;
            allot(capacity);
            for (int former = 0; former < formerKeys.length; former++) {
                if (formerKeys[former] != NO_NODE) {
                    int place = (int) formerKeys[former] & capacity - 1;
                    keys[place] = formerKeys[former];
                    values[place] = formerValues[former];
                }
            }
        }
        misses = 0;
    }

    private void allot(int capacity) {
        keys = new long[capacity];
        values = new long[capacity];
        Arrays.fill(keys, NO_NODE);
    }

    /** @param computed how many of the nodes nobody had known */
    private void judge(int count, int computed) {
        misses += computed;
        tried += count;
        hits += count - computed;
        if (tried >= TRIAL_NODES) {
            passedBy = hits * NODES_PER_HIT_MAX < tried ? NODES_PASSED_BY : 0;
            tried = 0;
            hits = 0;
        }
    }

    /** Forgets what it knows of the graph, and returns the memory. */
    void clear() {
        keys = new long[0];
        values = new long[0];
        misses = 0;
        tried = 0;
        hits = 0;
        passedBy = 0;
        charge.release();
        missing.release();
        branches.forEach(BranchCounter::clear);
    }
}
