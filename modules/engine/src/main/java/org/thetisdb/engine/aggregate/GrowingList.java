package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.NodeList;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.engine.spill.StoredList;
import org.thetisdb.engine.spill.StoredPieces;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.vector.PackedListBuilder;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * A list of a group, or of a row of a subquery, while it grows, in one of three forms:
 *
 * <pre>
 *   ids      all elements are nodes, not very many     ──a value that is no node──►  values
 *   values   boxed: the list is short, or is mixed
 *   packed   long, and all elements are of one kind    ──one of another kind──────►  values
 *              ▲ when the array of values is full and they agree, or there are very many nodes
 * </pre>
 *
 * <p>Where memory is short, what there is goes to disk ({@link #store}), and further elements come after it.
 *
 * <p>A short list stays boxed: most groups have few values, and typed arrays with what they need around them would take
 * more. Belongs to one worker.
 */
public final class GrowingList {
    private static final long LIST_BYTES = 80;

    /** Shorter lists are not worth packing; a power of two, as arrays of values are doubled. */
    private static final int PACKED_ELEMENTS_MIN = 64;

    /** More nodes are packed, in pieces: while an array is doubled, it takes three times as much. */
    private static final int IDS_MAX = 1 << 15;

    /** Elements of another list that are copied at a time. */
    private static final int RUN_ELEMENTS_MAX = 4096;

    private static final int ARRAY_ELEMENTS_MIN = 4;
    private static final int REFERENCE_BYTES = 4;

    private long[] ids = {};

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
                + (long) Long.BYTES * ids.length
                + (values == null ? 0 : (long) REFERENCE_BYTES * values.length)
                + valueBytes
                + (packed == null ? 0 : packed.bytes())
                + (stored == null ? 0 : stored.heapBytes());
    }

    /** What storing the elements would make free, about. */
    private long memoryBytes() {
        return (long) Long.BYTES * size + (values == null ? 0 : valueBytes) + (packed == null ? 0 : packed.bytes());
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
        } else {
            pieces.addNodes(ids, size);
            ids = new long[0];
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
        } else if (source.kind() == VectorKind.NODE && values == null && builder == null) {
            for (long time = 0; time < times; time++) {
                addId(source, row);
            }
        } else {
            add(source.valueAt(row), times);
        }
    }

    private void addId(Vector source, int row) {
        PackedListBuilder builder = packed;
        if (builder == null && size == IDS_MAX) {
            builder = packIds();
        }
        if (builder != null) {
            builder.add(source, row);
            size++;
            return;
        }
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, Math.max(ARRAY_ELEMENTS_MIN, size * 2));
        }
        ids[size++] = source.longs()[row];
    }

    private PackedListBuilder packIds() {
        PackedListBuilder builder = new PackedListBuilder(VectorKind.NODE);
        builder.addAll(new NodeList(ids), 0, size);
        packed = builder;
        ids = new long[0];
        return builder;
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
        for (int index = 0; index < ids.length && index < size; index++) {
            boxed[index] = new NodeReference(ids[index]);
        }
        if (packed != null) {
            int index = 0;
            for (Object element : packed.list()) {
                boxed[index++] = element;
            }
            packed = null;
        }
        ids = new long[0];
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

    /** Adds consecutive entries, none of them null. */
    void addRun(Vector source, int from, int count) {
        int done = 0;
        while (done < count && (packed == null || packed.kind() != source.kind())) {
            add(source, from + done++, 1);
        }
        if (packed != null && done < count) {
            packed.addAll(source, from + done, count - done);
            size = packed.size();
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
        return values == null
                ? new NodeList(ids.length == size ? ids : Arrays.copyOf(ids, size))
                : Collections.unmodifiableList(
                        Arrays.asList(values.length == size ? values : Arrays.copyOf(values, size)));
    }
}
