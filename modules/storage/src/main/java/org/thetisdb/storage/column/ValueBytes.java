package org.thetisdb.storage.column;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much values of many sizes add to a column. A column of a chunk is in memory as a whole when it is written, so a
 * chunk gets no more rows once it has much of them. Stateless.
 */
public final class ValueBytes {
    /** Of a number as an object, and of what refers to it. */
    private static final long ELEMENT_BYTES = 20;

    private ValueBytes() {}

    /**
     * About how many bytes of memory a value takes beyond those that any value takes.
     *
     * @param value as a property has it
     */
    public static long of(@Nullable Object value) {
        return switch (value) {
            case null -> 0;
            case String text -> text.length();
            case List<?> list -> of(list);
            default -> 0;
        };
    }

    private static long of(List<?> list) {
        long bytes = ELEMENT_BYTES * list.size();
        if (!list.isEmpty() && !(list.getFirst() instanceof Number)) {
            for (Object element : list) {
                bytes += of(element);
            }
        }
        return bytes;
    }
}
