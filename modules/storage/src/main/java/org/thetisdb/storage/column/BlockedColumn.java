package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Reads a blocked column; its segments are opened at first use. Not thread safe. */
public final class BlockedColumn {
    private static final int BLOCK_SHIFT = NodeIdLayout.ROW_BITS;

    private final StoreMemory store;
    private final Extent extent;
    private final ColumnScratch scratch;
    private final int count;
    private final ColumnSegment[] segments;

    private BlockedColumn(StoreMemory store, Extent extent, ColumnScratch scratch, int count, int blockCount) {
        this.store = store;
        this.scratch = scratch;
        this.extent = extent;
        this.count = count;
        segments = new ColumnSegment[blockCount];
    }

    public static BlockedColumn open(StoreMemory store, Extent extent) {
        return open(store, extent, new ColumnScratch());
    }

    /** As {@link #open(StoreMemory, Extent)}, sharing the scratch with other columns of the same worker. */
    public static BlockedColumn open(StoreMemory store, Extent extent, ColumnScratch scratch) {
        if (extent.bytes() < BlockedColumnLayout.HEADER_BYTES) {
            throw corrupt(extent, "bytes=" + extent.bytes());
        }
        store.ensure(extent.offset(), BlockedColumnLayout.HEADER_BYTES);
        MemorySegment memory = store.memory();
        int magic = memory.get(SegmentLayout.INT, extent.offset());
        int rows = memory.get(SegmentLayout.INT, extent.offset() + BlockedColumnLayout.BLOCK_ROWS);
        int count = memory.get(SegmentLayout.INT, extent.offset() + BlockedColumnLayout.COUNT);
        int blocks = memory.get(SegmentLayout.INT, extent.offset() + BlockedColumnLayout.BLOCK_COUNT);
        if (magic != BlockedColumnLayout.MAGIC
                || rows != NodeIdLayout.CHUNK_ROWS
                || count < 0
                || blocks != (int) (((long) count + rows - 1) / rows)
                || BlockedColumnLayout.entry(blocks) > extent.bytes()) {
            throw corrupt(
                    extent,
                    "magic=0x" + Integer.toHexString(magic) + ", blockRows=" + rows + ", count=" + count
                            + ", blockCount=" + blocks);
        }
        return new BlockedColumn(store, extent, scratch, count, blocks);
    }

    private static ThetisException corrupt(Extent extent, String found) {
        return new ThetisException(
                ErrorCode.CORRUPT_STRUCTURE,
                "relationship column is damaged: offset=" + extent.offset() + ", bytes=" + extent.bytes() + ", found: "
                        + found);
    }

    /** Values and nulls. */
    public int count() {
        return count;
    }

    public int blockCount() {
        return segments.length;
    }

    public static int block(int slot) {
        return slot >>> BLOCK_SHIFT;
    }

    public static int rowInBlock(int slot) {
        return slot & NodeIdLayout.CHUNK_ROWS - 1;
    }

    /** The segment of a block; its row r is value {@code block << 15 | r}. */
    public ColumnSegment segment(int block) {
        ColumnSegment segment = segments[block];
        if (segment == null) {
            segment = open(block);
            segments[block] = segment;
        }
        return segment;
    }

    /** What a block holds, without reading it. */
    public ZoneMap zoneMap(int block) {
        return BlockedColumnLayout.zoneMap(store.memory(), ensureEntry(block));
    }

    private long ensureEntry(int block) {
        long entry = extent.offset() + BlockedColumnLayout.entry(block);
        store.ensure(entry, BlockedColumnLayout.ENTRY_BYTES);
        return entry;
    }

    /** Where a block lies. */
    private Extent blockExtent(int block) {
        long entry = ensureEntry(block);
        long offset = store.memory().get(SegmentLayout.LONG, entry);
        long bytes = store.memory().get(SegmentLayout.LONG, entry + Long.BYTES);
        if (offset < 0 || bytes < 0 || (offset & 7) != 0 || offset > extent.bytes() - bytes) {
            throw corrupt(extent, "block=" + block + ", offset=" + offset + ", bytes=" + bytes);
        }
        return extent.part(extent.offset() + offset, bytes);
    }

    /** Adds a block as it is to the column that an encoder is making. */
    ZoneMap copyTo(ColumnEncoder encoder, int block) {
        ZoneMap zone = zoneMap(block);
        Extent lies = blockExtent(block);
        store.ensure(lies.offset(), lies.bytes());
        return encoder.copyBlock(block, store.memory(), lies.offset(), Math.toIntExact(lies.bytes()), zone);
    }

    private ColumnSegment open(int block) {
        ColumnSegment segment = ColumnSegment.open(store, blockExtent(block), scratch);
        int expected = Math.min(NodeIdLayout.CHUNK_ROWS, count - (block << BLOCK_SHIFT));
        if (segment.count() != expected) {
            throw corrupt(extent, "block=" + block + ", count=" + segment.count() + ", expected=" + expected);
        }
        return segment;
    }
}
