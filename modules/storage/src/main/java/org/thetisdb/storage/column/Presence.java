package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.packing.PackedTests;
import org.thetisdb.storage.packing.PresentBits;
import org.thetisdb.value.vector.Vector;

/**
 * Which rows of a segment have a value, and which value: a bit for each row, and for each word of bits how many are set
 * before it. Only segments with both rows that have one and rows that have none store this.
 *
 * <p>A count for each word beside a population count within it is the rank structure of G. Jacobson: Space-efficient
 * Static Trees and Graphs, 1989, with one level instead of two: 32 bits for each 64 are little beside the values.
 *
 * <p>Invariants: the count of a word is the number of bits in all words before it; all bits together are the segment's
 * values. Not thread safe.
 */
final class Presence {
    private final SegmentBytes bytes;
    private final int count;
    private final int valueCount;
    private final long words;
    private final long ranks;

    /**
     * @param words offset of the bits
     * @param ranks offset of the counts
     */
    Presence(SegmentBytes bytes, int count, int valueCount, long words, long ranks) {
        this.bytes = bytes;
        this.count = count;
        this.valueCount = valueCount;
        this.words = words;
        this.ranks = ranks;
    }

    /** The bits of 64 rows. */
    long word(long word) {
        bytes.need(words + word * Long.BYTES, Long.BYTES);
        return bytes.memory().get(SegmentLayout.LONG, words + word * Long.BYTES);
    }

    /** The place of the row's value among all values; -1 if it has none. */
    int valueIndex(int row) {
        int word = row >>> 6;
        long bits = word(word);
        long bit = 1L << row;
        return (bits & bit) == 0 ? -1 : rank(word, bits, bit);
    }

    private int rank(long word, long bits, long bit) {
        bytes.need(ranks + word * Integer.BYTES, Integer.BYTES);
        return bytes.memory().get(SegmentLayout.INT, ranks + word * Integer.BYTES) + Long.bitCount(bits & (bit - 1));
    }

    /** Values in the rows below {@code row}, which may be the count of rows. */
    int valuesBefore(int row) {
        if (row == count) {
            return valueCount;
        }
        int word = row >>> 6;
        return rank(word, word(word), 1L << row);
    }

    /**
     * Copies the bits of consecutive rows.
     *
     * @param into gets them; the others of the last word are 0
     */
    void copy(int first, int length, long[] into) {
        int firstWord = first >>> 6;
        int lastWord = first + length - 1 >>> 6;
        bytes.need(words + (long) firstWord * Long.BYTES, (long) (lastWord - firstWord + 1) * Long.BYTES);
        MemorySegment memory = bytes.memory();
        int count = PackedTests.bitWords(length);
        if ((first & Long.SIZE - 1) == 0) {
            MemorySegment.copy(memory, SegmentLayout.LONG, words + (long) firstWord * Long.BYTES, into, 0, count);
        } else {
            for (int word = 0; word < count; word++) {
                long low = memory.get(SegmentLayout.LONG, words + (long) (firstWord + word) * Long.BYTES);
                long high = firstWord + word == lastWord
                        ? 0
                        : memory.get(SegmentLayout.LONG, words + (long) (firstWord + word + 1) * Long.BYTES);
                into[word] = low >>> first | high << -first;
            }
        }
        PackedTests.clearFrom(length, into);
    }

    private long[] bits(int first, int length) {
        long[] bits = bytes.scratch().presence(PackedTests.bitWords(length));
        copy(first, length, bits);
        return bits;
    }

    /** Of a bit for each of consecutive rows, those of rows that have a value: a bit for each value. */
    long[] ofValues(long[] ofRows, int first, int length) {
        long[] ofValues = bytes.scratch().valueBits(length);
        PresentBits.gather(ofRows, bits(first, length), length, ofValues);
        return ofValues;
    }

    /** The reverse: gives consecutive rows the bits of their values, and 0 to those without one. */
    void spread(long[] ofValues, int first, int length, long[] into) {
        PresentBits.spread(ofValues, bits(first, length), length, into);
    }

    /** Makes the entries null whose rows have no value, and the others not; there must be {@code values} of those. */
    void setNulls(int first, int length, int values, Vector into, int at) {
        int firstWord = first >>> 6;
        int lastWord = first + length - 1 >>> 6;
        bytes.need(words + (long) firstWord * Long.BYTES, (long) (lastWord - firstWord + 1) * Long.BYTES);
        boolean[] nulls = into.nulls();
        int present = 0;
        MemorySegment memory = bytes.memory();
        // Only setNull can say that there are any; then no row looks at the bits again.
        into.setNull(at);
        for (int word = firstWord; word <= lastWord; word++) {
            long bits = memory.get(SegmentLayout.LONG, words + (long) word * Long.BYTES);
            int begin = Math.max(first, word << 6);
            int end = Math.min(first + length, word + 1 << 6);
            for (int row = begin; row < end; row++) {
                boolean isNull = (bits >>> row & 1) == 0;
                nulls[at + row - first] = isNull;
                present += isNull ? 0 : 1;
            }
        }
        bytes.expect(present == values, "a presence bit for each value", values, present - values);
    }

    /** As {@link ColumnSegment#presentRows(int, int, long, long[])}; all have a value if it is null. */
    static int numbers(@Nullable Presence presence, int first, int length, long number, long[] into) {
        int found = 0;
        for (int row = first; row < first + length; ) {
            int end = Math.min(first + length, (row | Long.SIZE - 1) + 1);
            long bits = presence != null ? presence.word(row >>> 6) : -1L;
            for (; row < end; row++) {
                into[found] = number + row - first;
                found += (int) (bits >>> row & 1);
            }
        }
        return found;
    }
}
