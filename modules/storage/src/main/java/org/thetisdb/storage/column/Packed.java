package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.thetisdb.storage.ColumnCodes;
import org.thetisdb.storage.ColumnTotals;
import org.thetisdb.storage.RangeTest;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.storage.packing.PackedSums;
import org.thetisdb.storage.packing.PackedTests;
import org.thetisdb.storage.packing.PackedValues;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.VectorKind;

/**
 * The reading side of a packed part: {@code minimum + code × factor}, where codes are {@link PackedValues}. The bytes
 * must have been made resident by {@link #need} or with the whole segment.
 */
final class Packed {
    /** From so many values on, copying their bytes to the heap first costs less than reading them where they are. */
    private static final int COPIED_COUNT_MIN = 32;

    private final StoreMemory store;
    private final long dataOffset;
    private final long minimum;
    private final long factor;
    private final int width;
    private final long mask;
    private final int count;

    /** Reads the part's header, which is made resident first, and checks that its data end before {@code end}. */
    Packed(StoreMemory store, long offset, long end) {
        this.store = store;
        store.ensure(offset, SegmentLayout.PACKED_HEADER_BYTES);
        MemorySegment memory = store.memory();
        minimum = memory.get(SegmentLayout.LONG, offset);
        factor = memory.get(SegmentLayout.LONG, offset + SegmentLayout.PACKED_FACTOR);
        width = memory.get(SegmentLayout.INT, offset + SegmentLayout.PACKED_WIDTH);
        count = memory.get(SegmentLayout.INT, offset + SegmentLayout.PACKED_COUNT);
        boolean wide = width == Long.SIZE;
        if (count < 0
                || width < 0
                || width > PackedValues.BITS_MAX && !wide
                || factor < 1
                || SegmentLayout.packedDataBytes(count, width) > end - offset - SegmentLayout.PACKED_HEADER_BYTES) {
            throw new ThetisException(
                    ErrorCode.CORRUPT_STRUCTURE,
                    "packed values are damaged: offset=" + offset + ", width=" + width + ", count=" + count
                            + ", factor=" + factor + ", end=" + end);
        }
        mask = PackedValues.mask(width);
        dataOffset = offset + SegmentLayout.PACKED_HEADER_BYTES;
    }

    int count() {
        return count;
    }

    boolean isConstant() {
        return width == 0;
    }

    long minimum() {
        return minimum;
    }

    /** Makes the codes of a run readable. */
    void need(long first, long length) {
        if (width > 0 && length > 0) {
            long from = first * width >>> 3;
            store.ensure(dataOffset + from, ((first + length) * width >>> 3) + Long.BYTES - from);
        }
    }

    /** As {@link StoreMemory#wantSoon}, of one value. */
    void wantSoon(long index) {
        if (width > 0) {
            store.wantSoon(dataOffset + (index * width >>> 3), Long.BYTES);
        }
    }

    long get(long index) {
        if (width == 0) {
            return minimum;
        }
        long bit = index * width;
        long code = store.memory().get(SegmentLayout.LONG, dataOffset + (bit >>> 3)) >>> (bit & 7) & mask;
        return minimum + code * factor;
    }

    /** Gets the values at many places into {@code into[at …]}. */
    void gather(long[] places, int length, long[] into, int at, ColumnScratch scratch) {
        if (width == 0) {
            Arrays.fill(into, at, at + length, minimum);
        } else if (isNear(places, length)) {
            gatherNear(places, length, into, at, scratch);
        } else {
            gatherFar(places, length, into, at);
        }
    }

    /** Whether the places ascend, and all values between them take no more than a word for each place. */
    private boolean isNear(long[] places, int length) {
        if (length < COPIED_COUNT_MIN
                || width == Long.SIZE
                || (places[length - 1] - places[0]) * width >>> 6 > length
                || places[length - 1] < places[0]) {
            return false;
        }
        long order = 0;
        for (int i = 1; i < length; i++) {
            order |= places[i] - places[i - 1];
        }
        return order >= 0;
    }

    private void gatherNear(long[] places, int length, long[] into, int at, ColumnScratch scratch) {
        long first = places[0];
        int run = (int) (places[length - 1] - first) + 1;
        long[] words = scratch.words(PackedValues.words(run, width));
        long used = PackedValues.copy(store.memory(), dataOffset, first, run, width, words) - first * width;
        long bits = mask;
        long base = minimum;
        long step = factor;
        for (int i = 0; i < length; i++) {
            int bit = (int) (places[i] * width + used);
            long word = words[bit >>> 6] >>> bit | words[(bit >>> 6) + 1] << 1 << ~bit;
            into[at + i] = base + (word & bits) * step;
        }
    }

    private void gatherFar(long[] places, int length, long[] into, int at) {
        MemorySegment memory = store.memory();
        long data = dataOffset;
        long step = width;
        for (int i = 0; i < length; i++) {
            long bit = places[i] * step;
            into[at + i] = minimum + (memory.get(SegmentLayout.LONG, data + (bit >>> 3)) >>> (bit & 7) & mask) * factor;
        }
    }

