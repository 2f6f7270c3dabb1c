package org.thetisdb.io;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import org.thetisdb.io.system.MappedAdvice;
import org.thetisdb.io.system.NativeCalls;

/**
 * Reads from a mapping of the file, of which the system is told that nothing need be read ahead, and which parts a
 * batch is about to touch.
 *
 * <p>A file that is cut under its mapping ends a process that touches what is gone. So the kernel copies, which gives
 * fewer bytes instead of a signal, and what is missing is asked for by {@code pread}, as is all that the mapping does
 * not have: that knows whether the file ends there or the device failed. A cut inside a page leaves zeros in the rest
 * of it, which are seen by the file's size afterwards.
 *
 * <p>There for comparison: the page cache copies from it once more, so it is never faster than {@link PreadEngine}.
 */
final class MappedEngine implements IoEngine {
    static final String NAME = "mapped";

    /** How many ranges of a batch the system is told of before the first is waited for. */
    private static final int AHEAD_RANGES = 256;

    private final NativeCalls calls;
    private final PreadEngine pread;

    MappedEngine(NativeCalls calls) {
        this.calls = calls;
        this.pread = new PreadEngine(calls);
    }

    static Candidate find() {
        return switch (NativeCalls.find()) {
            case NativeCalls.Found(NativeCalls calls) -> find(calls);
            case NativeCalls.NotFound(String reason) -> new Candidate.Absent(NAME, reason);
        };
    }

    static Candidate find(NativeCalls calls) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment from = arena.allocate(Long.BYTES, Long.BYTES);
            long count = calls.copySafely(from.address(), arena.allocate(Long.BYTES, Long.BYTES));
            return count == Long.BYTES
                    ? new Candidate.Available(new MappedEngine(calls))
                    : new Candidate.Absent(
                            NAME,
                            "a mapping cannot be copied from safely (process_vm_readv), perhaps because of a"
                                    + " container's seccomp profile: " + calls.text((int) Math.max(0, -count)));
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ReadableFile open(Path path) {
        PreadEngine.DescriptorFile file = pread.open(path);
        boolean opened = false;
        try {
            MappedFile mapped = new MappedFile(calls, file, Mapping.of(calls, file.descriptor(), file.sizeBytes()));
            opened = true;
            return mapped;
        } finally {
            if (!opened) {
                file.close();
            }
        }
    }

    /** Where a file lies in memory. An access after its end is an exception, not a crash. */
    private record Mapping(Arena arena, MemorySegment memory) {
        static Optional<Mapping> of(NativeCalls calls, int descriptor, long bytes) {
            return bytes == 0
                    ? Optional.of(new Mapping(Arena.ofShared(), MemorySegment.NULL))
                    : calls.map(descriptor, bytes).map(start -> of(calls, start, bytes));
        }

        @SuppressWarnings("restricted") // Native memory and calls are this module's own.
        private static Mapping of(NativeCalls calls, MemorySegment start, long bytes) {
            Arena arena = Arena.ofShared();
            MemorySegment memory = start.reinterpret(bytes, arena, segment -> calls.release(segment, bytes));
            calls.advise(memory, MappedAdvice.RANDOM);
            return new Mapping(arena, memory);
        }

        boolean holds(long offset, long bytes) {
            return offset >= 0 && offset <= memory.byteSize() - bytes;
        }
    }

    private static final class MappedFile implements ReadableFile {
        private final NativeCalls calls;
        private final PreadEngine.DescriptorFile file;
        private final Optional<Mapping> mapping;
        private boolean closed;

        MappedFile(NativeCalls calls, PreadEngine.DescriptorFile file, Optional<Mapping> mapping) {
            this.calls = calls;
            this.file = file;
            this.mapping = mapping;
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
        public Optional<String> fallBack() {
            return mapping.isPresent() ? Optional.empty() : Optional.of("the system could not map it");
        }

        @Override
        public long read(long offset, MemorySegment target) {
            boolean isMapped = mapping.isPresent() && mapping.get().holds(offset, target.byteSize());
            long count = isMapped && file.isWritable(target)
                    ? copy(mapping.get().memory().asSlice(offset, target.byteSize()), offset, target)
                    : 0;
            return count > 0 ? count : file.read(offset, target);
        }

        /** How many bytes were copied that are in the file; fewer if it does not have as many any more. */
        private long copy(MemorySegment from, long offset, MemorySegment target) {
            long count = calls.copySafely(from.address(), target);
            return count > 0 ? Math.min(count, file.sizeBytes() - offset) : 0;
        }

        @Override
        public void readBatch(ReadBatch batch) {
            for (int from = 0; from < batch.count(); from += AHEAD_RANGES) {
                int to = Math.min(batch.count(), from + AHEAD_RANGES);
                for (int range = from; range < to; range++) {
                    adviseSoon(batch.offset(range), batch.bytes(range));
                }
                for (int range = from; range < to; range++) {
                    readRange(batch, range);
                }
            }
        }

        private void adviseSoon(long offset, int bytes) {
            if (mapping.isPresent() && mapping.get().holds(offset, bytes)) {
                calls.advise(mapping.get().memory().asSlice(offset, bytes), MappedAdvice.SOON);
            }
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                mapping.ifPresent(mapped -> mapped.arena().close());
                file.close();
            }
        }
    }
}
