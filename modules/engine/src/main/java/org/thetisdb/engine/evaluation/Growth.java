package org.thetisdb.engine.evaluation;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.engine.semantics.LongRange;

/**
 * Asked before a value is made that may be large: whether the statement may go on, and whether its memory has room. A
 * value that grows out of others (a string that is doubled thirty times) would otherwise take the whole heap first, and
 * fail then, whatever the time-out.
 */
public final class Growth {
    /** How many steps of a loop over one value may pass until the statement is asked again: some milliseconds. */
    public static final int STEPS_BETWEEN_CHECKS = 1 << 16;

    /** About what a character takes while a string is made: in the array that it grows in, the string, the column. */
    public static final int CHARACTER_BYTES = 4;

    /** About what a short string takes in a list. */
    public static final int SHORT_STRING_BYTES = 64;

    /** What is smaller is made without asking. */
    private static final long SMALL_BYTES = 1 << 20;

    private static final int REFERENCE_BYTES = 8;

    /** About what a list takes for an element that is made with it, a number at least. */
    public static final int ELEMENT_BYTES = REFERENCE_BYTES + 16;

    private Growth() {}

    public static boolean isSmall(long bytes) {
        return bytes <= SMALL_BYTES;
    }

    /**
     * Returns if a value of so many bytes can be made.
     *
     * @param operation for the error
     */
    public static void require(EvaluationContext context, String operation, long bytes) {
        if (!isSmall(bytes)) {
            context.stop().checkpoint();
            context.room().require(operation, bytes);
        }
    }

    /** Asks for a list that copies these; a range's elements come to be with it. */
    public static void requireCopies(EvaluationContext context, String operation, List<?> list, List<?> more) {
        require(context, operation, copiedBytes(list) + copiedBytes(more));
    }

    private static long copiedBytes(List<?> list) {
        return (long) list.size() * (list instanceof LongRange ? ELEMENT_BYTES : REFERENCE_BYTES);
    }

    /** A list of its own with the same elements. */
    public static List<Object> copy(EvaluationContext context, String operation, List<?> list) {
        requireCopies(context, operation, list, List.of());
        return new ArrayList<>(list);
    }
}