    /** Unpacks a run into {@code into[at …]}. */
    void unpack(long first, int length, long[] into, int at, ColumnScratch scratch) {
        if (width == 0) {
            Arrays.fill(into, at, at + length, minimum);
            return;
        }
        MemorySegment memory = store.memory();
        if (width == Long.SIZE) {
            MemorySegment.copy(memory, SegmentLayout.LONG, dataOffset + first * Long.BYTES, into, at, length);
            scale(into, at, length, minimum);
            return;
        }
        long base = factor == 1 ? minimum : 0;
        if (length < COPIED_COUNT_MIN) {
            PackedValues.unpack(memory, dataOffset, first, length, width, base, into, at);
        } else {
            long[] words = scratch.words(PackedValues.words(length, width));
            int bit = PackedValues.copy(memory, dataOffset, first, length, width, words);
            PackedValues.unpack(words, bit, length, width, base, into, at);
        }
        scale(into, at, length, minimum - base);
    }

    private void scale(long[] into, int at, int length, long base) {
        if (base == 0 && factor == 1) {
            return;
        }
        long step = factor;
        for (int i = at; i < at + length; i++) {
            into[i] = base + into[i] * step;
        }
    }

    /**
     * Unpacks a run of codes, {@code into[0 …]}.
     *
     * @param codeCount all that is not below it is no code
     * @return whether all are codes
     */
    boolean unpackCodes(long first, int length, int codeCount, int[] into, ColumnScratch scratch) {
        if (width > 0 && width <= PackedValues.CODE_BITS_MAX && minimum == 0 && factor == 1) {
            long[] words = scratch.words(PackedValues.words(length, width));
            int bit = PackedValues.copy(store.memory(), dataOffset, first, length, width, words);
            return PackedValues.unpackCodes(words, bit, length, width, codeCount, into);
        }
        long[] found = scratch.codes(length);
        unpack(first, length, found, 0, scratch);
        long outside = 0;
        for (int i = 0; i < length; i++) {
            into[i] = (int) found[i];
            outside |= found[i] | codeCount - 1 - found[i];
        }
        return outside >= 0;
    }

    /** Whether {@link #test} may be called: the codes are so narrow that several are tested at once. */
    boolean canTest() {
        return width <= PackedTests.BITS_MAX;
    }

    /**
     * Tests a run.
     *
     * @param into gets a bit for each value, the first the least significant one, whether it passes; the others of the
     *     last word are 0
     */
    void test(long first, int length, RangeTest test, long[] into, ColumnScratch scratch) {
        long from = codeAtLeast(test.least());
        long to = codeAtMost(test.greatest());
        if (from > to || width == 0) {
            Arrays.fill(into, 0, PackedTests.bitWords(length), from > to ? 0 : -1L);
            PackedTests.clearFrom(length, into);
        } else {
            long[] words = scratch.words(PackedValues.words(length, width));
            int bit = PackedValues.copy(store.memory(), dataOffset, first, length, width, words);
            PackedTests.within(words, bit, length, width, (int) from, (int) to, into);
        }
        if (!test.isInside()) {
            PackedTests.invert(length, into);
        }
    }

    /** Whether {@link #total} may be called: several codes have room in a word, and the sum in a long. */
    boolean canTotal(boolean hasSum) {
        return width <= PackedSums.BITS_MAX && (!hasSum || PackedSums.isNear(minimum, factor, width));
    }

    /** Finds the totals of a run of values that are of a kind, at least one of them. */
    void total(VectorKind kind, long first, int length, ColumnTotals totals, ColumnScratch scratch) {
        long[] chosen = totals.chosenValues();
        int values = PackedSums.chosenCount(chosen, length);
        if (width == 0 || values == 0) {
            totals.answer(kind, values, values * minimum, minimum, minimum);
            return;
        }
        long[] words = scratch.words(PackedValues.words(length, width));
        int bit = PackedValues.copy(store.memory(), dataOffset, first, length, width, words);
        long sum = totals.hasSum() ? values * minimum + factor * PackedSums.sum(words, bit, length, width, chosen) : 0;
        long bounds = totals.hasBounds() ? PackedSums.bounds(words, bit, length, width, chosen) : 0;
        totals.answer(
                kind,
                values,
                sum,
                minimum + factor * PackedSums.least(bounds),
                minimum + factor * PackedSums.greatest(bounds));
    }

    /** Whether codes have no more bits than that. */
    boolean hasCodes(int bitsMax) {
        return width <= bitsMax;
    }

    /** Whether values are their codes. */
    boolean isPlain() {
        return minimum == 0 && (factor == 1 || width == 0);
    }

    long factor() {
        return factor;
    }

    /** Copies the codes of a run, which are not {@link #hasCodes too wide}. */
    void copyCodes(long first, int length, ColumnCodes into) {
        long[] words = into.words(PackedValues.words(length, width));
        into.answer(width == 0 ? 0 : PackedValues.copy(store.memory(), dataOffset, first, length, width, words), width);
    }

    /** The least code whose value is not below; one more than the largest code if there is none. */
    private long codeAtLeast(long value) {
        if (value <= minimum) {
            return 0;
        }
        // Differences may have 64 bits, so they are taken as unsigned.
        long code = Long.divideUnsigned(value - minimum - 1, factor);
        return Long.compareUnsigned(code, mask) >= 0 ? mask + 1 : code + 1;
    }

    /** The greatest code whose value is not above; -1 if there is none. */
    private long codeAtMost(long value) {
        if (value < minimum) {
            return -1;
        }
        long code = Long.divideUnsigned(value - minimum, factor);
        return Long.compareUnsigned(code, mask) > 0 ? mask : code;
    }
}
