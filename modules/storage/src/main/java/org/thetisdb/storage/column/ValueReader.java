package org.thetisdb.storage.column;

import org.thetisdb.storage.ColumnCodes;
import org.thetisdb.storage.ColumnTotals;
import org.thetisdb.storage.RangeTest;
import org.thetisdb.storage.file.Foresight;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Reads the values of one segment, nulls apart: the decoding half of a codec. There is one for each {@link Encoding}.
 *
 * <pre>
 *   rows      [ a | null | b | null | c ]
 *   values    [ 0: a | 1: b | 2: c ]          what a codec sees; Presence knows which row has which
 * </pre>
 *
 * <p>The vector always has the segment's kind. Runs and gathers are called once for many values, so that the loops
 * are in the codec, where the compiler sees what is read.
 *
 * <p>Threads: as the segment's, one at a time.
 */
interface ValueReader {
    /** Reads one value into entry {@code index}. */
    void fetch(long value, Vector into, int index);

    /**
     * Says which bytes a value is read from, as a {@link Foresight} does: those of several parts at once, so that none
     * is met only after another.
     *
     * @param scratch to read into, of one entry; what it gets is of no use
     */
    default void tell(long value, Vector scratch) {
        fetch(value, scratch, 0);
    }

    /** Makes a value readable by {@link #gather} where not all is resident; only if {@link #canReach}. */
    default void reach(long value) {
        throw new IllegalStateException("where a value lies is known only by reading");
    }

    /** Whether it is known where a value lies before anything of it is read. */
    default boolean canReach() {
        return false;
    }

    /** Reads values that follow one upon the other into entries {@code at …}. */
    void decode(int from, int values, Vector into, int at);

    /**
     * Reads values in any order into entries {@code at …}, of which some may be null already; those have any place and
     * may be given any value. All of the segment is resident, or each of the places was {@linkplain #reach reached}.
     */
    default void gather(long[] places, int length, Vector into, int at) {
        for (int i = 0; i < length; i++) {
            if (into.isNull(at + i)) {
                continue;
            }
            if (i > 0 && places[i] == places[i - 1] && !into.isNull(at + i - 1)) {
                share(into, at + i - 1, at + i);
            } else {
                fetch(places[i], into, at + i);
            }
        }
    }

    /**
     * Tests values that follow one upon the other, if that can be done without reading each.
     *
     * @param into as {@link org.thetisdb.storage.RangeQuestion} has it
     * @return whether it was done
     */
    default boolean test(int from, int values, RangeTest test, long[] into) {
        return false;
    }

    /**
     * Finds the totals of values that follow one upon the other, if that can be done without reading each.
     *
     * @param kind of the values, which has all that is wanted
     * @param values at least 1; which of them are meant, {@code totals} say
     * @return whether it was done
     */
    default boolean total(VectorKind kind, int from, int values, ColumnTotals totals) {
        return false;
    }

    /**
     * Copies the codes of values that follow one upon the other, if they are narrow enough, and says what they mean.
     *
     * @param kind of the values
     * @param values at least 1
     * @return whether it was done
     */
    default boolean copyCodes(VectorKind kind, int from, int values, ColumnCodes into) {
        return false;
    }

    /** As {@link #decode}, of a vector that gets no values from elsewhere: entries from {@code values} on are null. */
    default void decodeAll(int from, int values, Vector into) {
        decode(from, values, into, 0);
    }

    /** As {@link #gather(long[], int, Vector, int)}, of all entries of a vector. */
    default void gatherAll(long[] places, Vector into) {
        gather(places, into.count(), into, 0);
    }

    /** How many strings there are of which values could be codes; 0 if they are no strings. */
    default int codedCount() {
        return 0;
    }

    /** What those strings take, in bytes. */
    default long codedBytes() {
        return 0;
    }

    /** Those strings. */
    default Dictionary dictionary() {
        throw new IllegalStateException("no strings");
    }

    /** Reads the codes of values in any order into {@code into[at …]}; all of the segment is resident. */
    default void gatherCodes(long[] places, int length, int[] into, int at) {
        throw new IllegalStateException("no strings");
    }

    /** Makes an entry that is not null the same as another one. */
    static void share(Vector into, int from, int to) {
        if (into.kind() == VectorKind.STRING) {
            into.setStringRange(to, into.starts()[from], into.lengths()[from]);
        } else {
            into.objects()[to] = into.objects()[from];
        }
    }

    /** The reader of a segment whose header has been checked. */
    static ValueReader of(SegmentHeader header, SegmentBytes bytes, int depth) {
        return switch (header.encoding) {
            case EMPTY -> new EmptyCodec();
            case PACKED -> new LongsCodec(bytes, header.packed[0]);
            case PACKED_PAIR -> new PairsCodec(bytes, header.packed[0], header.packed[1]);
            case ZONED -> new ZonedCodec(bytes, header.packed, header.zones);
            case DOUBLES -> new DoublesCodec(bytes, header.parts[0]);
            case DECIMAL -> new DecimalCodec(bytes, header.packed[0], header.divisor);
            case STRINGS -> new StringsCodec(bytes, header.packed[0], header.parts[1]);
            case STRING_DICTIONARY -> new DictionaryCodec(bytes, header.packed[0], header.packed[1], header.parts[2]);
            case LISTS -> ListsCodec.open(header, bytes, depth);
            case POINTS -> new PointsCodec(bytes, header.parts[0]);
            case DURATIONS -> new DurationsCodec(bytes, header.packed);
            case VARIANT -> new VariantsCodec(bytes, header.packed[0], header.parts[1]);
        };
    }
}
