package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.storage.file.KindCode;
import org.thetisdb.value.vector.VectorKind;

/**
 * The head of a blocked column.
 *
 * <pre>
 *    0       4           8       12          16                       16 + 64 × blockCount
 *    +-------+-----------+-------+-----------+------------------------+------------------
 *    | magic | blockRows | count | blockCount| 64 bytes each          | segments …
 *    +-------+-----------+-------+-----------+------------------------+------------------
 *   for each block:
 *    0        8       16           24          32        40        48       56     57      64
 *    +--------+-------+------------+-----------+---------+---------+--------+------+-------+
 *    | offset | bytes | valueCount | nullCount | minimum | maximum | distinct| kind | 0     |
 *    +--------+-------+------------+-----------+---------+---------+--------+------+-------+
 * </pre>
 *
 * Offsets are relative to the column. Value i is row {@code i % blockRows} of block {@code i / blockRows}. For kind
 * FLOAT minimum and maximum are the bits of doubles. With a zone map for each block, a block that did not change is
 * copied into a new column without being read.
 */
final class BlockedColumnLayout {
    static final int MAGIC = 0x32434254; // "TBC2"
    static final int BLOCK_ROWS = 4;
    static final int COUNT = 8;
    static final int BLOCK_COUNT = 12;
    static final int HEADER_BYTES = 16;
    static final int ENTRY_BYTES = 64;

    private BlockedColumnLayout() {}

    static int reserve(SegmentSink sink, int count, int blockCount) {
        int start = sink.reserve(entry(blockCount));
        sink.setInt(start, MAGIC);
        sink.setInt(start + BLOCK_ROWS, NodeIdLayout.CHUNK_ROWS);
        sink.setInt(start + COUNT, count);
        sink.setInt(start + BLOCK_COUNT, blockCount);
        return start;
    }

    static long entry(int block) {
        return HEADER_BYTES + (long) block * ENTRY_BYTES;
    }

    static void block(SegmentSink sink, int start, int block, long at, long bytes, ZoneMap zone) {
        int entry = Math.toIntExact(start + entry(block));
        boolean doubles = zone.kind() == VectorKind.FLOAT;
        sink.setLong(entry, at - start);
        sink.setLong(entry + 8, bytes);
        sink.setLong(entry + 16, zone.valueCount());
        sink.setLong(entry + 24, zone.nullCount());
        sink.setLong(entry + 32, doubles ? Double.doubleToRawLongBits(zone.minimumDouble()) : zone.minimum());
        sink.setLong(entry + 40, doubles ? Double.doubleToRawLongBits(zone.maximumDouble()) : zone.maximum());
        sink.setLong(entry + 48, zone.distinctEstimate());
        sink.setLong(entry + 56, KindCode.of(zone.kind()));
    }

    static ZoneMap zoneMap(MemorySegment memory, long entry) {
        long code = memory.get(SegmentLayout.LONG, entry + 56);
        VectorKind kind = KindCode.kind(code < 0 || code > Byte.MAX_VALUE ? -1 : (int) code);
        long minimum = memory.get(SegmentLayout.LONG, entry + 32);
        long maximum = memory.get(SegmentLayout.LONG, entry + 40);
        boolean doubles = kind == VectorKind.FLOAT;
        return new ZoneMap(
                kind,
                memory.get(SegmentLayout.LONG, entry + 16),
                memory.get(SegmentLayout.LONG, entry + 24),
                doubles ? 0 : minimum,
                doubles ? 0 : maximum,
                doubles ? Double.longBitsToDouble(minimum) : 0,
                doubles ? Double.longBitsToDouble(maximum) : 0,
                memory.get(SegmentLayout.LONG, entry + 48));
    }
}
