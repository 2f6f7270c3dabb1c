package org.thetisdb.storage.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.storage.packing.ByteSink;

/**
 * How the counts of nodes and relationships changed since a base, commit by commit.
 *
 * <pre>
 *   counters   Nodes(0)  Nodes(3)  Relationships(3,7,0) …            each has a place, given when it first changes
 *   block      sums before it, by place │ commit: (place, change)… │ commit: … │          1,024 commits
 * </pre>
 *
 * <p>A sum up to any revision costs one copy of a block's sums and at most the changes of one block, whoever asks and
 * in whatever order: transactions that run side by side ask for revisions that lie close together, in no order. A
 * commit costs no object. Thread safe.
 */
public final class CountHistory {
    private static final int BLOCK_COMMITS = 1024;

    private final Map<Counter, Integer> places = new HashMap<>();
    private final List<Block> blocks = new ArrayList<>();
    private Counter[] counters = new Counter[64];

    /** Of all commits. */
    private long[] sums = new long[64];

    /** Of {@link #last}. */
    private int lastBlock = -1;

    private int lastCount;
    private CountSum last = CountSum.NONE;

    /** @param revision greater than those before */
    public synchronized void add(long revision, CountChanges changes) {
        if (changes.isEmpty()) {
            return;
        }
        OpenBlock block = openBlock();
        changes.forEach((counter, change) -> {
            int place = place(counter);
            sums[place] += change;
            block.change(place, change);
        });
        block.end(revision);
    }

    private OpenBlock openBlock() {
        if (!blocks.isEmpty() && blocks.getLast() instanceof OpenBlock open) {
            if (!open.isFull()) {
                return open;
            }
            blocks.set(blocks.size() - 1, open.packed());
        }
        OpenBlock next = new OpenBlock(Arrays.copyOf(sums, places.size()));
        blocks.add(next);
        return next;
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
        if (index != lastBlock || count != lastCount) {
            last = new CountSum(counters, block.sum(count, places.size()));
            lastBlock = index;
            lastCount = count;
        }
        return last;
    }

    /** Commits that follow each other. */
    private sealed interface Block {
        long firstRevision();

        /** How many commits have at most that revision. */
        int countUpTo(long revision);

        /** With the first commits of this block, at least one. */
        long[] sum(int count, int placeCount);
    }

    /** The last block, to which commits are added. */
    private static final class OpenBlock implements Block {
        private final long[] before;
        private final long[] revisions = new long[BLOCK_COMMITS];

        /** Where the changes of each commit end. */
        private final int[] ends = new int[BLOCK_COMMITS];

        private int commitCount;
        private int changeCount;
        private int[] places = new int[2 * BLOCK_COMMITS];
        private long[] changes = new long[2 * BLOCK_COMMITS];

        OpenBlock(long[] before) {
            this.before = before;
        }

        boolean isFull() {
            return commitCount == BLOCK_COMMITS;
        }

        @Override
        public long firstRevision() {
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

        @Override
        public int countUpTo(long revision) {
            int found = Arrays.binarySearch(revisions, 0, commitCount, revision);
            return found >= 0 ? found + 1 : -found - 1;
        }

        @Override
        public long[] sum(int count, int placeCount) {
            long[] sum = Arrays.copyOf(before, placeCount);
            int end = ends[count - 1];
            for (int index = 0; index < end; index++) {
                sum[places[index]] += changes[index];
            }
            return sum;
        }

        PackedBlock packed() {
            ByteSink sink = new ByteSink("counts");
            int commit = 0;
            while (commit < commitCount) {
                int end = commit + 1;
                while (end < commitCount && isAsBefore(end)) {
                    end++;
                }
                write(commit, end - commit, sink);
                commit = end;
            }
            return new PackedBlock(before, revisions[0], commitCount, sink.toBytes());
        }

        private void write(int commit, int times, ByteSink sink) {
            sink.writeVarint(times);
            sink.writeVarint(step(commit));
            sink.writeVarint(ends[commit] - (long) start(commit));
            for (int change = start(commit); change < ends[commit]; change++) {
                sink.writeVarint(places[change]);
                sink.writeVarint(changes[change] << 1 ^ changes[change] >> Long.SIZE - 1);
            }
        }

        /** Whether a commit changed the same as the one before, as many revisions later. */
        private boolean isAsBefore(int commit) {
            int former = start(commit - 1);
            int start = start(commit);
            int end = ends[commit];
            return step(commit) == step(commit - 1)
                    && Arrays.equals(places, start, end, places, former, start)
                    && Arrays.equals(changes, start, end, changes, former, start);
        }

        private int start(int commit) {
            return commit == 0 ? 0 : ends[commit - 1];
        }

        /** Revisions since the commit before. */
        private long step(int commit) {
            return revisions[commit] - revisions[Math.max(0, commit - 1)];
        }
    }

    /**
     * A full block. Small commits that change the same, as most programs' do, follow each other: a run of them takes
     * some ten bytes.
     *
     * <pre>
     *   for each run of equal commits
     *     how many │ revisions since the one before │ number of changes │ place, change (zigzag) │ …      as varints
     * </pre>
     */
    private record PackedBlock(long[] before, long firstRevision, int commitCount, byte[] commits) implements Block {
        @Override
        public int countUpTo(long revision) {
            Varints from = new Varints(commits);
            long at = firstRevision;
            int count = 0;
            while (count < commitCount) {
                long times = from.next();
                long step = from.next();
                long reached = step == 0 ? times : Math.min(times, (revision - at) / step);
                count += (int) reached;
                at += reached * step;
                if (reached < times) {
                    break;
                }
                for (long change = from.next(); change > 0; change--) {
                    from.next();
                    from.next();
                }
            }
            return count;
        }

        @Override
        public long[] sum(int count, int placeCount) {
            long[] sum = Arrays.copyOf(before, placeCount);
            Varints from = new Varints(commits);
            int commit = 0;
            while (commit < count) {
                long times = from.next();
                from.next();
                long counted = Math.min(times, count - commit);
                for (long change = from.next(); change > 0; change--) {
                    int place = (int) from.next();
                    long zigzag = from.next();
                    sum[place] += counted * (zigzag >>> 1 ^ -(zigzag & 1));
                }
                commit += (int) times;
            }
            return sum;
        }
    }

    /** Reads numbers one after the other, as {@link ByteSink#writeVarint} wrote them. */
    private static final class Varints {
        private final byte[] bytes;
        private int at;

        Varints(byte[] bytes) {
            this.bytes = bytes;
        }

        long next() {
            long value = 0;
            for (int shift = 0; ; shift += Byte.SIZE - 1) {
                byte next = bytes[at++];
                value |= (long) (next & Byte.MAX_VALUE) << shift;
                if (next >= 0) {
                    return value;
                }
            }
        }
    }
}
