package org.thetisdb.storage.column;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much values of many sizes add to a column. A column of a chunk is in memory as a whole when it is written, so a
 * chunk gets no more rows once it has much of them. Stateless.
 */
public final class LongValues {
    /** Of a number as an object, and of what refers to it. */
    private static final long ELEMENT_BYTES = 20;

    private LongValues() {}

    /**
     * About how many bytes of memory a value takes beyond those that any value takes. Elements count as objects,
     * because that is what they are while a column is written ({@link org.thetisdb.value.HeapSize} counts what a list
     * takes now).
     *
     * @param value as a property has it
     */
    public static long bytesOf(@Nullable Object value) {
        return bytesOf(value, 0);
    }

    /** What is nested more deeply than anything that can be stored will be refused, and counts nothing. */
    private static long bytesOf(@Nullable Object value, int depth) {
        return switch (value) {
            case null -> 0;
            case String text -> text.length();
            case List<?> list -> depth > VariantCodec.DEPTH_MAX ? 0 : bytesOfElements(list, depth + 1);
            default -> 0;
        };
    }

    private static long bytesOfElements(List<?> list, int depth) {
        long bytes = ELEMENT_BYTES * list.size();
        if (!list.isEmpty() && !(list.getFirst() instanceof Number)) {
            for (Object element : list) {
                bytes += bytesOf(element, depth);
            }
        }
        return bytes;
    }
}
