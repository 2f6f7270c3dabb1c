package org.thetisdb.io.depth;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Where what lies in the memory that a ring shares with the kernel: the binary interface of io_uring since Linux 5.6,
 * the same on x86-64 and AArch64. Nobody else computes an offset of it. Numbers are little-endian, as both machines are
 * under Linux.
 *
 * <pre>
 *   parameters, 120 bytes        0 sqEntries  4 cqEntries  8 flags  20 features
 *     (io_uring_setup)          40 submission queue: 0 head  4 tail  8 mask  24 array      offsets in the ring's map
 *                               80 completion queue: 0 head  4 tail  8 mask  20 entries    offsets in the ring's map
 *
 *   a request (SQE), 64 bytes    0 operation, 1 byte   4 descriptor, 4   8 offset in the file, 8
 *                               16 address, 8         24 bytes, 4       32 tag, 8       the rest is zero
 *
 *   a completion (CQE), 16       0 tag, 8              8 result, 4: bytes read, 0 at the end, or -errno
 *
 *   probe, 16 + 8 x 64 bytes     0 last operation, 1   16 + 8 x operation: 2 flags, 2 (1: supported)
 *
 *   maps   offset 0              both queues, if features has SINGLE_MAP; else the submission queue alone
 *          offset 0x8000000      the completion queue, otherwise
 *          offset 0x10000000     the requests
 * </pre>
 *
 * <p>We write the submission queue's tail and the completion queue's head, the kernel the other two. Each is read with
 * acquire and written with release semantics, so that who sees it moved sees what was written before.
 *
 * @param sqEntries requests that can wait to be submitted, a power of two
 * @param cqEntries completions that can wait to be taken, a power of two
 * @param features bits, of which {@link #isSingleMap} and {@link #keepsCompletions} are used
 * @param sqHead place of the submission queue's head
 * @param sqTail place of its tail
 * @param sqArray place of its array: which request is where in the queue
 * @param cqHead place of the completion queue's head
 * @param cqTail place of its tail
 * @param cqFirst place of its first completion
 */
record UringLayout(
        int sqEntries,
        int cqEntries,
        int features,
        int sqHead,
        int sqTail,
        int sqArray,
        int cqHead,
        int cqTail,
        int cqFirst) {
    static final int PARAMS_BYTES = 120;

    /** More than enough to learn of {@link #OPERATION_READ}. */
    static final int PROBE_OPERATIONS = 64;

    static final int PROBE_BYTES = 16 + 8 * PROBE_OPERATIONS;

    static final long MAP_QUEUES = 0;
    static final long MAP_COMPLETIONS = 0x8000000L;
    static final long MAP_REQUESTS = 0x10000000L;

    private static final byte OPERATION_READ = 22;
    private static final int SUPPORTED = 1;
    private static final int FEATURE_SINGLE_MAP = 1;
    private static final int FEATURE_KEEPS_COMPLETIONS = 2;
    private static final int REQUEST_BYTES = 64;
    private static final int COMPLETION_BYTES = 16;
    private static final VarHandle INT = JAVA_INT.varHandle();

    /** Reads what the kernel has answered. */
    static UringLayout of(MemorySegment params) {
        return new UringLayout(
                params.get(JAVA_INT, 0),
                params.get(JAVA_INT, 4),
                params.get(JAVA_INT, 20),
                params.get(JAVA_INT, 40),
                params.get(JAVA_INT, 44),
                params.get(JAVA_INT, 64),
                params.get(JAVA_INT, 80),
                params.get(JAVA_INT, 84),
                params.get(JAVA_INT, 100));
    }

    /** Whether what was probed can read into an address ({@code IORING_OP_READ}). */
    static boolean supportsRead(MemorySegment probe) {
        // By integers alone: each further kind of access costs a cold process some of a millisecond.
        boolean isKnown = (probe.get(JAVA_INT, 0) & 0xFF) >= OPERATION_READ;
        return isKnown && (probe.get(JAVA_INT, 16 + 8L * OPERATION_READ) >>> 16 & SUPPORTED) != 0;
    }

    /** Whether both queues are in one map. */
    boolean isSingleMap() {
        return (features & FEATURE_SINGLE_MAP) != 0;
    }

    /** Whether completions for which the queue has no place are kept by the kernel; if not, they would be lost. */
    boolean keepsCompletions() {
        return (features & FEATURE_KEEPS_COMPLETIONS) != 0;
    }

    long submissionsBytes() {
        return sqArray + 4L * sqEntries;
    }

    long completionsBytes() {
        return cqFirst + (long) COMPLETION_BYTES * cqEntries;
    }

    long requestsBytes() {
        return (long) REQUEST_BYTES * sqEntries;
    }

    /** Says once and for all that request {@code i} is at place {@code i} of the queue. */
    void writeArray(MemorySegment submissions) {
        for (int place = 0; place < sqEntries; place++) {
            submissions.set(JAVA_INT, sqArray + 4L * place, place);
        }
    }

    /** Writes a request to read. {@code number} counts all requests of the ring, and may overflow, as tails do. */
    void writeRead(MemorySegment requests, int number, int descriptor, long offset, long address, int bytes, int tag) {
        long at = (long) REQUEST_BYTES * (number & sqEntries - 1);
        requests.asSlice(at, REQUEST_BYTES).fill((byte) 0);
        requests.set(JAVA_BYTE, at, OPERATION_READ);
        requests.set(JAVA_INT, at + 4, descriptor);
        requests.set(JAVA_LONG, at + 8, offset);
        requests.set(JAVA_LONG, at + 16, address);
        requests.set(JAVA_INT, at + 24, bytes);
        requests.set(JAVA_LONG, at + 32, tag);
    }

    int tagOf(MemorySegment completions, int number) {
        return (int) completions.get(JAVA_LONG, completionAt(number));
    }

    int resultOf(MemorySegment completions, int number) {
        return completions.get(JAVA_INT, completionAt(number) + 8);
    }

    private long completionAt(int number) {
        return cqFirst + (long) COMPLETION_BYTES * (number & cqEntries - 1);
    }

    /** How many requests the kernel has consumed, modulo 2<sup>32</sup>. */
    int submissionHead(MemorySegment submissions) {
        return (int) INT.getAcquire(submissions, (long) sqHead);
    }

    /** Shows the kernel all requests below {@code tail}. */
    void publishSubmissionTail(MemorySegment submissions, int tail) {
        INT.setRelease(submissions, (long) sqTail, tail);
    }

    /** How many completions the kernel has written, modulo 2<sup>32</sup>. */
    int completionTail(MemorySegment completions) {
        return (int) INT.getAcquire(completions, (long) cqTail);
    }

    /** Gives the kernel the places of all completions below {@code head}. */
    void publishCompletionHead(MemorySegment completions, int head) {
        INT.setRelease(completions, (long) cqHead, head);
    }
}
