package org.thetisdb.engine.semantics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.FlatList;
import org.thetisdb.value.vector.FlatListBuilder;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Makes a list of values of one kind, none null, without an object for each: of ids a {@link NodeList}, of numbers and
 * times a {@link FlatList}, of strings {@link TextParts}. Its arrays grow by being copied, so a list {@linkplain #isLong
 * that is long} is better made otherwise. Belongs to one thread.
 */
public final class ShortListBuilder {
    private static final int ELEMENTS_MAX = 1 << 15;
    private static final int TEXT_BYTES_MAX = 256 << 10;
    private static final int ROOM_STRINGS_MIN = 4;
    private static final int ROOM_BYTES_MIN = 32;
    private static final long BUILDER_BYTES = 32;

    private final VectorKind kind;

    /** Null for strings. */
    private final @Nullable FlatListBuilder flat;

    private byte[] bytes = {};
    private int[] ends = {};
    private int stringCount;

    /** @param kind of all elements, that {@linkplain #holds it holds} */
    public ShortListBuilder(VectorKind kind) {
        this.kind = kind;
        this.flat = kind == VectorKind.STRING ? null : new FlatListBuilder(kind);
    }

    /** Whether such values can be elements. */
    public static boolean holds(VectorKind kind) {
        return kind == VectorKind.STRING || FlatList.holds(kind);
    }

    public VectorKind kind() {
        return kind;
    }

    public int size() {
        return flat == null ? stringCount : flat.size();
    }

    /** What the elements take, with room for more. */
    public long bytes() {
        return BUILDER_BYTES + (flat == null ? bytes.length + (long) Integer.BYTES * ends.length : flat.bytes());
    }

    /** Whether the list has become too long to be copied when it grows. */
    public boolean isLong() {
        return size() >= ELEMENTS_MAX || stringCount > 0 && ends[stringCount - 1] >= TEXT_BYTES_MAX;
    }

    /**
     * Adds consecutive entries of a vector of the kind, none of them null, until the list is long.
     *
     * @return how many were added, at least one of them
     */
    public int addAll(Vector source, int from, int count) {
        int some = Math.min(count, Math.max(1, ELEMENTS_MAX - size()));
        if (flat != null) {
            flat.addAll(source, from, some);
            return some;
        }
        if (stringCount == 0) {
            makeFirstRoom(source, from, some);
        }
        int done = 0;
        while (done < some && (done == 0 || !isLong())) {
            addString(source, from + done++);
        }
        return done;
    }

    /** What comes first may be all that comes. */
    private void makeFirstRoom(Vector source, int from, int count) {
        int[] lengths = source.lengths();
        long length = 0;
        for (int row = from; row < from + count && length < TEXT_BYTES_MAX; row++) {
            length += lengths[row];
        }
        if (length < TEXT_BYTES_MAX) {
            bytes = new byte[(int) length];
            ends = new int[count];
        }
    }

    private void addString(Vector source, int row) {
        int length = source.lengths()[row];
        int start = stringCount == 0 ? 0 : ends[stringCount - 1];
        int end = Math.addExact(start, length);
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.max(ROOM_BYTES_MIN, end), start + (start >> 1)));
        }
        if (stringCount == ends.length) {
            ends = Arrays.copyOf(ends, Math.max(ROOM_STRINGS_MIN, stringCount + (stringCount >> 1)));
        }
        System.arraycopy(source.bytes(), source.starts()[row], bytes, start, length);
        ends[stringCount++] = end;
    }

    /** The elements so far; what is added afterwards is not in the list. */
    public TypedList list() {
        if (flat != null) {
            FlatList list = flat.list();
            return list.kind() == VectorKind.NODE ? new NodeList(list.longs()) : list;
        }
        int end = stringCount == 0 ? 0 : ends[stringCount - 1];
        return new TextParts(
                bytes.length == end ? bytes : Arrays.copyOf(bytes, end),
                ends.length == stringCount ? ends : Arrays.copyOf(ends, stringCount),
                0);
    }
}
