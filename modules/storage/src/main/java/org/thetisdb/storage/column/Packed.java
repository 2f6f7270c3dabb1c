package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.storage.packing.PackedValues;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The reading side of a packed part: {@code minimum + code × factor}, where codes are {@link PackedValues}. The bytes
 * must have been made resident by {@link #need} or with the whole segment.
 */
final class Packed {
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

    long get(long index) {
        if (width == 0) {
            return minimum;
        }
        long bit = index * width;
        long code = store.memory().get(SegmentLayout.LONG, dataOffset + (bit >>> 3)) >>> (bit & 7) & mask;
        return minimum + code * factor;
    }

    /** Gets the values at many places into {@code into[at …]}. */
    void gather(long[] places, int length, long[] into, int at) {
        if (width == 0) {
            Arrays.fill(into, at, at + length, minimum);
            return;
        }
        MemorySegment memory = store.memory();
        long data = dataOffset;
        long step = width;
        for (int i = 0; i < length; i++) {
            long bit = places[i] * step;
            into[at + i] = minimum + (memory.get(SegmentLayout.LONG, data + (bit >>> 3)) >>> (bit & 7) & mask) * factor;
        }
    }

    /** Unpacks a run into {@code into[at …]}. */
    void unpack(long first, int length, long[] into, int at) {
        if (width == 0) {
            Arrays.fill(into, at, at + length, minimum);
            return;
        }
        MemorySegment memory = store.memory();
        if (width == Long.SIZE && minimum == 0 && factor == 1) {
            MemorySegment.copy(memory, SegmentLayout.LONG, dataOffset + first * Long.BYTES, into, at, length);
            return;
        }
        if (factor == 1) {
            PackedValues.unpack(memory, dataOffset, first, length, width, minimum, into, at);
            return;
        }
        long bit = first * width;
        for (int i = at; i < at + length; i++) {
            into[i] =
                    minimum + (memory.get(SegmentLayout.LONG, dataOffset + (bit >>> 3)) >>> (bit & 7) & mask) * factor;
            bit += width;
        }
    }
}
