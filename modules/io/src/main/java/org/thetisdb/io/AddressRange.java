package org.thetisdb.io;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.thetisdb.io.system.NativeCalls;
import org.thetisdb.io.system.RangeDiscard;

/**
 * The addresses of one file's pages. Closing it ends the lifetime of {@link #memory()}: an access after that is an
 * {@link IllegalStateException}, not a crash.
 */
sealed interface AddressRange extends AutoCloseable {
    MemorySegment memory();

    /** Whether the memory of single pages can be released; if not, what was read once stays. */
    boolean canDiscard();

    /** Releases the memory of a page-aligned part. Nobody may be reading it. */
    void discard(long offset, long bytes);

    /** The same of several parts. */
    void discard(long[] offsets, long[] bytes, int count);

    @Override
    void close();

    /** Where {@link AddressRange}s come from on this machine, with the reason if it is second choice. */
    record Source(NativeCalls.Result calls) {
        static Source find() {
            NativeCalls.Result result = NativeCalls.find();
            if (result instanceof NativeCalls.Found(NativeCalls calls)) {
                long systemPageBytes = calls.systemPageBytes();
                if (systemPageBytes > PagedFileGeometry.PAGE_BYTES_MIN) {
                    return new Source(new NativeCalls.NotFound(
                            "the system's pages are too large: systemPageBytes=" + systemPageBytes));
                }
            }
            return new Source(result);
        }

        AddressRange reserve(long bytes, Path file) {
            return switch (calls) {
                case NativeCalls.Found(NativeCalls found) when bytes > 0 -> Reserved.reserve(found, bytes, file);
                case NativeCalls.Found _, NativeCalls.NotFound _ -> Allocated.allocate(bytes);
            };
        }

        boolean canEvict() {
            return calls instanceof NativeCalls.Found;
        }

        String describe() {
            return switch (calls) {
                case NativeCalls.Found _ -> "reserved address range per file, eviction by madvise";
                case NativeCalls.NotFound(String reason) ->
                    "allocated at full file size, no eviction, the budget is not kept (" + reason + ")";
            };
        }
    }

    /** A range of virtual memory that has physical memory only where pages are resident. */
    record Reserved(NativeCalls calls, RangeDiscard together, Arena arena, MemorySegment memory)
            implements AddressRange {
        @SuppressWarnings("restricted") // Native memory and calls are this module's own.
        static Reserved reserve(NativeCalls calls, long bytes, Path file) {
            Arena arena = Arena.ofShared();
            MemorySegment range = calls.reserve(bytes, "file=" + file);
            return new Reserved(
                    calls,
                    new RangeDiscard(calls),
                    arena,
                    range.reinterpret(bytes, arena, segment -> calls.release(segment, bytes)));
        }

        @Override
        public boolean canDiscard() {
            return true;
        }

        @Override
        public void discard(long offset, long bytes) {
            calls.discard(memory.asSlice(offset, bytes));
        }

        @Override
        public void discard(long[] offsets, long[] bytes, int count) {
            together.discard(memory, offsets, bytes, count);
        }

        @Override
        public void close() {
            arena.close();
        }
    }

    /** Ordinary native memory of the file's whole size, for where ranges cannot be reserved. */
    record Allocated(Arena arena, MemorySegment memory) implements AddressRange {
        static Allocated allocate(long bytes) {
            Arena arena = Arena.ofShared();
            return new Allocated(arena, arena.allocate(bytes, PagedFileGeometry.PAGE_BYTES_MIN));
        }

        @Override
        public boolean canDiscard() {
            return false;
        }

        @Override
        public void discard(long offset, long bytes) {
            // Only pages whose reading failed come here; their memory waits for the next try.
        }

        @Override
        public void discard(long[] offsets, long[] bytes, int count) {
            // Nor do several.
        }

        @Override
        public void close() {
            arena.close();
        }
    }
}
