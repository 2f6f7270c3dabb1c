package org.thetisdb.value.vector;

import java.util.List;
import java.util.RandomAccess;
import org.thetisdb.value.HeapSize;

/**
 * A list of values of one kind, none null, that has no object for each of them: what takes it apart can take its
 * elements by the run, as vectors have them. Immutable; may be shared by threads.
 */
public interface TypedList extends List<Object>, RandomAccess, HeapSize.Measured {
    /** {@return the kind of all elements; neither {@link VectorKind#NULL} nor {@link VectorKind#OBJECT}} */
    VectorKind kind();

    /**
     * Appends consecutive elements to a vector, whatever its kind is.
     *
     * @param into becomes longer by {@code count}
     * @param from the first element, from 0
     * @param count how many, at least 0 and not beyond the end
     */
    void appendTo(Vector into, int from, int count);

    /**
     * Makes an entry of a vector a copy of an element, whatever the vector's kind is.
     *
     * @param index of the element, from 0
     * @param into has entry {@code at}
     * @param at the entry
     */
    default void copyTo(int index, Vector into, int at) {
        into.setValue(at, get(index));
    }

    /**
     * {@return all elements by the run, in their order: vectors of this list's kind without nulls, none empty, which
     * are not to be changed} A run has some thousands of elements, fewer if they are long; it is made when it is asked
     * for, and not kept by the list unless it is in memory anyway.
     */
    default Iterable<Vector> runs() {
        return () -> new TypedRuns(this);
    }
}
