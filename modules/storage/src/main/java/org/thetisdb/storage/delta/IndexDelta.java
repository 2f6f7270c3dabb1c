package org.thetisdb.storage.delta;

import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.index.IndexEntries;
import org.thetisdb.storage.index.IndexKey;
import org.thetisdb.storage.index.IndexMerger;
import org.thetisdb.storage.index.IndexRange;
import org.thetisdb.storage.index.PairLayers;
import org.thetisdb.storage.index.PairSource;
import org.thetisdb.storage.index.SortKey;

/**
 * Which entries of an index may differ from the base's: each pair of a key and a node that some transaction has made or
 * ended. Whether a pair holds is for the reader to see in the node's version; so the pairs need no versions of their
 * own, and a rollback leaves them. Thread safe.
 */
public final class IndexDelta {
    static final IndexEntries NONE = new Nothing();

    private final PairLayers pairs;

    /** Most look-ups are for keys that nobody has changed. */
    private final KeyFilter filter;

    IndexDelta(RecordArena arena) {
        pairs = new PairLayers(arena);
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
    long count() {
        return pairs.count();
    }

    /**
     * Calls for each other node that may have or have had a key.
     *
     * @return whether there is any
     */
    boolean anyOther(IndexKey key, long node, LongConsumer consumer) {
        boolean any = false;
        for (PairSource pair : pairs.from(key, Long.MIN_VALUE)) {
            while (pair.next() && pair.compare(key, Long.MAX_VALUE) <= 0) {
                if (pair.node() != node) {
                    any = true;
                    consumer.accept(pair.node());
                }
            }
        }
        return any;
    }

    /** All pairs: those that hold as entries, the others as tombstones. */
    IndexEntries entries(Holder holder) {
        return entries(pairs.all(), Optional.empty(), holder);
    }

    /** The pairs of a range: those that hold as entries, the others as tombstones. */
    IndexEntries entries(IndexRange wanted, Holder holder) {
        // No node has the greatest number: whatever comes from there on has another key.
        long first = wanted.fromInclusive() ? Long.MIN_VALUE : Long.MAX_VALUE;
        return entries(pairs.from(wanted.from(), first), Optional.of(wanted), holder);
    }

    private static IndexEntries entries(List<PairSource> walks, Optional<IndexRange> wanted, Holder holder) {
        if (walks.size() == 1) {
            return new Entries(walks.getFirst(), wanted, holder);
        }
        List<IndexEntries> parts = walks.stream()
                .<IndexEntries>map(walk -> new Entries(walk, wanted, holder))
                .toList();
        return new IndexMerger(parts, false);
    }

    private static final class Entries implements IndexEntries {
        private final PairSource pair;
        private final Optional<IndexRange> wanted;
        private final Holder holder;
        private final SortKey key = new SortKey();
        private long node;
        private boolean tombstone;

        Entries(PairSource pair, Optional<IndexRange> wanted, Holder holder) {
            this.pair = pair;
            this.wanted = wanted;
            this.holder = holder;
        }

        @Override
        public boolean advance() {
            if (!pair.next() || isBeyond()) {
                return false;
            }
            IndexKey held = pair.key();
            key.set(held);
            node = pair.node();
            tombstone = !holder.holds(held, node);
            return true;
        }

        private boolean isBeyond() {
            if (wanted.isEmpty()) {
                return false;
            }
            IndexRange range = wanted.get();
            return pair.compare(range.to(), range.toInclusive() ? Long.MAX_VALUE : Long.MIN_VALUE) >= 0;
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
