package org.thetisdb.storage.index;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.arena.Records;
import org.thetisdb.storage.column.DistinctSketch;

/**
 * Pairs of a key and a node in their order, outside the heap. Pairs are added and never taken away.
 *
 * <pre>
 *   level 2   ─────────────────────────► pair ─────────────────────────►
 *   level 1   ─────────► pair ─────────► pair ─────────► pair ─────────►
 *   level 0   ──► pair ► pair ──► pair ► pair ──► pair ► pair ──► pair ►      all of them
 * </pre>
 *
 * <p>A skip list (W. Pugh, 1990) of records of an arena: each pair is on level 0, every fourth of a level on the next,
 * chosen by its hash. Whoever adds a pair enters it on level 0 first, by one compare-and-set, and then it counts; the
 * levels above only shorten the way. As nothing is taken away there are no marks and no helping, which is most of what
 * a concurrent skip list needs otherwise (M. Fomitchev, E. Ruppert: Lock-Free Linked Lists and Skip Lists, 2004).
 *
 * <p>Invariants: the pairs of each level ascend; those of a level are on all levels below, or are being entered there.
 *
 * <p>Thread safe, and nobody waits. Handles are loaded and stored as volatile variables: of two transactions that add a
 * pair and then look for the other's, one finds it.
 */
public final class IndexPairs {
    /** No pair: the end. */
    public static final int NONE = RecordArena.NONE;

    private static final int LEVELS_MAX = 12;
    private static final int BITS_PER_LEVEL = 2;

    private final RecordArena arena;
    private final Records records;
    private final AtomicIntegerArray first = new AtomicIntegerArray(LEVELS_MAX);
    private final LongAdder count = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    /**
     * No pairs.
     *
     * @param records gives them room in the arena
     */
    public IndexPairs(RecordArena arena, Records records) {
        this.arena = arena;
        this.records = records;
    }

    /** The way to a place: on each level the pair before it, and the one after. */
    private static final class Way {
        private final int[] before = new int[LEVELS_MAX];
        private final int[] after = new int[LEVELS_MAX];
    }

    /** Adds a pair; returns false if it was there already. */
    public boolean add(IndexKey key, long node) {
        Way way = new Way();
        int levels = levels(key, node);
        int pair = NONE;
        do {
            find(key, node, way);
            if (way.after[0] != NONE && compare(way.after[0], key, node) == 0) {
                return false;
            }
            if (pair == NONE) {
                long pairBytes = IndexPairLayout.bytes(key, levels);
                pair = records.allocate(pairBytes);
                bytes.add(pairBytes);
                IndexPairLayout.write(arena.block(pair), RecordArena.offset(pair), key, node, levels);
            }
        } while (!enter(pair, 0, way));
        for (int level = 1; level < levels; level++) {
            while (!enter(pair, level, way)) {
                find(key, node, way);
            }
        }
        count.increment();
        return true;
    }

    private static int levels(IndexKey key, long node) {
        long mixed = DistinctSketch.mix(key.hash64() + 31 * node);
        return Math.min(LEVELS_MAX, 1 + Long.numberOfTrailingZeros(mixed) / BITS_PER_LEVEL);
    }

    private boolean enter(int pair, int level, Way way) {
        IndexPairLayout.setNext(arena.block(pair), RecordArena.offset(pair), level, way.after[level]);
        int before = way.before[level];
        return before == NONE
                ? first.compareAndSet(level, way.after[level], pair)
                : IndexPairLayout.replaceNext(
                        arena.block(before), RecordArena.offset(before), level, way.after[level], pair);
    }

    private void find(IndexKey key, long node, Way way) {
        int before = NONE;
        for (int level = LEVELS_MAX - 1; level >= 0; level--) {
            int after = next(before, level);
            while (after != NONE && compare(after, key, node) < 0) {
                before = after;
                after = next(before, level);
            }
            way.before[level] = before;
            way.after[level] = after;
        }
    }

    private int next(int pair, int level) {
        return pair == NONE
                ? first.get(level)
                : IndexPairLayout.next(arena.block(pair), RecordArena.offset(pair), level);
    }

    /** The first pair of all. */
    public int first() {
        return next(NONE, 0);
    }

    /** The first pair that is not less than another one. */
    public int from(IndexKey key, long node) {
        int before = NONE;
        int after = NONE;
        for (int level = LEVELS_MAX - 1; level >= 0; level--) {
            after = next(before, level);
            while (after != NONE && compare(after, key, node) < 0) {
                before = after;
                after = next(before, level);
            }
        }
        return after;
    }

    /** The pair after one. */
    public int next(int pair) {
        return next(pair, 0);
    }

    /** Compares a pair with another one: by the key, then by the node. */
    public int compare(int pair, IndexKey key, long node) {
        return IndexPairLayout.compare(arena.block(pair), RecordArena.offset(pair), key, node);
    }

    /** The key of a pair, in an object of its own. */
    public IndexKey key(int pair) {
        return IndexPairLayout.key(arena.block(pair), RecordArena.offset(pair));
    }

    /** The node of a pair. */
    public long node(int pair) {
        return IndexPairLayout.node(arena.block(pair), RecordArena.offset(pair));
    }

    /** About how many pairs there are. */
    public int count() {
        return count.intValue();
    }

    /** About what they take. */
    long bytes() {
        return bytes.sum();
    }

    /** A walk from a pair on, which sees what is added before it comes there. */
    PairSource walk(int from) {
        return new Walk(from);
    }

    /** All pairs that there are now. */
    Fixed fixed() {
        int[] handles = new int[Math.max(1, count())];
        int found = 0;
        long bareBytes = 0;
        for (int pair = first(); pair != NONE; pair = next(pair)) {
            if (found == handles.length) {
                handles = Arrays.copyOf(handles, found + found / 2 + 1);
            }
            handles[found++] = pair;
            bareBytes += IndexPairLayout.bareBytes(arena.block(pair), RecordArena.offset(pair));
        }
        return new Fixed(Arrays.copyOf(handles, found), bareBytes);
    }

    /** Some pairs in their order, to which nothing is added. */
    final class Fixed {
        private final int[] handles;
        private final long bareBytes;

        private Fixed(int[] handles, long bareBytes) {
            this.handles = handles;
            this.bareBytes = bareBytes;
        }

        /** What they take in a {@link PairRun}. */
        long bareBytes() {
            return bareBytes;
        }

        PairSource walk() {
            return new PairSource() {
                private int place = -1;

                @Override
                public boolean next() {
                    return ++place < handles.length;
                }

                @Override
                public MemorySegment block() {
                    return arena.block(handles[place]);
                }

                @Override
                public long at() {
                    return RecordArena.offset(handles[place]);
                }
            };
        }
    }

    private final class Walk implements PairSource {
        private int pair = NONE;
        private final int from;
        private boolean begun;

        Walk(int from) {
            this.from = from;
        }

        @Override
        public boolean next() {
            pair = begun ? IndexPairs.this.next(pair) : from;
            begun = true;
            return pair != NONE;
        }

        @Override
        public MemorySegment block() {
            return arena.block(pair);
        }

        @Override
        public long at() {
            return RecordArena.offset(pair);
        }
    }
}
