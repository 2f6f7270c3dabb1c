package org.thetisdb.io;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.thetisdb.io.depth.ReaderThreads;
import org.thetisdb.io.system.NativeCalls;
import org.thetisdb.value.ThetisException;

/**
 * Reads by the system call {@code pread(2)}: one call, one descriptor, straight to the page's address, no lock and no
 * buffer in between. Thread interrupts do not reach it.
 *
 * <p>Of a batch, what the system has in its memory is read at once ({@code preadv2}, told not to wait). Being asked, a
 * kernel since 5.10 begins to fetch the rest, so the device has many reads to do before anybody waits for the first,
 * and the caller needs few helpers: measured, many helpers beside it cost half as much again of the processor and read
 * no more. Where the system cannot be asked in this way, all the depth is that of the helpers.
 */
final class PreadEngine implements IoEngine {
    static final String NAME = "pread";

    /** How many ranges of a batch are asked for before what was not there is waited for. */
    private static final int AHEAD_RANGES = 256;

    /** A thread is worth waking for so many ranges that are on their way already. */
    private static final int RANGES_PER_HELPER = 16;

    private final NativeCalls calls;
    private final ReaderThreads threads = new ReaderThreads(ReaderThreads.NAME, ReaderThreads.THREADS);

    PreadEngine(NativeCalls calls) {
        this.calls = calls;
    }

    static Candidate find() {
        return switch (NativeCalls.find()) {
            case NativeCalls.Found(NativeCalls calls) -> new Candidate.Available(new PreadEngine(calls));
            case NativeCalls.NotFound(String reason) -> new Candidate.Absent(NAME, reason);
        };
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public DescriptorFile open(Path file) {
        int descriptor = calls.open(file);
        return adopt(file, descriptor);
    }

    /** A file that is open already; its descriptor is closed with it. */
    DescriptorFile adopt(Path file, int descriptor) {
        return new DescriptorFile(calls, threads, file, descriptor);
    }

    /** A file by its descriptor. */
    static final class DescriptorFile implements RingReads.Source {
        private final NativeCalls calls;
        private final ReaderThreads threads;
        private final Path path;
        private final int descriptor;
        private boolean closed;

        DescriptorFile(NativeCalls calls, ReaderThreads threads, Path path, int descriptor) {
            this.calls = calls;
            this.threads = threads;
            this.path = path;
            this.descriptor = descriptor;
            threads.retain();
        }

        @Override
        public Path path() {
            return path;
        }

        @Override
        public long sizeBytes() {
            return calls.size(path, descriptor);
        }

        @Override
        public long read(long offset, MemorySegment target) {
            return calls.pread(path, descriptor, target, offset);
        }

        @Override
        public void readBatch(ReadBatch batch) {
            for (int from = 0; from < batch.count(); from += AHEAD_RANGES) {
                readBatch(batch, from, Math.min(batch.count(), from + AHEAD_RANGES));
            }
        }

        private void readBatch(ReadBatch batch, int from, int to) {
            int[] missing = new int[to - from];
            int missingCount = 0;
            // For one range alone, asking twice would be a detour.
            boolean asks = to - from > 1;
            NativeCalls.VectorMemory memory = new NativeCalls.VectorMemory();
            for (int range = from; range < to; range++) {
                NativeCalls.Presence presence = asks ? ask(batch, range, memory) : NativeCalls.Presence.UNKNOWN;
                asks = presence != NativeCalls.Presence.UNKNOWN;
                if (presence != NativeCalls.Presence.THERE) {
                    missing[missingCount++] = range;
                }
            }
            int helpersMax = asks ? missingCount / RANGES_PER_HELPER : ReaderThreads.THREADS;
            threads.run(missingCount, helpersMax, number -> readRange(batch, missing[number]));
        }

        private NativeCalls.Presence ask(ReadBatch batch, int range, NativeCalls.VectorMemory memory) {
            return calls.preadIfThere(descriptor, batch.target(range), batch.offset(range), memory);
        }

        @Override
        public int descriptor() {
            return descriptor;
        }

        @Override
        public boolean isForRing(ReadBatch batch, int range) {
            return isWritable(batch.target(range));
        }

        /** Whether a system call can read into the memory. */
        boolean isWritable(MemorySegment target) {
            return target.isNative() && !target.isReadOnly();
        }

        @Override
        public ThetisException readFailed(long offset, long bytes, int errno) {
            return calls.readFailed(path, offset, bytes, errno);
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                threads.release();
                calls.close(path, descriptor);
            }
        }
    }
}
