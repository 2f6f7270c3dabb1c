package org.thetisdb.storage.delta;

import java.util.Collections;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.LongConsumer;
import org.thetisdb.storage.index.IndexEntries;
import org.thetisdb.storage.index.IndexKey;
import org.thetisdb.storage.index.IndexRange;
import org.thetisdb.storage.index.SortKey;

/**
 * Which entries of an index may differ from the base's: each pair of a key and a node that some transaction has made or
 * ended. Whether a pair holds is for the reader to see in the node's version; so the pairs need no versions of their
 * own, and a rollback leaves them. Thread safe.
 */
public final class IndexDelta {
    static final IndexEntries NONE = new Entries(Collections.emptyIterator(), (key, node) -> false);

    private final ConcurrentSkipListSet<Candidate> candidates = new ConcurrentSkipListSet<>();

    /** Most look-ups are for keys that nobody has changed. */
    private final KeyFilter filter = new KeyFilter();

    private record Candidate(IndexKey key, long node) implements Comparable<Candidate> {
        @Override
        public int compareTo(Candidate other) {
            int byKey = key.compareTo(other.key);
            return byKey != 0 ? byKey : Long.compare(node, other.node);
        }
    }

    /** Tells whether a node has a key now. */
    interface Holder {
        boolean holds(IndexKey key, long node);
    }

    /** Returns false if the pair was there already. */
    boolean add(IndexKey key, long node) {
        boolean added = candidates.add(new Candidate(key, node));
        if (added) {
            filter.add(key.hash64());
        }
        return added;
    }

    /** Whether there may be a pair of a key; see {@link SortKey#hash64}. */
    boolean mayHave(long keyHash) {
        return filter.mayHave(keyHash);
    }

    /** About how many pairs there are; takes time for each. */
    int count() {
        return candidates.size();
    }

    /** Calls for each node that may have or have had a key. */
    void forEachNode(IndexKey key, LongConsumer consumer) {
        candidates
                .subSet(new Candidate(key, Long.MIN_VALUE), new Candidate(key, Long.MAX_VALUE))
                .forEach(candidate -> consumer.accept(candidate.node()));
    }

    /** All pairs: those that hold as entries, the others as tombstones. */
    IndexEntries entries(Holder holder) {
        return new Entries(candidates.iterator(), holder);
    }

    /** The pairs of a range: those that hold as entries, the others as tombstones. */
    IndexEntries entries(IndexRange wanted, Holder holder) {
        NavigableSet<Candidate> part = candidates.subSet(
                new Candidate(wanted.from(), wanted.fromInclusive() ? Long.MIN_VALUE : Long.MAX_VALUE),
                wanted.fromInclusive(),
                new Candidate(wanted.to(), wanted.toInclusive() ? Long.MAX_VALUE : Long.MIN_VALUE),
                wanted.toInclusive());
        return new Entries(part.iterator(), holder);
    }

    private static final class Entries implements IndexEntries {
        private final Iterator<Candidate> rest;
        private final Holder holder;
        private final SortKey key = new SortKey();
        private long node;
        private boolean tombstone;

        Entries(Iterator<Candidate> rest, Holder holder) {
            this.rest = rest;
            this.holder = holder;
        }

        @Override
        public boolean advance() {
            if (!rest.hasNext()) {
                return false;
            }
            Candidate candidate = rest.next();
            key.set(candidate.key());
            node = candidate.node();
            tombstone = !holder.holds(candidate.key(), node);
            return true;
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
}
