package org.thetisdb.storage.log;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Memory into which a part of a file is read. What is large is given back at once: it is outside the heap, where a
 * collector would find out late that nobody has it any more, and values of a megabyte are read one after the other.
 *
 * <p>Belongs to one thread at a time.
 */
final class ReadBuffer implements AutoCloseable {
    /** Giving memory back asks all threads; for so little it is left to the collector. */
    private static final int SMALL_BYTES = SegmentReader.POINT_BYTES;

    private Optional<Arena> arena = Optional.empty();
    private MemorySegment memory = MemorySegment.NULL;

    ReadBuffer(long bytes) {
        replace(bytes);
    }

    /** Valid until {@link #replace} or {@link #close}. */
    MemorySegment memory() {
        return memory;
    }

    /** Gives the memory back and has another one, of so many bytes. */
    void replace(long bytes) {
        close();
        if (bytes <= SMALL_BYTES) {
            memory = Arena.ofAuto().allocate(bytes);
        } else {
            Arena opened = Arena.ofShared();
            arena = Optional.of(opened);
            memory = opened.allocate(bytes);
        }
    }

    @Override
    public void close() {
        Optional<Arena> closing = arena;
        arena = Optional.empty();
        memory = MemorySegment.NULL;
        closing.ifPresent(Arena::close);
    }
}
