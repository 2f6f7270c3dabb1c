package org.thetisdb.value.vector;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Makes a {@link PackedList}: fills one piece after another, each of which grows on its own. Belongs to one thread.
 */
public final class PackedListBuilder {
    /** Elements of a piece: what is left over in the last one is little, and a binary search over them is short. */
    static final int PIECE_ELEMENTS_MAX = 4096;

    /** Elements of a piece whose strings are all the same. */
    private static final int PIECE_SHARING_MAX = 1 << 16;

    /** Bytes of strings after which a piece is full. */
    static final int PIECE_STRING_BYTES_MAX = 256 << 10;

    private static final int ROOM_ELEMENTS_MIN = 24;

    /** Fewer numbers take as much with what a packed list has around them. */
    public static final int NUMBERS_MIN = 32;

    /** Fewer entries are copied one by one. */
    private static final int RUN_ELEMENTS_MIN = 16;

    /** What of a piece's arrays may be unused in a list that is complete: a part of so many. */
    private static final int SPARE_DIVISOR = 8;

    private final VectorKind kind;
    private final List<Vector> full = new ArrayList<>(0);
    private int fullElements;
    private long fullBytes;

    /** Has room for entries from {@code filled} on, so that adding one is no more than storing it. */
    private Vector last = new Vector();

    private int filled;
    private long lastBytes;

    /**
     * Begins a list without elements.
     *
     * @param kind of all elements; neither NULL nor OBJECT
     */
    public PackedListBuilder(VectorKind kind) {
        this.kind = kind;
        last.reset(kind, 0);
    }

    /**
     * {@return whether a list of such values takes less memory packed than with an object for each} Booleans do not:
     * there are two objects of them.
     *
     * @param kind of all its values
     */
    public static boolean packs(VectorKind kind) {
        return switch (kind) {
            case NULL, OBJECT, BOOLEAN -> false;
            case INTEGER, FLOAT, STRING, DATE, LOCAL_TIME, TIME, LOCAL_DATETIME, ZONED_DATETIME, NODE, RELATIONSHIP ->
                true;
        };
    }

    /**
     * {@return the same list, packed if it is long and of integers or floats only}
     *
     * @param values boxed; not to be changed any more
     */
    public static List<Object> packedIfNumbers(List<Object> values) {
        int count = values.size();
        VectorKind kind = count < NUMBERS_MIN ? VectorKind.NULL : VectorKind.of(values.getFirst());
        if (kind != VectorKind.INTEGER && kind != VectorKind.FLOAT) {
            return Collections.unmodifiableList(values);
        }
        PackedListBuilder builder = new PackedListBuilder(kind);
        for (Object value : values) {
            if (VectorKind.of(value) != kind) {
                return Collections.unmodifiableList(values);
            }
            builder.add(value);
        }
        return builder.list();
    }

    /** {@return the kind of all elements} */
    public VectorKind kind() {
        return kind;
    }

    /** {@return how many elements there are} */
    public int size() {
        return fullElements + filled;
    }

    /** {@return about how many bytes of the heap the elements take, with room for more} */
    public long bytes() {
        return fullBytes + PackedList.PIECE_BYTES + lastBytes;
    }

    /**
     * Adds a value.
     *
     * @param value boxed, of the kind
     */
    public void add(Object value) {
        makeRoom();
        last.setValue(filled++, value);
        measureStrings();
    }

    /**
     * Adds an entry of a vector of the kind.
     *
     * @param source of the kind
     * @param row of an entry that is not null
     */
    public void add(Vector source, int row) {
        if (kind == VectorKind.STRING && filled > 0 && filled < PIECE_SHARING_MAX && isAsBefore(source, row)) {
            grow();
            last.setStringRange(filled, last.starts()[filled - 1], last.lengths()[filled - 1]);
            filled++;
            return;
        }
        makeRoom();
        last.copyEntry(filled++, source, row);
        measureStrings();
    }

    /** Rows that an expansion has multiplied share their strings, however long these are. */
    private boolean isAsBefore(Vector source, int row) {
        int length = source.lengths()[row];
        int start = source.starts()[row];
        int known = last.starts()[filled - 1];
        return length == last.lengths()[filled - 1]
                && Arrays.equals(source.bytes(), start, start + length, last.bytes(), known, known + length);
    }

