package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.thetisdb.storage.packing.PackedValues;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** A growing run of little-endian bytes in which segments are composed. Not thread safe. */
final class SegmentSink {
    private byte[] bytes = new byte[1 << 12];
    private MemorySegment memory = MemorySegment.ofArray(bytes);
    private int used;

    void clear() {
        used = 0;
    }

    int position() {
        return used;
    }

    /** Takes {@code count} zero bytes and returns where they start. */
    int reserve(long count) {
        long needed = used + count;
        if (needed > Integer.MAX_VALUE - 64) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "the values of one property in one chunk take too many bytes: bytes=" + needed + ", bytesMax="
                            + (Integer.MAX_VALUE - 64) + "; shorten the values or keep them outside the graph");
        }
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(Integer.MAX_VALUE - 64, bytes.length * 2L)));
            memory = MemorySegment.ofArray(bytes);
        }
        int start = used;
        used = (int) needed;
        Arrays.fill(bytes, start, used, (byte) 0);
        return start;
    }

    /** Pads with zeros to a multiple of 8 and returns the position. */
    int align() {
        reserve(-used & 7);
        return used;
    }

    void setByte(int at, int value) {
        bytes[at] = (byte) value;
    }

    void setInt(int at, int value) {
        memory.set(SegmentLayout.INT, at, value);
    }

    void setLong(int at, long value) {
        memory.set(SegmentLayout.LONG, at, value);
    }

    void setDouble(int at, double value) {
        memory.set(SegmentLayout.DOUBLE, at, value);
    }

    void put(byte[] source, int start, int length) {
        int at = reserve(length);
        System.arraycopy(source, start, bytes, at, length);
    }

    void put(MemorySegment source, long from, int length) {
        int at = reserve(length);
        MemorySegment.copy(source, from, memory, at, length);
    }

    void putInt(int value) {
        int at = reserve(Integer.BYTES);
        setInt(at, value);
    }

    void put(SegmentSink other) {
        put(other.bytes, 0, other.used);
    }

    /** Writes all bytes to a place in a file. */
    void writeTo(SpillFile file, long offset) {
        file.write(offset, bytes, 0, used);
    }

    MemorySegment copy(int from) {
        return MemorySegment.ofArray(Arrays.copyOfRange(bytes, from, used));
    }

    /**
     * Appends a packed part of {@code values[0 … count)}: the smallest value is taken off, and then the greatest
     * common factor of what is left, so that milliseconds kept as nanoseconds take the bits of milliseconds.
     *
     * @param values are of no use to the caller afterwards
     * @return its offset, a multiple of 8
     */
    int putPacked(long[] values, int count) {
        int start = align();
        long minimum = count == 0 ? 0 : values[0];
        long maximum = minimum;
        for (int i = 1; i < count; i++) {
            minimum = Math.min(minimum, values[i]);
            maximum = Math.max(maximum, values[i]);
        }
        long factor = factor(values, count, minimum, maximum);
        long codeMaximum = Long.divideUnsigned(maximum - minimum, factor);
        int width = PackedValues.bits(codeMaximum);
        reserve(SegmentLayout.PACKED_HEADER_BYTES);
        setLong(start, minimum);
        setLong(start + SegmentLayout.PACKED_FACTOR, factor);
        setInt(start + SegmentLayout.PACKED_WIDTH, width);
        setInt(start + SegmentLayout.PACKED_COUNT, count);
        int at = reserve(SegmentLayout.packedDataBytes(count, width));
        if (factor == 1) {
            PackedValues.pack(memory, at, 0, count, width, minimum, values, 0);
        } else {
            for (int i = 0; i < count; i++) {
                values[i] = (values[i] - minimum) / factor;
            }
            PackedValues.pack(memory, at, 0, count, width, 0, values, 0);
        }
        return start;
    }

    /** 1 unless a common factor of at least 8 saves three bits or more; only for differences without overflow. */
    private static long factor(long[] values, int count, long minimum, long maximum) {
        if (maximum - minimum < 8) {
            return 1;
        }
        long factor = 0;
        for (int i = 0; i < count; i++) {
            factor = greatestCommonDivisor(values[i] - minimum, factor);
            if (factor == 1 || factor < 0) {
                return 1;
            }
        }
        return factor < 8 ? 1 : factor;
    }

    private static long greatestCommonDivisor(long first, long second) {
        if (first < 0) {
            return 1;
        }
        long a = first;
        long b = second;
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }
}
