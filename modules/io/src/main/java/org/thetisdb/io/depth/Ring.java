package org.thetisdb.io.depth;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * An io_uring: requests to read go into one queue, completions come out of another, in any order, and one system call
 * serves many of them. Used by one thread at a time.
 *
 * <p>Each request gives one completion, so heads and tails alone say what is where:
 *
 * <pre>
 *   completions taken  &lt;=  requests consumed by the kernel  &lt;=  requests added
 *                      in flight                            not submitted yet
 * </pre>
 *
 * <p>At most {@link #depth} requests may be between both ends: the completion queue, which has twice as many places,
 * then never overflows.
 */
public final class Ring implements AutoCloseable {
    private final RingCalls calls;
    private final int descriptor;
    private final Arena arena;
    private final UringLayout layout;
    private final MemorySegment submissions;
    private final MemorySegment completions;
    private final MemorySegment requests;
    private final int depth;
    private int addedCount;
    private int takenCount;
    private int tag;
    private int result;

    private Ring(RingCalls calls, int descriptor, Arena arena, UringLayout layout, int depth) throws MapFailed {
        this.calls = calls;
        this.descriptor = descriptor;
        this.arena = arena;
        this.layout = layout;
        this.depth = depth;
        if (layout.isSingleMap()) {
            long bytes = Math.max(layout.submissionsBytes(), layout.completionsBytes());
            this.submissions = map(bytes, UringLayout.MAP_QUEUES);
            this.completions = submissions;
        } else {
            this.submissions = map(layout.submissionsBytes(), UringLayout.MAP_QUEUES);
            this.completions = map(layout.completionsBytes(), UringLayout.MAP_COMPLETIONS);
        }
        this.requests = map(layout.requestsBytes(), UringLayout.MAP_REQUESTS);
        layout.writeArray(submissions);
    }

    /** A part of the ring could not be mapped. */
    private static final class MapFailed extends Exception {
        private static final long serialVersionUID = 1;

        MapFailed() {
            super(null, null, false, false);
        }
    }

    /**
     * Makes a ring.
     *
     * @param calls for it alone
     * @param depth how many reads may be under way at a time
     * @return the ring, to be closed; nothing if the system has none to give now
     */
    public static Optional<Ring> open(RingCalls calls, int depth) {
        int descriptor;
        UringLayout layout;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment params = arena.allocate(UringLayout.PARAMS_BYTES, Long.BYTES);
            descriptor = calls.setup(depth, params.address());
            layout = UringLayout.of(params);
        }
        return descriptor < 0 ? Optional.empty() : mapped(calls, descriptor, layout, depth);
    }

    private static Optional<Ring> mapped(RingCalls calls, int descriptor, UringLayout layout, int depth) {
        // Shared, since a ring goes from thread to thread. An access after its end is an exception, not a crash.
        Arena arena = Arena.ofShared();
        boolean opened = false;
        try {
            if (layout.keepsCompletions()) {
                Ring ring = new Ring(calls, descriptor, arena, layout, depth);
                opened = true;
                return Optional.of(ring);
            }
            return Optional.empty();
        } catch (MapFailed _) {
            return Optional.empty();
        } finally {
            if (!opened) {
                arena.close();
                calls.close(descriptor);
            }
        }
    }

    @SuppressWarnings("restricted") // Native memory and calls are this module's own.
    private MemorySegment map(long bytes, long offset) throws MapFailed {
        long address = calls.map(descriptor, bytes, offset);
        if (address < 0) {
            throw new MapFailed();
        }
        return MemorySegment.ofAddress(address)
                .reinterpret(bytes, arena, segment -> calls.unmap(segment.address(), bytes));
    }

    /** {@return how many reads may be under way at a time} */
    public int depth() {
        return depth;
    }

    /** {@return how many reads are under way: added, and their completions not taken} */
    public int underWay() {
        return addedCount - takenCount;
    }

    /** {@return how many reads the kernel has, whose completions have not been taken} */
    public int inFlight() {
        return layout.submissionHead(submissions) - takenCount;
    }

    /**
     * Adds a read, to be submitted by the next {@link #enter}. Fewer than {@link #depth} must be under way.
     *
     * @param file the descriptor
     * @param offset in the file, in bytes
     * @param address where to, writable and alive until the completion was taken or {@link #finish} has returned
     * @param bytes at most how many
     * @param requestTag what {@link #tag} says of its completion
     */
    public void add(int file, long offset, long address, int bytes, int requestTag) {
        layout.writeRead(requests, addedCount, file, offset, address, bytes, requestTag);
        addedCount++;
        layout.publishSubmissionTail(submissions, addedCount);
    }

    /**
     * Submits what was added and waits for a completion.
     *
     * @return not negative, or the errno, negated. What was not consumed is submitted by the next call.
     */
    public int enter() {
        return calls.enter(descriptor, addedCount - layout.submissionHead(submissions), 1);
    }

    /**
     * Submits what was added and waits for nothing.
     *
     * @return as {@link #enter}
     */
    public int submit() {
        return calls.enter(descriptor, addedCount - layout.submissionHead(submissions), 0);
    }

    /**
     * Waits for a completion and submits nothing. Something must be {@linkplain #inFlight in flight}.
     *
     * @return not negative, or the errno, negated
     */
    public int await() {
        return calls.enter(descriptor, 0, 1);
    }

    /** {@return whether there is a completion; if so, {@link #tag} and {@link #result} are of this one} */
    public boolean take() {
        if (layout.completionTail(completions) == takenCount) {
            return false;
        }
        tag = layout.tagOf(completions, takenCount);
        result = layout.resultOf(completions, takenCount);
        takenCount++;
        layout.publishCompletionHead(completions, takenCount);
        return true;
    }

    /** {@return which read was completed} */
    public int tag() {
        return tag;
    }

    /** {@return how many bytes were read; 0 at the end of the file; or the errno, negated} */
    public int result() {
        return result;
    }

    /**
     * Withdraws what the kernel does not have and waits for what it has, whatever comes of it. Afterwards nothing is
     * under way. Interrupts of the thread do not reach it, and it allocates nothing.
     */
    public void finish() {
        addedCount = layout.submissionHead(submissions);
        layout.publishSubmissionTail(submissions, addedCount);
        while (inFlight() > 0) {
            if (!take() && await() < 0) {
                // Interrupted by a signal, or a ring that cannot be waited for: completions come nevertheless.
                Thread.onSpinWait();
            }
        }
    }

    /** Nothing may be under way. */
    @Override
    public void close() {
        arena.close();
        calls.close(descriptor);
    }
}
