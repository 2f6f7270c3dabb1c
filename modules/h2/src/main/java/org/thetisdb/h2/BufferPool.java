package org.thetisdb.h2;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Native memory through which bytes come that are not kept in pages: engines read into no other. Lent for one reading
 * each; there are never more than threads that read so at the same time. Thread safe.
 */
final class BufferPool {
    /** Whole for an engine that reads past the system's cache, and as much as H2 reads of a page at a time. */
    private static final long BYTES = 64 << 10;

    private static final long ALIGNMENT_BYTES = 4 << 10;

    private final Queue<MemorySegment> idle = new ConcurrentLinkedQueue<>();

    MemorySegment lend() {
        MemorySegment buffer = idle.poll();
        return buffer != null ? buffer : Arena.ofAuto().allocate(BYTES, ALIGNMENT_BYTES);
    }

    void takeBack(MemorySegment buffer) {
        idle.add(buffer);
    }

    /** Leaves the memory of all that nobody has to the garbage collector. */
    void clear() {
        idle.clear();
    }
}
