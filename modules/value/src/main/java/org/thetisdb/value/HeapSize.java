package org.thetisdb.value;

import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * About how many bytes of the heap a boxed value takes, with all that it holds: what is charged for keeping it.
 *
 * <p>Object headers and references are taken as those of a 64-bit JVM with compressed references. A value that two
 * others share is counted for each, except for neighbours in a list. Stateless.
 */
public final class HeapSize {
    private static final long OBJECT_BYTES = 24;
    private static final long STRING_BYTES = 40;
    private static final long TEMPORAL_BYTES = 56;

    /** Its date and time, the date, the time, and itself. */
    private static final long ZONED_BYTES = 96;

    private static final long LIST_BYTES = 40;
    private static final long MAP_BYTES = 64;
    private static final long ENTRY_BYTES = 48;
    private static final int REFERENCE_BYTES = 4;

    /** In shorter strings all characters are assumed to be like the first: checking would cost more than the error. */
    private static final int SHORT_CHARACTERS = 64;

    /** Deeper nesting is not counted: what is stored is nested less, and the stack is limited. */
    private static final int DEPTH_MAX = 256;

    /** A list that knows its own size: one that makes its elements on demand. */
    public interface Measured {
        /** {@return about how many bytes of the heap this takes} */
        long heapBytes();
    }

    private HeapSize() {}

    /**
     * {@return the bytes of a value; 0 for null}
     *
     * @param value boxed, or null
     */
    public static long of(@Nullable Object value) {
        return of(value, 0);
    }

    /**
     * {@return the bytes of several values, without those of the array}
     *
     * @param values boxed; may be null
     */
    public static long ofAll(@Nullable Object[] values) {
        long bytes = 0;
        for (Object value : values) {
            bytes += of(value, 0);
        }
        return bytes;
    }

    private static long of(@Nullable Object value, int depth) {
        return switch (value) {
            case null -> 0;
            case Boolean ignored -> 0;
            case Number ignored -> OBJECT_BYTES;
            case String text -> STRING_BYTES + characterBytes(text);
            case Measured list -> list.heapBytes();
            case List<?> list -> LIST_BYTES + ofElements(list, depth + 1);
            case Map<?, ?> map -> MAP_BYTES + ofEntries(map, depth + 1);
            case PathReference path ->
                LIST_BYTES
                        + (OBJECT_BYTES + REFERENCE_BYTES) * path.nodes().size()
                        + (LIST_BYTES + REFERENCE_BYTES) * path.length();
            case ZonedDateTime ignored -> ZONED_BYTES;
            default -> TEMPORAL_BYTES;
        };
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private static long ofElements(List<?> elements, int depth) {
        int count = elements.size();
        long bytes = (long) REFERENCE_BYTES * count;
        if (depth > DEPTH_MAX) {
            return bytes;
        }
        Object last = null;
        if (elements instanceof RandomAccess) {
            for (int index = 0; index < count; index++) {
                Object element = elements.get(index);
                bytes += element == last ? 0 : of(element, depth);
                last = element;
            }
            return bytes;
        }
        for (Object element : elements) {
            bytes += element == last ? 0 : of(element, depth);
            last = element;
        }
        return bytes;
    }

    private static long ofEntries(Map<?, ?> map, int depth) {
        Entries entries = new Entries(depth);
        if (depth <= DEPTH_MAX) {
            map.forEach(entries);
        }
        return (ENTRY_BYTES + 2L * REFERENCE_BYTES) * map.size() + entries.bytes;
    }

    /** A map that is asked to show its entries makes no iterator and no entries for that, and many are small. */
    private static final class Entries implements BiConsumer<Object, Object> {
        private final int depth;
        private long bytes;

        Entries(int depth) {
            this.depth = depth;
        }

        @Override
        public void accept(Object key, Object value) {
            bytes += of(key, depth) + of(value, depth);
        }
    }

    /** A string takes one byte for each character as long as all are Latin, else two. */
    private static long characterBytes(String text) {
        int length = text.length();
        if (length < SHORT_CHARACTERS) {
            return length > 0 && text.charAt(0) > 0xFF ? 2L * length : length;
        }
        return UnicodeText.isLatin(text) ? length : 2L * length;
    }
}
