package org.thetisdb.storage;

import java.util.Optional;
import org.thetisdb.value.vector.Vector;

/** A cursor over one index. First one of the {@code seek} methods, then {@link #next} until it returns 0. */
public interface NodeIndexReader {
    /** All nodes whose value equals {@code keys[row]} as Cypher's = has it (1 = 1.0); none for null. */
    void seek(Vector keys, int row);

    /**
     * Says which keys will be sought next by {@link #seek}, row by row: if pages have to be read for one of them, those
     * for the others are read with them. Nobody has to say so.
     *
     * @param keys not to be changed until all are sought, or something else is said
     * @param count how many, from row 0 on; 0 for none
     */
    default void seekNext(Vector keys, int count) {}

    /** All nodes whose value lies between bounds of comparable types, in the order of the values. */
    void seekRange(Optional<Bound> lower, Optional<Bound> upper);

    /** All nodes whose value is a string that begins with the prefix. */
    void seekPrefix(String prefix);

    /** Fills the array with up to {@code capacity} further nodes and returns how many; 0 at the end. */
    int next(long[] nodes, int capacity);

    /** An end of a range; the value is boxed as {@code org.thetisdb.value} lists them and never null. */
    record Bound(Object value, boolean inclusive) {}
}