    private void makeRoom() {
        if (filled >= PIECE_ELEMENTS_MAX || last.stringBytes() >= PIECE_STRING_BYTES_MAX) {
            endPiece();
        }
        grow();
    }

    private void grow() {
        if (filled == last.count()) {
            int wanted = Math.max(ROOM_ELEMENTS_MIN, filled + (filled >> 1));
            last.resize(filled < PIECE_ELEMENTS_MAX ? Math.min(PIECE_ELEMENTS_MAX, wanted) : wanted);
            lastBytes = last.bytesReserved();
        }
    }

    /** Their bytes grow when they want to. */
    private void measureStrings() {
        if (kind == VectorKind.STRING) {
            lastBytes = last.bytesReserved();
        }
    }

    /**
     * Adds consecutive entries of a vector of the kind, none of them null.
     *
     * @param source of the kind
     * @param from the first of them
     * @param count how many
     */
    public void addAll(Vector source, int from, int count) {
        if (kind == VectorKind.STRING || count < RUN_ELEMENTS_MIN) {
            for (int row = from; row < from + count; row++) {
                add(source, row);
            }
            return;
        }
        int done = 0;
        while (done < count) {
            if (filled == PIECE_ELEMENTS_MAX) {
                endPiece();
            }
            int some = Math.min(count - done, PIECE_ELEMENTS_MAX - filled);
            last.resize(filled);
            last.append(source, from + done, some);
            filled += some;
            done += some;
        }
        lastBytes = last.bytesReserved();
    }

    /**
     * Adds consecutive elements of a list of the kind.
     *
     * @param list of the kind
     * @param from the first of them
     * @param count how many
     */
    public void addAll(TypedList list, int from, int count) {
        Vector some = new Vector();
        for (int done = 0; done < count; done += some.count()) {
            some.reset(kind, 0);
            list.appendTo(some, from + done, Math.min(PIECE_ELEMENTS_MAX, count - done));
            addAll(some, 0, some.count());
        }
    }

    private void endPiece() {
        last.resize(filled);
        Vector piece = trimmed(last);
        fullElements = Math.addExact(fullElements, filled);
        full.add(piece);
        fullBytes += PackedList.PIECE_BYTES + piece.bytesReserved();
        last = new Vector();
        last.reset(kind, 0);
        filled = 0;
        lastBytes = 0;
    }

    /** The same entries with little to spare. */
    private static Vector trimmed(Vector piece) {
        long usedBytes = usedBytes(piece);
        long spareBytes = piece.bytesReserved() - usedBytes;
        if (spareBytes <= usedBytes / SPARE_DIVISOR) {
            return piece;
        }
        Vector trimmed = new Vector();
        trimmed.reset(piece.kind(), piece.count());
        if (piece.kind() == VectorKind.STRING) {
            copyStrings(piece, trimmed);
        } else {
            VectorCopies.run(trimmed, 0, piece, 0, piece.count());
        }
        return trimmed;
    }

    private static long usedBytes(Vector piece) {
        int count = piece.count();
        return switch (piece.kind()) {
            case STRING -> 9L * count + piece.stringBytes();
            case RELATIONSHIP -> 25L * count;
            case TIME, LOCAL_DATETIME, ZONED_DATETIME -> 17L * count;
            default -> 9L * count;
        };
    }

    private static void copyStrings(Vector from, Vector to) {
        int start = to.reserveBytes(from.stringBytes());
        System.arraycopy(from.bytes(), 0, to.bytes(), start, from.stringBytes());
        for (int index = 0; index < from.count(); index++) {
            to.setStringRange(index, start + from.starts()[index], from.lengths()[index]);
        }
    }

    /** {@return the list of all elements; nothing may be added afterwards} */
    public PackedList list() {
        List<Vector> pieces = new ArrayList<>(full);
        last.resize(filled);
        if (filled > 0) {
            pieces.add(trimmed(last));
        }
        return new PackedList(kind, pieces.toArray(Vector[]::new));
    }
}
