package org.thetisdb.storage.checkpoint;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Optional;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.storage.spill.TemporarySpace;

/**
 * Memory for segments that are being made: small ones outside the heap, large ones in a temporary file. One thread at a
 * time.
 */
final class LargeSegments implements SegmentAllocator, AutoCloseable {
    /** As much as most chunks have of one type; a hub's lists may have a hundred times as much. */
    private static final long IN_MEMORY_BYTES_MAX = 8 << 20;

    private final TemporarySpace space;
    private final long inMemoryBytesMax;
    private final Arena arena;
    private Optional<SpillFile> file = Optional.empty();

    /**
     * @param memoryBytes what the checkpoint may hold
     * @param arena where the memory is; closed with this
     */
    LargeSegments(TemporarySpace space, long memoryBytes, Arena arena) {
        this.space = space;
        this.arena = arena;
        this.inMemoryBytesMax = Math.min(IN_MEMORY_BYTES_MAX, memoryBytes);
    }

    @Override
    public MemorySegment allocate(long bytes, long alignmentBytes) {
        if (bytes <= inMemoryBytesMax) {
            return arena.allocate(bytes, alignmentBytes);
        }
        SpillFile open = file.orElseGet(space::newFile);
        file = Optional.of(open);
        return open.map(bytes, arena);
    }

    @Override
    public void close() {
        arena.close();
        file.ifPresent(SpillFile::close);
    }
}
