package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.ShortListBuilder;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.engine.spill.StoredList;
import org.thetisdb.engine.spill.StoredPieces;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.PackedListBuilder;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * A list of a group, or of a row of a subquery, while it grows, in one of three forms:
 *
 * <pre>
 *   few      strings, or of a kind whose values are longs   ──one of another kind──►  values
 *   values   boxed: of other kinds, or mixed
 *   packed   long, and all elements are of one kind         ──one of another kind──►  values
 *              ▲ when the array of values is full and they agree, or the few are many
 * </pre>
 *
 * <p>Where memory is short, what there is goes to disk ({@link #store}), and further elements come after it.
 *
 * <p>Belongs to one worker.
 */
public final class GrowingList {
    private static final long LIST_BYTES = 80;

    /** Shorter lists are not worth packing; a power of two, as arrays of values are doubled. */
    private static final int PACKED_ELEMENTS_MIN = 64;

    /** Elements of another list that are copied at a time. */
    private static final int RUN_ELEMENTS_MAX = 4096;

    private static final int ARRAY_ELEMENTS_MIN = 4;
    private static final int REFERENCE_BYTES = 4;

    private @Nullable ShortListBuilder few;

    @Nullable
    private Object @Nullable [] values;

    private @Nullable PackedListBuilder packed;

    /** The first elements, if some are on disk. */
    private @Nullable StoredPieces stored;

    /** Of the elements in memory. */
    private int size;

    private long valueBytes;

    public int size() {
        return stored == null ? size : Math.addExact(stored.size(), size);
    }

    /** What the list takes, with room for more. */
    public long bytes() {
        return LIST_BYTES
                + (few == null ? 0 : few.bytes())
                + (values == null ? 0 : (long) REFERENCE_BYTES * values.length)
                + valueBytes
                + (packed == null ? 0 : packed.bytes())
                + (stored == null ? 0 : stored.heapBytes());
    }

    /** What storing the elements would make free, about. */
    private long memoryBytes() {
        return (few == null ? 0 : few.bytes())
                + (values == null ? 0 : (long) REFERENCE_BYTES * size + valueBytes)
                + (packed == null ? 0 : packed.bytes());
    }

    /** Puts the elements on disk, if they take as much memory as {@code bytesMin}. */
    public void store(ListFile file, long bytesMin) {
        if (size > 0 && memoryBytes() >= bytesMin) {
            // A list that began in another file, of an aggregation before this one, goes on there.
            StoredPieces pieces = stored == null ? new StoredPieces(file) : stored;
            stored = pieces;
            storeIn(pieces);
        }
    }

    private void storeIn(StoredPieces pieces) {
        if (packed != null) {
            pieces.addAll(packed.list());
            packed = new PackedListBuilder(packed.kind());
        } else if (values != null) {
            @Nullable Object[] some = values;
            pieces.addValues(Arrays.asList(some).subList(0, size), valueBytes + (long) REFERENCE_BYTES * size);
            values = new @Nullable Object[ARRAY_ELEMENTS_MIN];
            valueBytes = 0;
        } else if (few != null) {
            pieces.addAll(few.list());
            few = null;
        }
        size = 0;
    }

    /** Adds an entry, which may be null, so many times. */
    public void add(Vector source, int row, long times) {
        PackedListBuilder builder = packed;
        if (source.isNull(row)) {
            add(null, times);
        } else if (builder != null && builder.kind() == source.kind()) {
            for (long time = 0; time < times; time++) {
                builder.add(source, row);
            }
            size = builder.size();
        } else if (areFewWith(source.kind())) {
            for (long time = 0; time < times; time++) {
                addRun(source, row, 1);
            }
        } else {
            add(source.valueAt(row), times);
        }
    }

    /** Whether there are few, or none in memory yet, and values of the kind can be added to them. */
    private boolean areFewWith(VectorKind kind) {
        return few != null ? few.kind() == kind : values == null && packed == null && ShortListBuilder.holds(kind);
    }

    /** Adds some of the entries to the few, at least one; returns how many. */
    private int addToFew(Vector source, int from, int count) {
        ShortListBuilder builder = few == null ? new ShortListBuilder(source.kind()) : few;
        few = builder;
        int added = builder.addAll(source, from, count);
        size = builder.size();
        if (builder.isLong()) {
            PackedListBuilder larger = new PackedListBuilder(builder.kind());
            larger.addAll(builder.list(), 0, size);
            packed = larger;
            few = null;
        }
        return added;
    }

    /** Adds a boxed value, of which only one is charged: the others are the same object. */
    private void add(@Nullable Object value, long times) {
        long bytes = HeapSize.of(value);
        for (long time = 0; time < times; time++) {
            PackedListBuilder builder = packed;
            if (builder != null && value != null && VectorKind.of(value) == builder.kind()) {
                builder.add(value);
                size++;
            } else {
                addBoxed(value, time == 0 ? bytes : 0);
            }
        }
    }

    private void addBoxed(@Nullable Object value, long bytes) {
        @Nullable Object[] room = roomForValues();
        if (room == null) {
            add(value, 1);
            return;
        }
        room[size++] = value;
        valueBytes += bytes;
    }

    /** The array of values with room for one more; null if the list was packed instead. */
    private @Nullable Object @Nullable [] roomForValues() {
        if (values == null) {
            unpack();
        } else if (size == values.length) {
            if (pack()) {
                return null;
            }
            values = Arrays.copyOf(values, size * 2);
        }
        return values;
    }

    private void unpack() {
        @Nullable Object[] boxed = new @Nullable Object[Math.max(ARRAY_ELEMENTS_MIN, size * 2)];
        int index = 0;
        for (Object element : listInMemory()) {
            boxed[index++] = element;
        }
        packed = null;
        few = null;
        values = boxed;
        valueBytes = HeapSize.ofAll(boxed);
    }

    /** Packs the values if that is worth it; only asked when they have doubled, so that it costs little. */
    private boolean pack() {
        @Nullable Object[] boxed = values;
        if (size < PACKED_ELEMENTS_MIN || boxed == null) {
            return false;
        }
        VectorKind kind = VectorKind.of(boxed[0]);
        for (int index = 0; index < size; index++) {
            if (VectorKind.of(boxed[index]) != kind || !PackedListBuilder.packs(kind)) {
                return false;
            }
        }
        PackedListBuilder builder = new PackedListBuilder(kind);
        for (int index = 0; index < size; index++) {
            builder.add(Invariant.present(boxed[index], "values of one kind are not null"));
        }
        packed = builder;
        values = null;
        valueBytes = 0;
        return true;
    }

    /** Adds consecutive entries, which may be null. */
    public void addAll(Vector source, int from, int count) {
        if (!source.hasNulls()) {
            addRun(source, from, count);
            return;
        }
        for (int row = from; row < from + count; row++) {
            add(source, row, 1);
        }
    }

    /** Adds consecutive entries, none of them null. */
    void addRun(Vector source, int from, int count) {
        int done = 0;
        while (done < count) {
            int some = 1;
            if (packed != null && packed.kind() == source.kind()) {
                some = count - done;
                packed.addAll(source, from + done, some);
                size = packed.size();
            } else if (areFewWith(source.kind())) {
                some = addToFew(source, from + done, count - done);
            } else {
                add(source.valueAt(from + done), 1);
            }
            done += some;
        }
    }

    /** Adds the elements of a list. */
    void addAll(List<?> list) {
        if (list instanceof StoredList other
                && (stored == null || stored.file().equals(other.pieces().file()))) {
            addPieces(other);
            return;
        }
        if (list instanceof TypedList typed) {
            Vector some = new Vector();
            for (int from = 0; from < typed.size(); from += some.count()) {
                some.reset(typed.kind(), 0);
                typed.appendTo(some, from, Math.min(RUN_ELEMENTS_MAX, typed.size() - from));
                addRun(some, 0, some.count());
            }
            return;
        }
        for (Object value : list) {
            add(value, 1);
        }
    }

    /** Nothing of the list is copied but where it is, and what it has in memory. */
    private void addPieces(StoredList other) {
        StoredPieces pieces = stored == null ? new StoredPieces(other.pieces().file()) : stored;
        stored = pieces;
        if (size > 0) {
            storeIn(pieces);
        }
        pieces.addAll(other.pieces());
        addAll(other.rest());
    }

    /** The elements; nothing may be added afterwards. */
    public List<?> list() {
        return stored == null ? listInMemory() : StoredList.of(stored.copy(), listInMemory());
    }

    private List<?> listInMemory() {
        if (size == 0) {
            return List.of();
        }
        if (packed != null) {
            return packed.list();
        }
        if (few != null) {
            return few.list();
        }
        @Nullable Object[] boxed = Invariant.present(values, "elements are few, boxed or packed");
        return Collections.unmodifiableList(Arrays.asList(boxed.length == size ? boxed : Arrays.copyOf(boxed, size)));
    }
}
