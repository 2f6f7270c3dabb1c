package org.thetisdb.io.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.thetisdb.io.system.NativeCalls;

/**
 * Memory outside the heap in blocks that are given back to the system when they are freed.
 *
 * <p>The C library keeps what is freed, for whoever asks next: its limit from where on a block comes from the system
 * and goes back there grows to 32 MiB with the blocks that were freed, and it has heaps by thread. Where blocks of a
 * MiB are made by many threads and freed by one, that came to 60 MiB beside 70 that were used. So blocks are mapped.
 * Small ones are not worth a call. Thread safe.
 */
public final class BlockMemory {
    private static final long MAPPED_BYTES_MIN = 64 << 10;
    private static final long ALIGNMENT_BYTES = Long.BYTES;

    private BlockMemory() {}

    /**
     * {@return a new block, all zeros, that begins at a multiple of 8}
     *
     * @param bytes how long it is; positive
     * @param arena with which the block is freed
     */
    @SuppressWarnings("restricted") // Native memory and calls are this module's own.
    public static MemorySegment allocate(long bytes, Arena arena) {
        if (bytes < MAPPED_BYTES_MIN || !(NativeCalls.find() instanceof NativeCalls.Found(NativeCalls calls))) {
            return arena.allocate(bytes, ALIGNMENT_BYTES);
        }
        return calls.reserve(bytes, "purpose=a block of memory")
                .reinterpret(bytes, arena, block -> calls.release(block, bytes));
    }
}
