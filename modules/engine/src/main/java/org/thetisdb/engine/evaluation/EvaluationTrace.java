package org.thetisdb.engine.evaluation;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorFullException;
import org.thetisdb.value.vector.VectorGrowth;
import org.thetisdb.value.vector.VectorKind;

/**
 * What one worker's evaluations are told, and what they leave behind when a run has ended: how long the values of a
 * batch may be together, and whether values were long. It refers to nothing, so who remembers for which run something
 * was computed can hold on to it without holding the run's parameters and transaction. Used by one thread at a time.
 */
public final class EvaluationTrace {
    /**
     * Vectors that hold more are not worth being kept for the next run: what that would take to make them again is
     * little beside filling them.
     */
    private static final int LONG_BYTES = 512 << 10;

    /** What the strings of a column may take, while there are limits. */
    public static final int STRING_BYTES_MAX = 2 << 20;

    /** What all lists, maps and strings on the heap may take that are made while there are limits. */
    private static final long VALUE_BYTES_MAX = 8 << 20;

    /** About what an element of a list takes. */
    private static final int ELEMENT_BYTES = 20;

    private boolean longValues;
    private int stringBytesMax = Integer.MAX_VALUE;
    private long madeBytes;
    private long madeBytesMax = Long.MAX_VALUE;

    /** Who evaluates now can do so with fewer rows, if what is made from now on takes too much. */
    public void limit() {
        limit(STRING_BYTES_MAX, VALUE_BYTES_MAX);
    }

    /** Who evaluates now needs all rows. */
    public void liftLimits() {
        limit(Integer.MAX_VALUE, Long.MAX_VALUE);
    }

    private void limit(int stringBytes, long valueBytes) {
        stringBytesMax = stringBytes;
        madeBytes = 0;
        madeBytesMax = valueBytes;
    }

    /** Whether who evaluates now can do so with fewer rows. */
    public boolean isLimited() {
        return madeBytesMax < Long.MAX_VALUE;
    }

    /**
     * To be called for each value that may be long and was made for a row.
     *
     * @throws VectorFullException if there is too much of them, and it can be done with fewer rows
     */
    public void made(@Nullable Object value) {
        if (isLimited()) {
            switch (value) {
                case String text -> made((long) text.length());
                case HeapSize.Measured measured -> made(measured.heapBytes());
                case List<?> list -> made(bytes(list));
                case Map<?, ?> map -> made(HeapSize.of(map));
                case null, default -> {}
            }
        }
    }

    /** As {@link #made(Object)}, of bytes. */
    public void made(long bytes) {
        madeBytes += bytes;
        if (madeBytes > madeBytesMax) {
            throw new VectorFullException();
        }
    }

    /** Elements of one list are mostly alike: numbers are not gone through. */
    private static long bytes(List<?> list) {
        boolean isFlat = list.isEmpty() || list.getFirst() instanceof Number;
        return isFlat ? (long) ELEMENT_BYTES * list.size() : HeapSize.of(list);
    }

    /** To be called before strings, or objects that are made for it, are put into a vector that may become long. */
    public void limit(Vector filled) {
        filled.limitStringBytes(stringBytesMax);
        filled.objectBytes().limitMade(madeBytesMax);
    }

    /**
     * To be called for a column whose strings are about to be copied: entries that share theirs will not any more.
     *
     * @throws VectorFullException if that is too much, and it can be done with fewer rows
     */
    public void copied(Vector column) {
        if (isLimited() && VectorGrowth.isCopyLongerThan(column, stringBytesMax)) {
            throw new VectorFullException();
        }
    }

    /** Tells of a vector that was filled, and whose arrays stay as long as they have become. */
    public void note(Vector filled) {
        if (filled.kind() == VectorKind.STRING ? filled.stringBytes() > LONG_BYTES : isLongList(filled)) {
            longValues = true;
        }
    }

    /** Tells of something else that takes much memory, and is kept for the next run. */
    public void noteLong() {
        longValues = true;
    }

    /** Lists of one column are mostly alike: the first one stands for all. */
    private static boolean isLongList(Vector filled) {
        return filled.kind() == VectorKind.OBJECT
                && filled.count() > 0
                && filled.objects()[0] instanceof List<?> first
                && (long) first.size() * filled.count() * ELEMENT_BYTES > LONG_BYTES;
    }

    /** Whether a vector was noted that had become long. */
    public boolean hasLongValues() {
        return longValues;
    }
}
