package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.IntToLongFunction;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Where the segments of one property key, or of one type and side, lie: one entry for each chunk from the first that
 * has one to the last. Immutable, thread safe.
 */
public final class SegmentDirectory {
    /** No chunk has a segment. */
    public static final SegmentDirectory EMPTY = new SegmentDirectory(MemorySegment.ofArray(new byte[0]), 0, 0);

    private final MemorySegment memory;
    private final int firstChunk;
    private final int count;

    /** What is known of one segment. */
    record Entry(Extent extent, ZoneMap zoneMap) {}

    private SegmentDirectory(MemorySegment memory, int firstChunk, int count) {
        this.memory = memory;
        this.firstChunk = firstChunk;
        this.count = count;
    }

    static SegmentDirectory read(ExtentReader reader, Extent extent, IntToLongFunction dataEnd) {
        MemorySegment memory = reader.read(extent);
        String found;
        if (memory.byteSize() < SegmentDirectoryLayout.HEADER_BYTES
                || SegmentDirectoryLayout.magic(memory) != SegmentDirectoryLayout.MAGIC) {
            found = "no directory";
        } else {
            int first = SegmentDirectoryLayout.firstChunk(memory);
            int count = SegmentDirectoryLayout.count(memory);
            if (first >= 0 && count >= 0 && memory.byteSize() == SegmentDirectoryLayout.entry(count)) {
                return new SegmentDirectory(memory, first, count).validated(extent, dataEnd);
            }
            found = "firstChunk=" + first + ", count=" + count;
        }
        throw new ThetisException(
                ErrorCode.CORRUPT_STRUCTURE,
                "segment directory is damaged: file=" + extent.file() + ", offset=" + extent.offset() + ", bytes="
                        + extent.bytes() + ", found=" + found
                        + "; run check, and restore the database from a backup or import it again");
    }

    private SegmentDirectory validated(Extent extent, IntToLongFunction dataEnd) {
        for (int index = 0; index < count; index++) {
            long offset = SegmentDirectoryLayout.offset(memory, index);
            long bytes = SegmentDirectoryLayout.bytes(memory, index);
            int file = SegmentDirectoryLayout.file(memory, index);
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
        return this;
    }

    static MemorySegment encode(SortedMap<Integer, Entry> entries) {
        int first = entries.isEmpty() ? 0 : entries.firstKey();
        int count = entries.isEmpty() ? 0 : entries.lastKey() - first + 1;
        MemorySegment memory = MemorySegment.ofArray(new byte[Math.toIntExact(SegmentDirectoryLayout.entry(count))]);
        SegmentDirectoryLayout.header(memory, first, count);
        for (Map.Entry<Integer, Entry> entry : entries.entrySet()) {
            SegmentDirectoryLayout.entry(
                    memory,
                    entry.getKey() - first,
                    entry.getValue().extent(),
                    entry.getValue().zoneMap());
        }
        return memory;
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
        int index = chunk - firstChunk;
        return index >= 0 && index < count ? SegmentDirectoryLayout.offset(memory, index) : 0;
    }

    /** The segment's bytes; 0 if the chunk has none. */
    public long bytes(int chunk) {
        int index = chunk - firstChunk;
        return index >= 0 && index < count ? SegmentDirectoryLayout.bytes(memory, index) : 0;
    }

    /** Where the segment lies; absent if the chunk has none. */
    public Extent extent(int chunk) {
        int index = chunk - firstChunk;
        return index >= 0 && index < count && SegmentDirectoryLayout.bytes(memory, index) > 0
                ? new Extent(
                        SegmentDirectoryLayout.file(memory, index),
                        SegmentDirectoryLayout.offset(memory, index),
                        SegmentDirectoryLayout.bytes(memory, index))
                : Extent.NONE;
    }

    /** The zone map's count of values without making the zone map; of relationships in a list. 0 without a segment. */
    public long valueCount(int chunk) {
        int index = chunk - firstChunk;
        return index >= 0 && index < count ? SegmentDirectoryLayout.valueCount(memory, index) : 0;
    }

    /** The zone map of a chunk that {@link #has} a segment. */
    public ZoneMap zoneMap(int chunk) {
        return SegmentDirectoryLayout.zoneMap(memory, chunk - firstChunk);
    }
}
