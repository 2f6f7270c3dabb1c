package org.thetisdb.engine.evaluation;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.vector.TypedList;

/**
 * Called before a value is made that may be large: checks whether the statement may continue and has memory left. A
 * value that grows out of others (a string that is doubled thirty times) would otherwise take the whole heap first, and
 * only then fail, whatever the time-out.
 */
public final class Growth {
    /** Steps of a loop over one value between two checks of the statement: some milliseconds. */
    public static final int STEPS_BETWEEN_CHECKS = 1 << 16;

    /** About what a character takes while a string is made: in the array that it grows in, the string, the column. */
    public static final int CHARACTER_BYTES = 4;

    /** About what a short string takes in a list. */
    public static final int SHORT_STRING_BYTES = 64;

    /** Smaller values are made without a check. */
    private static final long SMALL_BYTES = 1 << 20;

    /** What a growing list takes for an element beside that itself, about. */
    public static final int REFERENCE_BYTES = 8;

    /** About what a list takes for an element that is made with it, a number at least. */
    public static final int ELEMENT_BYTES = REFERENCE_BYTES + 16;

    private Growth() {}

    public static boolean isSmall(long bytes) {
        return bytes <= SMALL_BYTES;
    }

    /**
     * Returns if a value of that many bytes can be made.
     *
     * @param operation for the error
     */
    public static void require(EvaluationContext context, String operation, long bytes) {
        if (!isSmall(bytes)) {
            context.stop().checkpoint();
            context.run().requireRoom(operation, bytes);
        }
    }

    /** Checks for a list that copies these. */
    public static void requireCopies(EvaluationContext context, String operation, List<?> list, List<?> more) {
        require(context, operation, copiedBytes(list) + copiedBytes(more));
    }

    /** What a list takes that copies one; the elements of a typed one are made with it. */
    public static long copiedBytes(List<?> list) {
        boolean isMade = list instanceof TypedList && !list.isEmpty();
        long madeBytes = isMade ? REFERENCE_BYTES + HeapSize.of(list.getFirst()) : 0;
        return list.size() * (isMade ? Math.max(ELEMENT_BYTES, madeBytes) : REFERENCE_BYTES);
    }

    /** A list of its own with the same elements. */
    public static List<Object> copy(EvaluationContext context, String operation, List<?> list) {
        requireCopies(context, operation, list, List.of());
        return new ArrayList<>(list);
    }
}
