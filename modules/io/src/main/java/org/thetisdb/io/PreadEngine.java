package org.thetisdb.io;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.thetisdb.io.depth.ReaderThreads;
import org.thetisdb.value.ThetisException;

/**
 * Reads by the system call {@code pread(2)}: one call, one descriptor, straight to the page's address, no lock and no
 * buffer in between. Thread interrupts do not reach it. A batch is read by some threads at a time.
 */
final class PreadEngine implements IoEngine {
    static final String NAME = "pread";

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
        return new DescriptorFile(calls, threads, file, descriptor);
    }

    /** A file by its descriptor. */
    static final class DescriptorFile implements ReadableFile {
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
            threads.run(batch.count(), range -> readRange(batch, range));
        }

        int descriptor() {
            return descriptor;
        }

        ThetisException readFailed(long offset, long bytes, int errno) {
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
