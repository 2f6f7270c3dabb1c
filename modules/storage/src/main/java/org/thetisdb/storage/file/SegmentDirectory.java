package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SortedMap;
import java.util.function.IntToLongFunction;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Where the segments of one property key, or of one type and side, lie: one entry for each chunk from the first that
 * has one to the last. Immutable, thread safe.
 *
 * <p>In memory it consists of blocks of {@value #BLOCK_CHUNKS} entries, which directories share that are alike there
 * ({@link SharedBlocks}). Blocks begin at chunks that are multiples of that, wherever the directory does.
 */
public final class SegmentDirectory {
    /** No chunk has a segment. */
    public static final SegmentDirectory EMPTY = new SegmentDirectory(new MemorySegment[0], 0, 0);

    /** So that a block is 4 KiB: what a checkpoint changes is in few of them, and there are few of them. */
    private static final int BLOCK_CHUNKS = 64;

    private static final int BLOCK_BYTES = BLOCK_CHUNKS * SegmentDirectoryLayout.ENTRY_BYTES;

    private final MemorySegment[] blocks;
    private final int firstChunk;
    private final int count;

    /** What is known of one segment. */
    record Entry(Extent extent, ZoneMap zoneMap) {
        /** No segment. */
        static final Entry NONE = new Entry(Extent.NONE, ZoneMap.allNull(0));
    }

    private SegmentDirectory(MemorySegment[] blocks, int firstChunk, int count) {
        this.blocks = blocks;
        this.firstChunk = firstChunk;
        this.count = count;
    }

    static SegmentDirectory read(
            ExtentReader reader, Extent extent, IntToLongFunction dataEnd, SharedBlocks sharedBlocks) {
        MemorySegment memory = reader.read(extent);
        String found;
        if (memory.byteSize() < SegmentDirectoryLayout.HEADER_BYTES
                || SegmentDirectoryLayout.magic(memory) != SegmentDirectoryLayout.MAGIC) {
            found = "no directory";
        } else {
            int first = SegmentDirectoryLayout.firstChunk(memory);
            int count = SegmentDirectoryLayout.count(memory);
            if (first >= 0 && count >= 0 && memory.byteSize() == SegmentDirectoryLayout.entry(count)) {
                requireInside(memory, count, extent, dataEnd);
                return new SegmentDirectory(blocks(memory, first, count, sharedBlocks), first, count);
            }
            found = "firstChunk=" + first + ", count=" + count;
        }
        throw new ThetisException(
                ErrorCode.CORRUPT_STRUCTURE,
                "segment directory is damaged: file=" + extent.file() + ", offset=" + extent.offset() + ", bytes="
                        + extent.bytes() + ", found=" + found
                        + "; run check, and restore the database from a backup or import it again");
    }

    private static void requireInside(MemorySegment memory, int count, Extent extent, IntToLongFunction dataEnd) {
        for (int index = 0; index < count; index++) {
            long at = SegmentDirectoryLayout.entry(index);
            long offset = SegmentDirectoryLayout.offset(memory, at);
            long bytes = SegmentDirectoryLayout.bytes(memory, at);
            int file = SegmentDirectoryLayout.file(memory, at);
            long end = bytes == 0 ? 0 : dataEnd.applyAsLong(file);
            if (offset < 0 || bytes < 0 || (offset & 7) != 0 || offset > end - bytes) {
                throw new ThetisException(
                        ErrorCode.CORRUPT_STRUCTURE,
                        "segment directory points outside the data: file=" + extent.file() + ", offset="
                                + extent.offset() + ", entry=" + index + ", segmentFile=" + file + ", segmentOffset="
                                + offset + ", segmentBytes=" + bytes + ", dataEnd=" + end
                                + "; run check, and restore the database from a backup or import it again");
            }
        }
    }

    /** Cuts the entries of a directory into blocks; what is before the first and behind the last is zeros. */
    private static MemorySegment[] blocks(MemorySegment memory, int first, int count, SharedBlocks sharedBlocks) {
        int firstBlock = first / BLOCK_CHUNKS;
        int end = first + count;
        MemorySegment[] blocks = new MemorySegment[count == 0 ? 0 : (end - 1) / BLOCK_CHUNKS - firstBlock + 1];
        for (int block = 0; block < blocks.length; block++) {
            int blockBegin = (firstBlock + block) * BLOCK_CHUNKS;
            int from = Math.max(first, blockBegin);
            int to = Math.min(end, blockBegin + BLOCK_CHUNKS);
            byte[] bytes = new byte[BLOCK_BYTES];
            MemorySegment.copy(
                    memory,
                    ValueLayout.JAVA_BYTE,
                    SegmentDirectoryLayout.entry(from - first),
                    bytes,
                    (from - blockBegin) * SegmentDirectoryLayout.ENTRY_BYTES,
                    (to - from) * SegmentDirectoryLayout.ENTRY_BYTES);
            blocks[block] = sharedBlocks.shared(bytes);
        }
        return blocks;
    }

    /**
     * The bytes of a directory that differs in some chunks from another.
     *
     * @param changes by chunk; {@link Entry#NONE} where there is no segment any more
     */
    static MemorySegment encode(SegmentDirectory former, SortedMap<Integer, Entry> changes) {
        int first = changes.isEmpty() ? former.firstChunk() : Math.min(former.firstChunk(), changes.firstKey());
        int end = changes.isEmpty() ? former.endChunk() : Math.max(former.endChunk(), changes.lastKey() + 1);
        while (first < end && !isThere(former, changes, first)) {
            first++;
        }
        while (end > first && !isThere(former, changes, end - 1)) {
            end--;
        }
        int count = end - first;
        first = count == 0 ? 0 : first;
        MemorySegment memory = MemorySegment.ofArray(new byte[Math.toIntExact(SegmentDirectoryLayout.entry(count))]);
        SegmentDirectoryLayout.header(memory, first, count);
        for (int chunk = first; chunk < first + count; chunk++) {
            long at = SegmentDirectoryLayout.entry(chunk - first);
            Entry changed = changes.get(chunk);
            if (changed == null && former.has(chunk)) {
                MemorySegment.copy(former.block(chunk), place(chunk), memory, at, SegmentDirectoryLayout.ENTRY_BYTES);
            } else if (changed != null && changed.extent().isPresent()) {
                SegmentDirectoryLayout.entry(memory, at, changed.extent(), changed.zoneMap());
            }
        }
        return memory;
    }

    private static boolean isThere(SegmentDirectory former, SortedMap<Integer, Entry> changes, int chunk) {
        Entry changed = changes.get(chunk);
        return changed == null ? former.has(chunk) : changed.extent().isPresent();
    }

    /** The block of a chunk that {@link #covers} it. */
    private MemorySegment block(int chunk) {
        return blocks[chunk / BLOCK_CHUNKS - firstChunk / BLOCK_CHUNKS];
    }

    /** Where in its block the entry of a chunk is. */
    private static long place(int chunk) {
        return (long) (chunk % BLOCK_CHUNKS) * SegmentDirectoryLayout.ENTRY_BYTES;
    }

    private boolean covers(int chunk) {
        return chunk >= firstChunk && chunk - firstChunk < count;
    }

    /** The first chunk that has an entry; all chunks below have no segment. */
    public int firstChunk() {
        return firstChunk;
    }

    /** One above the last chunk that has an entry. */
    public int endChunk() {
        return firstChunk + count;
    }

    public boolean has(int chunk) {
        return bytes(chunk) > 0;
    }

    /** The segment's offset in the file; 0 if the chunk has none. */
    public long offset(int chunk) {
        return covers(chunk) ? SegmentDirectoryLayout.offset(block(chunk), place(chunk)) : 0;
    }

    /** The segment's bytes; 0 if the chunk has none. */
    public long bytes(int chunk) {
        return covers(chunk) ? SegmentDirectoryLayout.bytes(block(chunk), place(chunk)) : 0;
    }

    /** Where the segment lies; absent if the chunk has none. */
    public Extent extent(int chunk) {
        if (!has(chunk)) {
            return Extent.NONE;
        }
        MemorySegment block = block(chunk);
        long at = place(chunk);
        return new Extent(
                SegmentDirectoryLayout.file(block, at),
                SegmentDirectoryLayout.offset(block, at),
                SegmentDirectoryLayout.bytes(block, at));
    }

    /** The zone map's count of values without making the zone map; of relationships in a list. 0 without a segment. */
    public long valueCount(int chunk) {
        return covers(chunk) ? SegmentDirectoryLayout.valueCount(block(chunk), place(chunk)) : 0;
    }

    /** The zone map of a chunk that {@link #has} a segment. */
    public ZoneMap zoneMap(int chunk) {
        return SegmentDirectoryLayout.zoneMap(block(chunk), place(chunk));
    }
}
