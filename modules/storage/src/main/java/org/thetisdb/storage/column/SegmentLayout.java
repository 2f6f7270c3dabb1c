package org.thetisdb.storage.column;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.thetisdb.storage.packing.PackedValues;

/**
 * The header of a column segment and of its parts.
 *
 * <pre>
 *    0       4      5          6       7     8       12           16      24         32    40    48    56    64
 *    +-------+------+----------+-------+-----+-------+------------+-------+----------+-----+-----+-----+-----+
 *    | magic | kind | encoding | flags | aux | count | valueCount | bytes | presence | part 0 to 3           |
 *    +-------+------+----------+-------+-----+-------+------------+-------+----------+-----+-----+-----+-----+
 *
 *   presence: offset of   | words: 64 rows each | ranks: values before each word, int each, padded to 8 |
 *
 *   packed part (24 bytes, then data):
 *    0         8        16      20      24
 *    +---------+--------+-------+-------+------------------------------+-----------+
 *    | minimum | factor | width | count | codes, width bits each       | 8 zeros   |   value = minimum + code × factor
 *    +---------+--------+-------+-------+------------------------------+-----------+
 * </pre>
 *
 * Offsets are relative to the segment; 0 means that the part is absent. The magic detects reads from a wrong place,
 * bytes a wrong length. Eight zeros at the end let a code be read by one 8-byte load; widths are 0 to 57, or 64.
 */
final class SegmentLayout {
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    static final int MAGIC = 0x31534354; // "TCS1"
    static final int KIND = 4;
    static final int ENCODING = 5;
    static final int FLAGS = 6;
    static final int AUX = 7;
    static final int COUNT = 8;
    static final int VALUE_COUNT = 12;
    static final int BYTES = 16;
    static final int PRESENCE = 24;
    static final int PART_0 = 32;
    static final int PART_COUNT = 4;
    static final int HEADER_BYTES = PART_0 + PART_COUNT * Long.BYTES;

    static final int PACKED_FACTOR = 8;
    static final int PACKED_WIDTH = 16;
    static final int PACKED_COUNT = 20;
    static final int PACKED_HEADER_BYTES = 24;

    /** A point: coordinate system, x, y, z. */
    static final int POINT_BYTES = 32;

    static {
        if (HEADER_BYTES != 64) {
            throw new AssertionError("segment header: expected 64 bytes, found " + HEADER_BYTES);
        }
    }

    private SegmentLayout() {}

    static long packedDataBytes(long count, int width) {
        return width == 0 ? 0 : PackedValues.bytes(count, width) + PackedValues.PADDING_BYTES;
    }

    static long presenceWords(long count) {
        return (count + 63) >>> 6;
    }

    static long presenceBytes(long count) {
        long words = presenceWords(count);
        return words * Long.BYTES + ((words * Integer.BYTES + 7) & ~7L);
    }
}
