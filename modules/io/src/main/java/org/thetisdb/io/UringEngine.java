package org.thetisdb.io;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.thetisdb.io.depth.RingCalls;
import org.thetisdb.io.depth.RingPool;
import org.thetisdb.io.depth.RingProbe;
import org.thetisdb.io.system.NativeCalls;
import org.thetisdb.io.system.NativeRingCalls;

/**
 * Reads batches by io_uring, where one thread keeps many reads in flight, and everything else as {@link PreadEngine}
 * does: for a single read, a ring is a detour. When all rings are in use, or none can be made, batches are read in the
 * way of that engine too.
 */
final class UringEngine implements IoEngine {
    static final String NAME = "io_uring";

    private static final int DEPTH = 64;

    /** A thread that waits for its ring needs no processor, so there may be more rings than those. */
    private static final int RINGS_MAX = 16;

    private final PreadEngine pread;
    private final RingPool rings;

    /** @param calls for each ring its own */
    UringEngine(PreadEngine pread, Supplier<RingCalls> calls, int depth) {
        this.pread = pread;
        this.rings = newRings(calls, depth);
    }

    /** Rings for the files of one engine. */
    static RingPool newRings(Supplier<RingCalls> calls) {
        return newRings(calls, DEPTH);
    }

    private static RingPool newRings(Supplier<RingCalls> calls, int depth) {
        return new RingPool(calls, depth, RINGS_MAX);
    }

    static Candidate find() {
        return switch (NativeCalls.find()) {
            case NativeCalls.Found(NativeCalls calls) -> find(calls, new NativeRingCalls.Source(calls));
            case NativeCalls.NotFound(String reason) -> new Candidate.Absent(NAME, reason);
        };
    }

    static Candidate find(NativeCalls calls, Supplier<RingCalls> ringCalls) {
        Optional<String> reason = RingProbe.reasonAgainst(ringCalls.get());
        return reason.isPresent()
                ? new Candidate.Absent(NAME, reason.get())
                : new Candidate.Available(new UringEngine(new PreadEngine(calls), ringCalls, DEPTH));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ReadableFile open(Path file) {
        return new UringFile(rings, pread.open(file));
    }

    private static final class UringFile implements ReadableFile {
        private final RingPool rings;
        private final PreadEngine.DescriptorFile file;
        private boolean closed;

        UringFile(RingPool rings, PreadEngine.DescriptorFile file) {
            this.rings = rings;
            this.file = file;
            rings.retain();
        }

        @Override
        public Path path() {
            return file.path();
        }

        @Override
        public long sizeBytes() {
            return file.sizeBytes();
        }

        @Override
        public long read(long offset, MemorySegment target) {
            return file.read(offset, target);
        }

        @Override
        public void readBatch(ReadBatch batch) {
            if (!RingReads.readBatch(rings, file, batch)) {
                file.readBatch(batch);
            }
        }

        @Override
        public ReadBatch.UnderWay begin(ReadBatch batch) {
            return RingReads.begin(rings, file, batch).orElseGet(() -> ReadableFile.super.begin(batch));
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                rings.release();
                file.close();
            }
        }
    }
}
