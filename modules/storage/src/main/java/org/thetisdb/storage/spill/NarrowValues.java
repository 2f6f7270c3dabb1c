package org.thetisdb.storage.spill;

import java.nio.ByteBuffer;

/**
 * Runs of longs in temporary blocks: the least value, the bytes that each difference to it takes (0, 1, 2, 4 or 8), and
 * the differences.
 */
public final class NarrowValues {
    private static final int HEADER_BYTES = 9;

    private NarrowValues() {}

    /** The bytes that a run takes at most. */
    public static long bytesMax(int count) {
        return HEADER_BYTES + (long) count * Long.BYTES;
    }

    /** Writes the first values of an array. */
    public static void put(ByteBuffer buffer, long[] values, int count) {
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (int index = 0; index < count; index++) {
            least = Math.min(least, values[index]);
            most = Math.max(most, values[index]);
        }
        int width = count == 0 ? 0 : width(most - least);
        buffer.putLong(least).put((byte) width);
        switch (width) {
            case 0 -> {}
            case 1 -> {
                for (int index = 0; index < count; index++) {
                    buffer.put((byte) (values[index] - least));
                }
            }
            case 2 -> {
                for (int index = 0; index < count; index++) {
                    buffer.putShort((short) (values[index] - least));
                }
            }
            case 4 -> {
                for (int index = 0; index < count; index++) {
                    buffer.putInt((int) (values[index] - least));
                }
            }
            default -> {
                for (int index = 0; index < count; index++) {
                    buffer.putLong(values[index] - least);
                }
            }
        }
    }

    /** The width for differences up to {@code range}, which is unsigned. */
    private static int width(long range) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(range);
        return bits == 0 ? 0 : bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
    }

    /** Reads a run of so many values into an array, from a place on. */
    public static void get(ByteBuffer buffer, long[] into, int at, int count) {
        long least = buffer.getLong();
        int width = buffer.get();
        int end = at + count;
        switch (width) {
            case 0 -> java.util.Arrays.fill(into, at, end, least);
            case 1 -> {
                for (int index = at; index < end; index++) {
                    into[index] = least + (buffer.get() & 0xffL);
                }
            }
            case 2 -> {
                for (int index = at; index < end; index++) {
                    into[index] = least + (buffer.getShort() & 0xffffL);
                }
            }
            case 4 -> {
                for (int index = at; index < end; index++) {
                    into[index] = least + (buffer.getInt() & 0xffff_ffffL);
                }
            }
            default -> {
                for (int index = at; index < end; index++) {
                    into[index] = least + buffer.getLong();
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
