package org.thetisdb.storage.index;

import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import org.thetisdb.storage.NodeIndexReader.Bound;
import org.thetisdb.value.vector.Vector;

/**
 * What a look-up asks for, as two keys: the same that {@link IndexCursor} finds on disk can be cut out of a sorted map.
 * Immutable.
 *
 * @param from the lower end, not above {@code to}
 * @param to the upper end; for "no upper end" a key above all values that compare with the lower end
 */
public record IndexRange(IndexKey from, boolean fromInclusive, IndexKey to, boolean toInclusive) {
    /** What equals an entry of a vector; nothing if that entry equals nothing. */
    public static Optional<IndexRange> equal(Vector keys, int row) {
        return IndexKey.of(keys, row).map(IndexRange::equal);
    }

    public static IndexRange equal(IndexKey key) {
        return new IndexRange(key, true, key, true);
    }

    /** What lies between two bounds; everything without bounds; nothing if no value can lie between them. */
    public static Optional<IndexRange> between(Optional<Bound> lower, Optional<Bound> upper) {
        Optional<IndexKey> least = lower.flatMap(bound -> IndexKey.of(bound.value()));
        Optional<IndexKey> most = upper.flatMap(bound -> IndexKey.of(bound.value()));
        if (lower.isPresent() != least.isPresent() || upper.isPresent() != most.isPresent()) {
            return Optional.empty();
        }
        if (least.isEmpty() && most.isEmpty()) {
            return Optional.of(new IndexRange(
                    IndexKey.leastOf(SortKey.TAG_NONE), true, IndexKey.leastOf(SortKey.TAG_TUPLE + 1), false));
        }
        int tag = least.or(() -> most).orElseThrow().tag();
        IndexKey from = least.orElseGet(() -> IndexKey.leastOf(tag));
        IndexKey to = most.orElseGet(() -> IndexKey.leastOf(tag + 1));
        boolean fromInclusive = lower.isEmpty() || lower.get().inclusive();
        boolean toInclusive = upper.isPresent() && upper.get().inclusive();
        int order = from.compareTo(to);
        boolean comparable = most.isEmpty() || to.tag() == from.tag();
        return !comparable || order > 0 || order == 0 && !(fromInclusive && toInclusive)
                ? Optional.empty()
                : Optional.of(new IndexRange(from, fromInclusive, to, toInclusive));
    }

    /** The strings that begin with a prefix. */
    public static IndexRange prefix(String prefix) {
        SortKey key = new SortKey();
        key.set(prefix);
        IndexKey from = key.toIndexKey();
        if (prefix.isEmpty()) {
            return new IndexRange(from, true, IndexKey.leastOf(SortKey.TAG_STRING + 1), false);
        }
        key.setPrefixEnd(prefix);
        return new IndexRange(from, true, key.toIndexKey(), false);
    }

    public boolean contains(IndexKey key) {
        int toFrom = key.compareTo(from);
        int toTo = key.compareTo(to);
        return (toFrom > 0 || toFrom == 0 && fromInclusive) && (toTo < 0 || toTo == 0 && toInclusive);
    }

    /** The part of a map that lies in the range. */
    public <V> ConcurrentNavigableMap<IndexKey, V> of(ConcurrentNavigableMap<IndexKey, V> map) {
        return map.subMap(from, fromInclusive, to, toInclusive);
    }
}
