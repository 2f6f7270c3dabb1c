package org.thetisdb.storage.spill;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Runs of longs in temporary blocks: the least value, the bytes that each difference to it takes (0, 1, 2, 4 or 8), and
 * the differences, little-endian.
 */
public final class NarrowValues {
    private static final int HEADER_BYTES = 9;

    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private NarrowValues() {}

    private static VarHandle view(Class<?> type) {
        return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN)
                .withInvokeExactBehavior();
    }

    /** The bytes that a run takes at most. */
    public static long bytesMax(int count) {
        return HEADER_BYTES + (long) count * Long.BYTES;
    }

    /** Writes the first values of an array. The buffer's array is its own, from offset 0. */
    @SuppressWarnings("ByteBufferBackingArray") // As the comment says.
    public static void put(ByteBuffer buffer, long[] values, int count) {
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (int index = 0; index < count; index++) {
            least = Math.min(least, values[index]);
            most = Math.max(most, values[index]);
        }
        int width = count == 0 ? 0 : width(most - least);
        buffer.putLong(least).put((byte) width);
        int at = buffer.position();
        putDifferences(buffer.array(), at, width, least, values, count);
        buffer.position(at + width * count);
    }

    private static void putDifferences(byte[] bytes, int at, int width, long least, long[] values, int count) {
        switch (width) {
            case 0 -> {}
            case 1 -> {
                for (int index = 0; index < count; index++) {
                    bytes[at + index] = (byte) (values[index] - least);
                }
            }
            case 2 -> {
                for (int index = 0; index < count; index++) {
                    SHORT.set(bytes, at + 2 * index, (short) (values[index] - least));
                }
            }
            case 4 -> {
                for (int index = 0; index < count; index++) {
                    INT.set(bytes, at + 4 * index, (int) (values[index] - least));
                }
            }
            default -> {
                for (int index = 0; index < count; index++) {
                    LONG.set(bytes, at + 8 * index, values[index] - least);
                }
            }
        }
    }

    /** The width for differences up to {@code range}, which is unsigned. */
    private static int width(long range) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(range);
        return bits == 0 ? 0 : bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
    }

    /** Reads a run of so many values into an array, from a place on. The buffer's array is its own, from offset 0. */
    @SuppressWarnings("ByteBufferBackingArray") // As the comment says.
    public static void get(ByteBuffer buffer, long[] into, int at, int count) {
        long least = buffer.getLong();
        int width = buffer.get();
        int from = buffer.position();
        getDifferences(buffer.array(), from, width, least, into, at, count);
        buffer.position(from + width * count);
    }

    private static void getDifferences(byte[] bytes, int from, int width, long least, long[] into, int at, int count) {
        switch (width) {
            case 0 -> Arrays.fill(into, at, at + count, least);
            case 1 -> {
                for (int index = 0; index < count; index++) {
                    into[at + index] = least + (bytes[from + index] & 0xffL);
                }
            }
            case 2 -> {
                for (int index = 0; index < count; index++) {
                    into[at + index] = least + ((short) SHORT.get(bytes, from + 2 * index) & 0xffffL);
                }
            }
            case 4 -> {
                for (int index = 0; index < count; index++) {
                    into[at + index] = least + ((int) INT.get(bytes, from + 4 * index) & 0xffff_ffffL);
                }
            }
            default -> {
                for (int index = 0; index < count; index++) {
                    into[at + index] = least + (long) LONG.get(bytes, from + 8 * index);
                }
            }
        }
    }

    /** Passes over a run of so many values. */
    public static void skip(ByteBuffer buffer, int count) {
        int width = buffer.get(buffer.position() + Long.BYTES);
        buffer.position(buffer.position() + HEADER_BYTES + width * count);
    }
}
