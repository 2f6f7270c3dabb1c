package org.thetisdb.engine.expression;

import java.util.AbstractList;
import java.util.RandomAccess;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.ThetisException;

/** What range() gives: a list that computes its elements. Immutable. */
final class LongRange extends AbstractList<Object> implements RandomAccess, HeapSize.Measured {
    private static final long OBJECT_BYTES = 40;

    private final long start;
    private final long step;
    private final int size;

    /** From {@code start} to {@code end}, both included. */
    LongRange(long start, long end, long step) {
        if (step == 0) {
            throw Errors.argument("range() cannot step by 0: start=" + start + ", end=" + end + "; use another step");
        }
        boolean empty = step > 0 ? start > end : start < end;
        double steps = empty ? -1 : Math.floor(((double) end - start) / step);
        if (steps >= Integer.MAX_VALUE - 8) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "range() would have too many elements: start=" + start + ", end=" + end + ", step=" + step
                            + "; at most 2147483639");
        }
        this.start = start;
        this.step = step;
        this.size = empty ? 0 : (int) ((end - start) / step) + 1;
    }

    @Override
    public Object get(int index) {
        java.util.Objects.checkIndex(index, size);
        return start + index * step;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long heapBytes() {
        return OBJECT_BYTES;
    }
}
