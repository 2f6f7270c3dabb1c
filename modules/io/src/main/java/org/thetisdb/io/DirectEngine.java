package org.thetisdb.io;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.thetisdb.io.depth.ReaderThreads;
import org.thetisdb.io.depth.RingCalls;
import org.thetisdb.io.depth.RingPool;
import org.thetisdb.io.system.NativeCalls;
import org.thetisdb.io.system.NativeRingCalls;
import org.thetisdb.value.ThetisException;

/**
 * Reads past the system's cache (O_DIRECT): the device writes into the page cache's own memory, nothing is copied, and
 * no page is held twice. What is gained is memory; what is lost is that a page evicted here is nowhere any more.
 *
 * <p>Offset, address and length must be multiples of {@link #ALIGNMENT_BYTES}, as they are whenever the page cache
 * reads. Other reads go through aligned memory of their own. A batch is read by a ring where there is one, else by
 * threads.
 *
 * <p>Not every file system reads so. One that says so when a file is opened, or when it is read, gets this file read
 * through the system's cache from then on, by the same descriptor, and {@code info} says which file and why.
 */
final class DirectEngine implements IoEngine {
    static final String NAME = "direct";

    /** What all common devices and file systems are content with; the least page of a paged file. */
    static final int ALIGNMENT_BYTES = PagedFileGeometry.PAGE_BYTES_MIN;

    /** A read that is not aligned brings at most this much; more is for further reads. */
    private static final long UNALIGNED_BYTES_MAX = 1 << 20;

    private static final int EINVAL = 22;

    private final NativeCalls calls;
    private final RingPool rings;
    private final PreadEngine buffered;
    private final ReaderThreads threads = new ReaderThreads(ReaderThreads.NAME, ReaderThreads.THREADS);

    DirectEngine(NativeCalls calls, Supplier<RingCalls> ringCalls) {
        this.calls = calls;
        this.rings = UringEngine.newRings(ringCalls);
        this.buffered = new PreadEngine(calls);
    }

    static Candidate find() {
        return switch (NativeCalls.find()) {
            case NativeCalls.Found(NativeCalls calls) ->
                new Candidate.Available(new DirectEngine(calls, new NativeRingCalls.Source(calls)));
            case NativeCalls.NotFound(String reason) -> new Candidate.Absent(NAME, reason);
        };
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ReadableFile open(Path path) {
        int descriptor = calls.openDirect(path);
        return descriptor >= 0
                ? new DirectFile(buffered.adopt(path, descriptor), "")
                : new DirectFile(buffered.open(path), refused(-descriptor));
    }

    private String refused(int errno) {
        return "its file system does not read past the system's cache: " + calls.text(errno);
    }

    private final class DirectFile implements RingReads.Source {
        /** The same descriptor; how it reads once that is buffered. */
        private final PreadEngine.DescriptorFile file;

        /** Empty as long as the file is read directly. */
        private volatile String refusal;

        private boolean closed;

        DirectFile(PreadEngine.DescriptorFile file, String refusal) {
            this.file = file;
            this.refusal = refusal;
            rings.retain();
            threads.retain();
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
        public int descriptor() {
            return file.descriptor();
        }

        @Override
        public Optional<String> fallBack() {
            return Optional.of(refusal).filter(reason -> !reason.isEmpty());
        }

        @Override
        public ThetisException readFailed(long offset, long bytes, int errno) {
            return file.readFailed(offset, bytes, errno);
        }

        @Override
        public boolean isForRing(ReadBatch batch, int range) {
            return file.isForRing(batch, range) && isAligned(batch.offset(range), batch.target(range));
        }

        private static boolean isAligned(long offset, MemorySegment target) {
            return ((offset | target.address() | target.byteSize()) & (ALIGNMENT_BYTES - 1)) == 0;
        }

        @Override
        public long read(long offset, MemorySegment target) {
            if (!refusal.isEmpty()) {
                return file.read(offset, target);
            }
            long count = isAligned(offset, target) || !file.isWritable(target)
                    ? calls.preadDirect(path(), descriptor(), target, offset)
                    : readUnaligned(offset, target);
            if (count >= 0) {
                return count;
            }
            calls.makeBuffered(descriptor());
            refusal = refused((int) -count);
            return file.read(offset, target);
        }

        private long readUnaligned(long offset, MemorySegment target) {
            long first = offset & -ALIGNMENT_BYTES;
            long end = Math.min(offset + target.byteSize(), first + UNALIGNED_BYTES_MAX);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment around = arena.allocate(aligned(end - first), ALIGNMENT_BYTES);
                long count = calls.preadDirect(path(), descriptor(), around, first);
                if (count < 0) {
                    return count;
                }
                long found = Math.min(first + count, end) - offset;
                if (found > 0) {
                    MemorySegment.copy(around, offset - first, target, 0, found);
                }
                // Who gives less than a block, and not because of the file's end, has other blocks than ours.
                return found > 0 || offset >= sizeBytes() ? Math.max(0, found) : -EINVAL;
            }
        }

        private static long aligned(long bytes) {
            return (bytes + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
        }

        @Override
        public void readBatch(ReadBatch batch) {
            if (!refusal.isEmpty()) {
                file.readBatch(batch);
            } else if (!RingReads.readBatch(rings, this, batch)) {
                threads.run(batch.count(), ReaderThreads.THREADS, range -> readRange(batch, range));
            }
        }

        @Override
        public ReadBatch.UnderWay begin(ReadBatch batch) {
            Optional<ReadBatch.UnderWay> begun =
                    refusal.isEmpty() ? RingReads.begin(rings, this, batch) : Optional.empty();
            return begun.orElseGet(() -> RingReads.Source.super.begin(batch));
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                rings.release();
                threads.release();
                file.close();
            }
        }
    }
}
