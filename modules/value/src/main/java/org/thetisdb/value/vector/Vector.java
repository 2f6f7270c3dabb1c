package org.thetisdb.value.vector;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A run of values of one kind, in arrays that are reused from batch to batch.
 *
 * <p>Kernels take the arrays themselves ({@link #longs()} and so on) and loop; the methods that take or give a boxed
 * value are for the edges of a query: parameters, results, lists and maps. The arrays that the kind does not use may be
 * of any length, also zero. Strings may be codes of a {@link Dictionary}, which the methods for plain ones hide.
 */
public final class Vector {
    private static final long[] NO_LONGS = {};
    private static final double[] NO_DOUBLES = {};
    private static final Object[] NO_OBJECTS = {};

    private VectorKind kind = VectorKind.NULL;
    private int count;

    /** Null while ids are still to be written by the {@link #range}, which has the array meanwhile. */
    private long @Nullable [] longs = NO_LONGS;

    private long[] longs2 = NO_LONGS;
    private long[] longs3 = NO_LONGS;
    private double[] doubles = NO_DOUBLES;
    private final StringEntries strings = new StringEntries();
    private Object[] objects = NO_OBJECTS;
    private boolean[] nulls = {};
    private boolean hasNulls;

    /** Whether the entries are, but for nulls, ids of the {@link #range}. */
    private boolean isRange;

    /** Null until ids are a range for the first time. */
    private @Nullable IdRange range;

    /** Null until somebody asks. */
    private @Nullable ObjectBytes objectBytes;

    /** A vector of kind {@link VectorKind#NULL} without entries, which grows as it is used. */
    public Vector() {}

    /**
     * Makes this an empty vector of {@code count} entries of {@code kind}, none null, their data unspecified.
     *
     * @param newKind the kind of all entries
     * @param newCount at least 0
     */
    public void reset(VectorKind newKind, int newCount) {
        kind = newKind;
        count = newCount;
        isRange = false;
        longs = longs == null ? range().takeRoom() : longs;
        strings.clear();
        if (objectBytes != null) {
            objectBytes.clear();
        }
        ensure(newKind, newCount);
        if (hasNulls) {
            Arrays.fill(nulls, false);
            hasNulls = false;
        }
        if (newKind == VectorKind.NULL) {
            setAllNull();
        }
    }

    /**
     * Makes this ids that follow one upon the other; they must stay as they are until the next reset.
     *
     * @param newKind a kind whose values are a long each
     * @param first the first of them
     * @param newCount at least 0
     */
    public void resetToRange(VectorKind newKind, long first, int newCount) {
        reset(newKind, 0); // Room for ids and nulls is made when somebody asks for them, which most never do.
        count = newCount;
        beginRange(first, newCount, null);
    }

    private void beginRange(long first, int length, int @Nullable [] rows) {
        range().begin(first, length, rows, longs());
        isRange = count > 0;
        longs = null;
    }

    /** {@return whether these are ids of one {@link #range}, at least one, and none null} */
    public boolean isOfRange() {
        return isRange && !hasNulls;
    }

    /** {@return the range that the ids {@linkplain #isOfRange are of}} */
    public IdRange range() {
        range = range == null ? new IdRange() : range;
        return range;
    }

    private void ensure(VectorKind wanted, int capacity) {
        nulls = ArrayGrowth.room(nulls, capacity);
        if (wanted.usesLongs()) {
            longs = ArrayGrowth.room(longs(), capacity);
        }
        if (wanted.usesLongs2()) {
            longs2 = ArrayGrowth.room(longs2, capacity);
        }
        switch (wanted) {
            case RELATIONSHIP -> longs3 = ArrayGrowth.room(longs3, capacity);
            case FLOAT -> doubles = ArrayGrowth.room(doubles, capacity);
            case STRING -> strings.ensure(capacity);
            case OBJECT -> objects = ArrayGrowth.room(objects, capacity);
            default -> {}
        }
    }

    /**
     * Changes the number of entries and keeps the data of those that stay.
     *
     * @param newCount at least 0
     */
    public void resize(int newCount) {
        isRange &= newCount == count;
        if (newCount > count) {
            if (isCoded()) {
                strings.makePlain();
            }
            grow(newCount);
        }
        count = newCount;
    }

    /** Adds entries, coded ones as well: their data are unspecified. */
    void grow(int newCount) {
        ensure(kind, newCount);
        hasNulls |= kind == VectorKind.NULL;
        if (hasNulls) {
            Arrays.fill(nulls, count, newCount, kind == VectorKind.NULL);
        }
        count = newCount;
    }

    /** {@return the kind of all entries} */
    public VectorKind kind() {
        return kind;
    }

    /** {@return the number of entries} */
    public int count() {
        return count;
    }

    /** {@return the first parts of values of a kind that {@linkplain VectorKind#usesLongs uses} them} */
    public long[] longs() {
        long[] written = longs;
        if (written == null) {
            written = range().write(count);
            longs = written;
        }
        return written;
    }

    /** {@return the second parts of values of a kind that {@linkplain VectorKind#usesLongs2 uses} them} */
    public long[] longs2() {
        return longs2;
    }

    /** {@return the third parts: end nodes of relationships} */
    public long[] longs3() {
        return longs3;
    }

    /** {@return the values of kind FLOAT} */
    public double[] doubles() {
        return doubles;
    }

    /** {@return the bytes of all strings; entry i is the {@code lengths()[i]} bytes from {@code starts()[i]}} */
    public byte[] bytes() {
        return strings.bytes();
    }

    /** {@return where strings start in {@link #bytes}; not to be written if they are {@linkplain #isCoded coded}} */
    public int[] starts() {
        return strings.starts();
    }

    /** {@return how many bytes strings have; as {@link #starts}} */
    public int[] lengths() {
        return strings.lengths();
    }

    StringEntries strings() {
        return strings;
    }

    /** {@return whether these are strings of which each is known by its place in a dictionary} */
    public boolean isCoded() {
        return kind == VectorKind.STRING && strings.isCoded();
    }

    /** {@return by entry, the code of its string if these are coded; that of a null is any that the dictionary has} */
    public int[] codes() {
        return strings.codes();
    }

    /** {@return the dictionary of strings that are {@linkplain #isCoded coded}} */
    public Dictionary dictionary() {
        return strings.dictionary();
    }

    /**
     * Makes the entries codes of a dictionary, nulls as they are, until one is written otherwise or some are added. All
     * {@link #codes} must be written next.
     *
     * @param dictionary has at least one string
     * @throws VectorFullException if strings may not take so much
     */
    public void code(Dictionary dictionary) {
        strings.code(dictionary, count);
    }

    /**
     * As {@link #code(Dictionary)} with the dictionary by which entries were coded last, if that is a source's.
     *
     * @param source as of the {@link Dictionary}
     * @return whether it was done
     */
    public boolean codeAgain(Object source) {
        return strings.codeAgain(source, count);
    }

    /** {@return the values of kind OBJECT} */
    public Object[] objects() {
        return objects;
    }

    /** {@return true where the entry is null; all false unless {@link #hasNulls()}} */
    public boolean[] nulls() {
        nulls = ArrayGrowth.room(nulls, count);
        return nulls;
    }

    /** {@return whether an entry may be null} */
    public boolean hasNulls() {
        return hasNulls;
    }

    /**
     * {@return whether an entry is null}
     *
     * @param index below {@link #count}
     */
    public boolean isNull(int index) {
        return hasNulls && nulls[index];
    }

    /**
     * Makes an entry null.
     *
     * @param index below {@link #count}
     */
    public void setNull(int index) {
        nulls()[index] = true;
        hasNulls = true;
    }

    /**
     * Takes back {@link #setNull}; the entry's data are unspecified until they are written.
     *
     * @param index below {@link #count}
     */
    public void setNotNull(int index) {
        isRange = false;
        if (hasNulls) {
            nulls[index] = false;
        }
    }

    /** Makes all entries null. */
    public void setAllNull() {
        Arrays.fill(nulls(), 0, count, true);
        hasNulls |= count > 0;
    }

    /** {@return what the strings of all entries take, in bytes; 0 if they are of another kind} */
    public int stringBytes() {
        return kind == VectorKind.STRING ? strings.stringBytes() : 0;
    }

    /**
     * Says how much memory the strings of all entries may take together, from now on.
     *
     * @param max in bytes; {@link Integer#MAX_VALUE} for any
     */
    public void limitStringBytes(int max) {
        strings.limitBytes(max);
    }

    /**
     * Makes room for {@code extra} more string bytes and returns where they start.
     *
     * @param extra bytes that will be written after those that are there
     * @return where they start
     * @throws org.thetisdb.value.ThetisException LIMIT_EXCEEDED if the strings would take more than 2 GiB together
     * @throws VectorFullException if the array would have to grow, and the strings may not take so much
     */
    public int reserveBytes(long extra) {
        return strings.reserve(extra);
    }

    /**
     * Appends a string's bytes and makes an entry of them.
     *
     * @param index below {@link #count}
     * @param source UTF-8
     * @param from where the string starts in the source
     * @param length in bytes
     */
    public void setString(int index, byte[] source, int from, int length) {
        strings.set(index, source, from, length);
    }

    /**
     * Makes entry {@code index} the bytes that were put at {@code start} before, so that strings can share them.
     *
     * @param index below {@link #count}
     * @param start in {@link #bytes}
     * @param length in bytes
     */
    public void setStringRange(int index, int start, int length) {
        strings.setRange(index, start, length);
    }

    /**
     * {@return the entry as a boxed value; null for null}
     *
     * @param index below {@link #count}
     */
    public @Nullable Object valueAt(int index) {
        if (isNull(index)) {
            return null;
        }
        return BoxedValues.get(this, index);
    }

    /**
     * Stores a boxed value. A value of another kind than the vector's turns the whole vector into OBJECT.
     *
     * @param index below {@link #count}
     * @param value boxed, or null
     */
    public void setValue(int index, @Nullable Object value) {
        if (value == null) {
            setNull(index);
            return;
        }
        if (kind != VectorKind.OBJECT && !BoxedValues.isSurelyOf(kind, value) && !become(BoxedValues.kindOf(value))) {
            promote();
        }
        setNotNull(index);
        BoxedValues.set(this, index, value);
    }

    /**
     * Gives a vector of nulls a kind.
     *
     * @param wanted not {@link VectorKind#NULL}
     * @return whether the vector is of that kind now: any other than a vector of nulls stays as it is
     */
    public boolean become(VectorKind wanted) {
        if (kind == VectorKind.NULL) {
            ensure(wanted, count);
            kind = wanted;
        }
        return kind == wanted;
    }

    /** Turns the vector into kind OBJECT with the same values. */
    public void promote() {
        if (kind == VectorKind.OBJECT) {
            return;
        }
        ensure(VectorKind.OBJECT, count);
        for (int index = 0; index < count; index++) {
            objects[index] = BoxedValues.getOrNull(this, index);
        }
        kind = VectorKind.OBJECT;
    }

    /**
     * Makes entry {@code index} a copy of entry {@code from} of {@code source}, whatever the kinds are.
     *
     * @param index below {@link #count}
     * @param source another vector
     * @param from below the source's count
     */
    public void copyEntry(int index, Vector source, int from) {
        if (source.isNull(from)) {
            setNull(index);
            return;
        }
        if (source.kind != kind || kind == VectorKind.OBJECT) {
            setValue(index, source.valueAt(from));
            return;
        }
        setNotNull(index);
        VectorCopies.entry(this, index, source, from);
    }

    /**
     * As {@link #append(Vector, int, int)}, from the first entry on.
     *
     * @param source another vector
     * @param sourceCount how many of its entries
     */
    public void append(Vector source, int sourceCount) {
        append(source, 0, sourceCount);
    }

    /**
     * Appends {@code added} entries of another vector from {@code from} on, whatever the kinds are.
     *
     * @param source another vector
     * @param from the first of its entries
     * @param added how many of them
     */
    public void append(Vector source, int from, int added) {
        VectorCopies.append(this, source, from, added);
    }

    /**
     * Makes this longer by nulls until it has {@code newCount} entries; does nothing if it has them.
     *
     * @param newCount at least {@link #count}, or nothing is done
     */
    public void padWithNulls(int newCount) {
        int start = count;
        if (start < newCount) {
            resize(newCount);
            Arrays.fill(nulls, start, newCount, true);
            hasNulls = true;
        }
    }

    /**
     * About how many bytes the arrays take, and the objects in them. What is appended later is counted when this is
     * asked again; an entry that is changed after it was counted keeps its former size.
     *
     * @return bytes of the heap, about
     */
    public long bytesReserved() {
        return 8L * (longs().length + longs2.length + longs3.length + doubles.length)
                + strings.bytesReserved()
                + nulls.length
                + 4L * objects.length
                + (kind == VectorKind.OBJECT ? objectBytes().upTo(objects, count) : 0);
    }

    /** {@return what the values of kind OBJECT take, and may take} */
    public ObjectBytes objectBytes() {
        objectBytes = objectBytes == null ? new ObjectBytes() : objectBytes;
        return objectBytes;
    }

    /**
     * Makes this vector {@code source[rows[0]], source[rows[1]], …}; a row of -1 gives null.
     *
     * @param source another vector
     * @param rows indexes into the source, or -1
     * @param rowCount how many of them count
     */
    public void gather(Vector source, int[] rows, int rowCount) {
        reset(source.kind, rowCount);
        VectorCopies.gather(this, source, rows, rowCount, VectorCopies.areRows(rows, 0, rowCount));
    }

    /**
     * As {@link #gather}, of rows that are all of the source. If its ids are a range, these are not written until
     * somebody asks for them; so the rows must stay as they are until the next reset.
     *
     * @param source another vector
     * @param rows indexes into the source
     * @param rowCount how many of them count
     */
    public void choose(Vector source, int[] rows, int rowCount) {
        reset(source.kind, rowCount);
        if (source.isOfRange() && source.range().isWhole()) {
            beginRange(source.range().first(), source.count, rows);
        } else {
            VectorCopies.gather(this, source, rows, rowCount, true);
        }
    }
}
