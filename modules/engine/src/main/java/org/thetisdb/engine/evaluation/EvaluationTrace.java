package org.thetisdb.engine.evaluation;

import java.util.List;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * What one worker's evaluations are told, and what they leave behind when a run has ended: how long the strings of a
 * column may be together, and whether values were long. It refers to nothing, so who remembers for which run something
 * was computed can hold on to it without holding the run's parameters and transaction. Used by one thread at a time.
 */
public final class EvaluationTrace {
    /**
     * Vectors that hold more are not worth being kept for the next run: what that would take to make them again is
     * little beside filling them.
     */
    private static final int LONG_BYTES = 512 << 10;

    /** About what an element of a list takes. */
    private static final int ELEMENT_BYTES = 20;

    private boolean longValues;
    private int stringBytesMax = Integer.MAX_VALUE;

    /** Who evaluates now can do so with fewer rows, if the strings of a column would take more than so many bytes. */
    public void limitStringBytes(int bytes) {
        stringBytesMax = bytes;
    }

    /** Who evaluates now needs all rows. */
    public void liftStringLimit() {
        stringBytesMax = Integer.MAX_VALUE;
    }

    /** To be called before strings are put into a vector that may become long. */
    public void limit(Vector filled) {
        filled.limitStringBytes(stringBytesMax);
    }

    /** Tells of a vector that was filled, and whose arrays stay as long as they have become. */
    public void note(Vector filled) {
        if (filled.kind() == VectorKind.STRING ? filled.bytesUsed() > LONG_BYTES : isLongList(filled)) {
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
