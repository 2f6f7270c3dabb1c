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
}
