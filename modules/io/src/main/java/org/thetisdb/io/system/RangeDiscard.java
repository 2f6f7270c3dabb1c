package org.thetisdb.io.system;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Gives back the memory of several ranges together, where the kernel lets a process do so with its own memory ({@code
 * process_madvise}, since 6.15): the other processors are told once and not for each range. Elsewhere by one call for
 * each. Any thread.
 */
public final class RangeDiscard {
    private static final int PROCESS_MADVISE = 440;
    private static final int THIS_PROCESS = -10000;
    private static final int MADV_DONTNEED = 4;
    private static final int VECTOR_BYTES = 16;

    /** The kernel takes 1024. */
    private static final int TOGETHER_MAX = 512;

    private final NativeCalls calls;
    private final MemorySegment syscall;

    /** Asked once too often by threads that do not see it yet is no harm. */
    private volatile boolean isRefused;

    /** @param calls by which memory is given back */
    public RangeDiscard(NativeCalls calls) {
        this.calls = calls;
        this.syscall = calls.function("syscall");
    }

    /**
     * Releases the memory of parts of a range; the addresses stay reserved and read as zeros.
     *
     * @param memory nobody reads these parts of it
     * @param offsets where they begin, multiples of the system's page
     * @param bytes how long they are, multiples of the system's page
     * @param count how many there are
     */
    public void discard(MemorySegment memory, long[] offsets, long[] bytes, int count) {
        for (int from = 0; from < count; from += TOGETHER_MAX) {
            int to = Math.min(count, from + TOGETHER_MAX);
            if (to - from == 1 || isRefused || !discardTogether(memory, offsets, bytes, from, to)) {
                for (int part = from; part < to; part++) {
                    calls.discard(memory.asSlice(offsets[part], bytes[part]));
                }
            }
        }
    }

    /** Whether all was done; what was done of it is done again without harm. */
    private boolean discardTogether(MemorySegment memory, long[] offsets, long[] bytes, int from, int to) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment vectors = arena.allocate((long) (to - from) * VECTOR_BYTES, Long.BYTES);
            long totalBytes = 0;
            for (int part = from; part < to; part++) {
                long at = (long) (part - from) * VECTOR_BYTES;
                vectors.set(JAVA_LONG, at, memory.address() + offsets[part]);
                vectors.set(JAVA_LONG, at + Long.BYTES, bytes[part]);
                totalBytes += bytes[part];
            }
            MemorySegment captured = NativeCalls.newCaptured(arena);
            long done = calls.call(
                    syscall,
                    captured,
                    PROCESS_MADVISE,
                    THIS_PROCESS,
                    vectors.address(),
                    (long) to - from,
                    MADV_DONTNEED,
                    0);
            isRefused = done < 0;
            return done == totalBytes;
        }
    }
}
