package org.thetisdb.storage.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the counts of nodes and relationships changed since a base, commit by commit.
 *
 * <pre>
 *   counters   Nodes(0)  Nodes(3)  Relationships(3,7,0) …            each has a place, given when it first changes
 *   block      sums before it, by place │ commit: (place, change)… │ commit: … │            256 commits
 * </pre>
 *
 * <p>A sum up to any revision costs one copy of a block's sums and at most the changes of one block, whoever asks and
 * in whatever order: transactions that run side by side ask for revisions that lie close together, in no order. A
 * commit costs no object. Thread safe.
 */
public final class CountHistory {
    private static final int BLOCK_COMMITS = 256;

    private final Map<Counter, Integer> places = new HashMap<>();
    private final List<Block> blocks = new ArrayList<>();
    private Counter[] counters = new Counter[64];

    /** Of all commits. */
    private long[] sums = new long[64];

    /** Of {@link #last}. */
    private @Nullable Block lastBlock;

    private int lastCount;
    private CountSum last = CountSum.NONE;

    /** @param revision greater than those before */
    public synchronized void add(long revision, CountChanges changes) {
        if (changes.isEmpty()) {
            return;
        }
        if (blocks.isEmpty() || blocks.getLast().isFull()) {
            blocks.add(new Block(Arrays.copyOf(sums, places.size())));
        }
        Block block = blocks.getLast();
        changes.forEach((counter, change) -> {
            int place = place(counter);
            sums[place] += change;
            block.change(place, change);
        });
        block.end(revision);
    }

    private int place(Counter counter) {
        Integer known = places.get(counter);
        if (known != null) {
            return known;
        }
        int place = places.size();
        if (place == counters.length) {
            // Sums that were given out keep the former array.
            counters = Arrays.copyOf(counters, 2 * place);
            sums = Arrays.copyOf(sums, 2 * place);
        }
        counters[place] = counter;
        places.put(counter, place);
        return place;
    }

    /** The sum of all changes up to a revision; the same object while nothing was counted. */
    public synchronized CountSum upTo(long revision) {
        int index = blocks.size() - 1;
        while (index >= 0 && blocks.get(index).firstRevision() > revision) {
            index--;
        }
        if (index < 0) {
            return CountSum.NONE;
        }
        Block block = blocks.get(index);
        int count = block.countUpTo(revision);
        if (block != lastBlock || count != lastCount) {
            last = new CountSum(counters, block.sum(count, places.size()));
            lastBlock = block;
            lastCount = count;
        }
        return last;
    }

    /** Commits that follow each other. */
    private static final class Block {
        private final long[] before;
        private final long[] revisions = new long[BLOCK_COMMITS];

        /** Where the changes of each commit end. */
        private final int[] ends = new int[BLOCK_COMMITS];

        private int commitCount;
        private int changeCount;
        private int[] places = new int[2 * BLOCK_COMMITS];
        private long[] changes = new long[2 * BLOCK_COMMITS];

        Block(long[] before) {
            this.before = before;
        }

        boolean isFull() {
            return commitCount == BLOCK_COMMITS;
        }

        long firstRevision() {
            return revisions[0];
        }

        void change(int place, long change) {
            if (changeCount == places.length) {
                places = Arrays.copyOf(places, 2 * changeCount);
                changes = Arrays.copyOf(changes, 2 * changeCount);
            }
            places[changeCount] = place;
            changes[changeCount++] = change;
        }

        void end(long revision) {
            revisions[commitCount] = revision;
            ends[commitCount++] = changeCount;
        }

        /** How many commits have at most that revision. */
        int countUpTo(long revision) {
            int found = Arrays.binarySearch(revisions, 0, commitCount, revision);
            return found >= 0 ? found + 1 : -found - 1;
        }

        /** With the first commits of this block, at least one. */
        long[] sum(int count, int placeCount) {
            long[] sum = Arrays.copyOf(before, placeCount);
            int end = ends[count - 1];
            for (int index = 0; index < end; index++) {
                sum[places[index]] += changes[index];
            }
            return sum;
        }
    }
}
