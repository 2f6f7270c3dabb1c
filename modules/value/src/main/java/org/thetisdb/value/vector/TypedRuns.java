package org.thetisdb.value.vector;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** The elements of a list by the run, each in a vector of its own. Used by one thread. */
final class TypedRuns implements Iterator<Vector> {
    private static final int RUN_ELEMENTS = 4096;

    private final TypedList list;
    private int from;

    TypedRuns(TypedList list) {
        this.list = list;
    }

    @Override
    public boolean hasNext() {
        return from < list.size();
    }

    @Override
    public Vector next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the list has no further run: size=" + list.size());
        }
        Vector run = new Vector();
        run.reset(list.kind(), 0);
        list.appendTo(run, from, Math.min(RUN_ELEMENTS, list.size() - from));
        from += run.count();
        return run;
    }
}
