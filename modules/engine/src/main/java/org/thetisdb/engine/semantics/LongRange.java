package org.thetisdb.engine.semantics;

import java.util.AbstractList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** What range() gives: a list that computes its elements. Immutable. */
public final class LongRange extends AbstractList<Object> implements TypedList {
    private static final long OBJECT_BYTES = 40;
    private static final int SIZE_MAX = Integer.MAX_VALUE - 8;

    private final long start;
    private final long step;
    private final int size;

    /** From {@code start} to {@code end}, both included. */
    public LongRange(long start, long end, long step) {
        if (step == 0) {
            throw Errors.argument("range() cannot step by 0: start=" + start + ", end=" + end + "; use another step");
        }
        boolean empty = step > 0 ? start > end : start < end;
        // The distance may need all 64 bits, and so may a step of the smallest INTEGER: both are unsigned here.
        long steps = step > 0 ? Long.divideUnsigned(end - start, step) : Long.divideUnsigned(start - end, -step);
        if (!empty && Long.compareUnsigned(steps, SIZE_MAX) >= 0) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "range() would have too many elements: start=" + start + ", end=" + end + ", step=" + step
                            + "; at most " + SIZE_MAX);
        }
        this.start = start;
        this.step = step;
        this.size = empty ? 0 : (int) steps + 1;
    }

    @Override
    public Object get(int index) {
        Objects.checkIndex(index, size);
        return start + index * step;
    }

    /** {@code value IN range}, without checking each element. */
    public int in(@Nullable Object value) {
        if (value == null) {
            return size == 0 ? ValueSemantics.FALSE : ValueSemantics.UNKNOWN;
        }
        boolean found = switch (value) {
            case Long number -> holds(number);
            case Double number ->
                ValueSemantics.compareNumbers((long) number.doubleValue(), number) == 0
                        && holds((long) number.doubleValue());
            default -> false;
        };
        return found ? ValueSemantics.TRUE : ValueSemantics.FALSE;
    }

    private boolean holds(long number) {
        boolean inside = step > 0 ? number >= start : number <= start;
        long distance = step > 0 ? number - start : start - number;
        long stride = step > 0 ? step : -step;
        return inside
                && Long.remainderUnsigned(distance, stride) == 0
                && Long.compareUnsigned(Long.divideUnsigned(distance, stride), size) < 0;
    }

    /** Whether both hold the same numbers in the same order. */
    boolean equalsRange(LongRange other) {
        return size == other.size && (size == 0 || start == other.start) && (size < 2 || step == other.step);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public VectorKind kind() {
        return VectorKind.INTEGER;
    }

    @Override
    public void appendTo(Vector into, int from, int count) {
        Objects.checkFromIndexSize(from, count, size);
        Vector numbers = new Vector();
        numbers.reset(VectorKind.INTEGER, count);
        long[] values = numbers.longs();
        for (int index = 0; index < count; index++) {
            values[index] = start + (from + index) * step;
        }
        into.append(numbers, count);
    }

    @Override
    public long heapBytes() {
        return OBJECT_BYTES;
    }
}
