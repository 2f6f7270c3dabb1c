package org.thetisdb.storage.column;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.storage.spill.TemporarySpace;

/**
 * What there is too much of for memory while a blocked column is made: in a temporary file, which is memory in the end,
 * until the next column begins.
 *
 * <p>Not thread safe.
 */
final class ColumnOverflow implements AutoCloseable {
    /** So many bytes of blocks are in memory at most. */
    static final int HELD_BYTES_MAX = 4 << 20;

    private static final int COPIED_BYTES = 64 << 10;

    private final TemporarySpace space;
    private Optional<SpillFile> file = Optional.empty();
    private Optional<Arena> memory = Optional.empty();
    private long headerBytes;
    private long bytes;

    ColumnOverflow(TemporarySpace space) {
        this.space = space;
    }

    /** How many bytes of blocks were written. */
    long bytes() {
        return bytes;
    }

    /** Begins another column; what was made of the one before is gone. */
    void start(long newHeaderBytes) {
        close();
        headerBytes = newHeaderBytes;
        bytes = 0;
    }

    /** Writes blocks behind those that were written before, and forgets them. */
    void take(SegmentSink blocks) {
        SpillFile open = file.orElseGet(space::newFile);
        file = Optional.of(open);
        blocks.writeTo(open, headerBytes + bytes);
        bytes += blocks.position();
        blocks.clear();
    }

    /** Writes a block that is in no sink, behind those that were written before. */
    void take(MemorySegment block) {
        SpillFile open = file.orElseGet(space::newFile);
        file = Optional.of(open);
        byte[] buffer = new byte[COPIED_BYTES];
        for (long at = 0; at < block.byteSize(); at += buffer.length) {
            int some = (int) Math.min(buffer.length, block.byteSize() - at);
            MemorySegment.copy(block, SegmentLayout.BYTE, at, buffer, 0, some);
            open.write(headerBytes + bytes + at, buffer, 0, some);
        }
        bytes += block.byteSize();
    }

    /** The column, with its header in front. */
    MemorySegment finish(SegmentSink header) {
        SpillFile open = file.orElseThrow();
        header.writeTo(open, 0);
        Arena arena = Arena.ofShared();
        memory = Optional.of(arena);
        return open.mapWritten(0, headerBytes + bytes, arena);
    }

    @Override
    public void close() {
        memory.ifPresent(Arena::close);
        memory = Optional.empty();
        file.ifPresent(SpillFile::close);
        file = Optional.empty();
    }
}
