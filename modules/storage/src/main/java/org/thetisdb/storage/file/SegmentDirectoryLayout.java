package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.thetisdb.storage.ZoneMap;

/**
 * A directory of segments by chunk number.
 *
 * <pre>
 *    0        4            8           12          16
 *    +--------+------------+-----------+-----------+
 *    | magic  | firstChunk | count     | 0         |
 *    +--------+------------+-----------+-----------+
 *   then for each chunk from firstChunk on:
 *    0        8       16           24          32        40        48         56     60     64
 *    +--------+-------+------------+-----------+---------+---------+----------+------+------+
 *    | offset | bytes | valueCount | nullCount | minimum | maximum | distinct | kind | file |
 *    +--------+-------+------------+-----------+---------+---------+----------+------+------+
 * </pre>
 *
 * For kind FLOAT minimum and maximum are the bits of doubles. A chunk without the segment has bytes 0.
 */
final class SegmentDirectoryLayout {
    static final int MAGIC = 0x31445354; // "TSD1"
    static final int HEADER_BYTES = 16;
    static final int ENTRY_BYTES = 64;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private SegmentDirectoryLayout() {}

    static void header(MemorySegment memory, int firstChunk, int count) {
        memory.set(INT, 0, MAGIC);
        memory.set(INT, 4, firstChunk);
        memory.set(INT, 8, count);
        memory.set(INT, 12, 0);
    }

    static int magic(MemorySegment memory) {
        return memory.get(INT, 0);
    }

    static int firstChunk(MemorySegment memory) {
        return memory.get(INT, 4);
    }

    static int count(MemorySegment memory) {
        return memory.get(INT, 8);
    }

    /** Where an entry begins; all that is asked of an entry is asked by such a place. */
    static long entry(int index) {
        return HEADER_BYTES + (long) index * ENTRY_BYTES;
    }

    static void entry(MemorySegment memory, long at, Extent extent, ZoneMap zone) {
        boolean doubles = zone.kind() == org.thetisdb.value.vector.VectorKind.FLOAT;
        memory.set(LONG, at, extent.offset());
        memory.set(LONG, at + 8, extent.bytes());
        memory.set(LONG, at + 16, zone.valueCount());
        memory.set(LONG, at + 24, zone.nullCount());
        memory.set(LONG, at + 32, doubles ? Double.doubleToRawLongBits(zone.minimumDouble()) : zone.minimum());
        memory.set(LONG, at + 40, doubles ? Double.doubleToRawLongBits(zone.maximumDouble()) : zone.maximum());
        memory.set(LONG, at + 48, zone.distinctEstimate());
        memory.set(INT, at + 56, KindCode.of(zone.kind()));
        memory.set(INT, at + 60, extent.file());
    }

    static long offset(MemorySegment memory, long at) {
        return memory.get(LONG, at);
    }

    static long bytes(MemorySegment memory, long at) {
        return memory.get(LONG, at + 8);
    }

    static int file(MemorySegment memory, long at) {
        return memory.get(INT, at + 60);
    }

    static long valueCount(MemorySegment memory, long at) {
        return memory.get(LONG, at + 16);
    }

    static ZoneMap zoneMap(MemorySegment memory, long at) {
        var kind = KindCode.kind(memory.get(INT, at + 56));
        long minimum = memory.get(LONG, at + 32);
        long maximum = memory.get(LONG, at + 40);
        boolean doubles = kind == org.thetisdb.value.vector.VectorKind.FLOAT;
        return new ZoneMap(
                kind,
                memory.get(LONG, at + 16),
                memory.get(LONG, at + 24),
                doubles ? 0 : minimum,
                doubles ? 0 : maximum,
                doubles ? Double.longBitsToDouble(minimum) : 0,
                doubles ? Double.longBitsToDouble(maximum) : 0,
                memory.get(LONG, at + 48));
    }
}
