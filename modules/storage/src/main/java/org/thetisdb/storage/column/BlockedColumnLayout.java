package org.thetisdb.storage.column;

import org.thetisdb.storage.NodeIdLayout;

/**
 * The head of a blocked column.
 *
 * <pre>
 *    0       4           8       12          16                       16 + 16 × blockCount
 *    +-------+-----------+-------+-----------+------------------------+------------------
 *    | magic | blockRows | count | blockCount| (offset, bytes) each   | segments …
 *    +-------+-----------+-------+-----------+------------------------+------------------
 * </pre>
 *
 * Offsets are relative to the column. Value i is row {@code i % blockRows} of block {@code i / blockRows}.
 */
final class BlockedColumnLayout {
    static final int MAGIC = 0x31434254; // "TBC1"
    static final int BLOCK_ROWS = 4;
    static final int COUNT = 8;
    static final int BLOCK_COUNT = 12;
    static final int HEADER_BYTES = 16;
    static final int ENTRY_BYTES = 16;

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

    static void block(SegmentSink sink, int start, int block, int at, int bytes) {
        int entry = Math.toIntExact(start + entry(block));
        sink.setLong(entry, at - start);
        sink.setLong(entry + Long.BYTES, bytes);
    }
}
