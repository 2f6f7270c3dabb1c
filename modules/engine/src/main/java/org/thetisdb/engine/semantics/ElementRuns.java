package org.thetisdb.engine.semantics;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** The elements of a list that are not null, by the run. Used by one thread. */
public final class ElementRuns implements Iterator<Vector> {
    private static final int RUN_ELEMENTS = 4096;

    private final Iterator<?> elements;
    private final VectorKind kind;
    private Vector next;

    private ElementRuns(List<?> list, VectorKind kind) {
        this.elements = list.iterator();
        this.kind = kind;
        next = read();
    }

    /**
     * The runs of a list, each a vector of its own that is not to be changed.
     *
     * @param kind of all elements but nulls; {@link VectorKind#NULL} if they may differ
     */
    public static Iterable<Vector> of(List<?> list, VectorKind kind) {
        return list instanceof TypedList typed ? typed.runs() : () -> new ElementRuns(list, kind);
    }

    private Vector read() {
        Vector run = new Vector();
        run.reset(kind, RUN_ELEMENTS);
        int count = 0;
        while (count < RUN_ELEMENTS && elements.hasNext()) {
            Object element = elements.next();
            if (element != null) {
                run.setValue(count++, element);
            }
        }
        run.resize(count);
        return run;
    }

    @Override
    public boolean hasNext() {
        return next.count() > 0;
    }

    @Override
    public Vector next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the list has no further run");
        }
        Vector run = next;
        next = read();
        return run;
    }
}
