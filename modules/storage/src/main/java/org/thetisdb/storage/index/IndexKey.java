package org.thetisdb.storage.index;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;

/**
 * A value, or the values of several properties, as a key for sorted maps in memory. It compares exactly as
 * {@link SortKey} sorts entries on disk, so that a map's entries and an index's can be merged; keys are equal if and
 * only if Cypher's = gives true.
 *
 * <p>Values that equal nothing have no key; {@link SortKey} says which. Immutable.
 */
public final class IndexKey implements Comparable<IndexKey> {
    private final int tag;
    private final long head;
    private final byte[] tail;

    /** @param tail is the key's own from now on */
    IndexKey(int tag, long head, byte[] tail) {
        this.tag = tag;
        this.head = head;
        this.tail = tail;
    }

    /** The key of a boxed value; nothing for null and for what equals nothing. */
    public static Optional<IndexKey> of(@Nullable Object value) {
        SortKey key = new SortKey();
        key.set(value);
        return of(key);
    }

    /** The key of an entry of a vector. A caller with many entries keeps a {@link SortKey} and asks it. */
    public static Optional<IndexKey> of(Vector vector, int index) {
        SortKey key = new SortKey();
        key.set(vector, index);
        return of(key);
    }

    /** The key of the values of several properties; nothing if one of them has no key. */
    public static Optional<IndexKey> ofTuple(List<?> values) {
        SortKey key = new SortKey();
        key.setTuple(values);
        return of(key);
    }

    private static Optional<IndexKey> of(SortKey key) {
        return key.isNone() ? Optional.empty() : Optional.of(key.toIndexKey());
    }

    /** The least key of a tag and of those after it. */
    static IndexKey leastOf(int tag) {
        return new IndexKey(tag, 0, new byte[0]);
    }

    int tag() {
        return tag;
    }

    long head() {
        return head;
    }

    byte[] tail() {
        return tail;
    }

    /** As {@link SortKey#hash64} of the same value. */
    public long hash64() {
        return SortKey.hash64(tag, head, tail, tail.length);
    }

    /** The value in words, for messages. */
    public String describe() {
        SortKey key = new SortKey();
        key.set(this);
        return key.describe();
    }

    @Override
    public int compareTo(IndexKey other) {
        if (tag != other.tag) {
            return Integer.compare(tag, other.tag);
        }
        int byHead = Long.compareUnsigned(head, other.head);
        return byHead != 0 ? byHead : Arrays.compareUnsigned(tail, other.tail);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IndexKey key && tag == key.tag && head == key.head && Arrays.equals(tail, key.tail);
    }

    @Override
    public int hashCode() {
        return (tag * 31 + Long.hashCode(head)) * 31 + Arrays.hashCode(tail);
    }

    @Override
    public String toString() {
        return "IndexKey[tag=" + tag + ", head=" + Long.toHexString(head) + ", tail="
                + HexFormat.of().formatHex(tail) + "]";
    }
}
