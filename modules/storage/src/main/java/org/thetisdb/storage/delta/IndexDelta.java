package org.thetisdb.storage.delta;

import java.util.Optional;
import java.util.function.LongConsumer;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.index.IndexEntries;
import org.thetisdb.storage.index.IndexKey;
import org.thetisdb.storage.index.IndexPairs;
import org.thetisdb.storage.index.IndexRange;
import org.thetisdb.storage.index.SortKey;

/**
 * Which entries of an index may differ from the base's: each pair of a key and a node that some transaction has made or
 * ended. Whether a pair holds is for the reader to see in the node's version; so the pairs need no versions of their
 * own, and a rollback leaves them. Thread safe.
 */
public final class IndexDelta {
    static final IndexEntries NONE = new Nothing();

    private final IndexPairs pairs;

    /** Most look-ups are for keys that nobody has changed. */
    private final KeyFilter filter;

    IndexDelta(RecordArena arena) {
        pairs = new IndexPairs(arena);
        filter = new KeyFilter(arena);
    }

    /** Tells whether a node has a key now. */
    interface Holder {
        boolean holds(IndexKey key, long node);
    }

    /** Does nothing if the pair is there already. */
    void add(IndexKey key, long node) {
        long hash = key.hash64();
        // Who added the pair may not have come to the filter yet.
        if (pairs.add(key, node) || !filter.mayHave(hash)) {
            filter.add(hash);
        }
    }

    /** Whether there may be a pair of a key; see {@link SortKey#hash64}. */
    boolean mayHave(long keyHash) {
        return filter.mayHave(keyHash);
    }

    /** About how many pairs there are. */
    int count() {
        return pairs.count();
    }

    /**
     * Calls for each other node that may have or have had a key.
     *
     * @return whether there is any
     */
    boolean anyOther(IndexKey key, long node, LongConsumer consumer) {
        boolean any = false;
        for (int pair = pairs.from(key, Long.MIN_VALUE);
                pair != IndexPairs.NONE && pairs.compare(pair, key, Long.MAX_VALUE) <= 0;
                pair = pairs.next(pair)) {
            if (pairs.node(pair) != node) {
                any = true;
                consumer.accept(pairs.node(pair));
            }
        }
        return any;
    }

    /** All pairs: those that hold as entries, the others as tombstones. */
    IndexEntries entries(Holder holder) {
        return new Entries(pairs, pairs.first(), Optional.empty(), holder);
    }

    /** The pairs of a range: those that hold as entries, the others as tombstones. */
    IndexEntries entries(IndexRange wanted, Holder holder) {
        // No node has the greatest number: whatever comes from there on has another key.
        int first = pairs.from(wanted.from(), wanted.fromInclusive() ? Long.MIN_VALUE : Long.MAX_VALUE);
        return new Entries(pairs, first, Optional.of(wanted), holder);
    }

    private static final class Entries implements IndexEntries {
        private final IndexPairs pairs;
        private final Optional<IndexRange> wanted;
        private final Holder holder;
        private final SortKey key = new SortKey();
        private int rest;
        private long node;
        private boolean tombstone;

        Entries(IndexPairs pairs, int first, Optional<IndexRange> wanted, Holder holder) {
            this.pairs = pairs;
            this.rest = first;
            this.wanted = wanted;
            this.holder = holder;
        }

        @Override
        public boolean advance() {
            int pair = rest;
            if (pair == IndexPairs.NONE || isBeyond(pair)) {
                return false;
            }
            rest = pairs.next(pair);
            IndexKey held = pairs.key(pair);
            key.set(held);
            node = pairs.node(pair);
            tombstone = !holder.holds(held, node);
            return true;
        }

        private boolean isBeyond(int pair) {
            if (wanted.isEmpty()) {
                return false;
            }
            IndexRange range = wanted.get();
            return pairs.compare(pair, range.to(), range.toInclusive() ? Long.MAX_VALUE : Long.MIN_VALUE) >= 0;
        }

        @Override
        public SortKey key() {
            return key;
        }

        @Override
        public long node() {
            return node;
        }

        @Override
        public boolean isTombstone() {
            return tombstone;
        }
    }

    /** No entries. */
    private static final class Nothing implements IndexEntries {
        private final SortKey key = new SortKey();

        @Override
        public boolean advance() {
            return false;
        }

        @Override
        public SortKey key() {
            return key;
        }

        @Override
        public long node() {
            return GraphReader.NO_NODE;
        }

        @Override
        public boolean isTombstone() {
            return false;
        }
    }
}
