package org.thetisdb.io.address;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.thetisdb.io.system.HugePages;
import org.thetisdb.io.system.NativeCalls;
import org.thetisdb.io.system.RangeDiscard;

/**
 * The addresses of one file's pages. Closing it ends the lifetime of {@link #memory()}: an access after that is an
 * {@link IllegalStateException}, not a crash.
 */
public sealed interface AddressRange extends AutoCloseable {
    /** The smallest page of a file, and the largest of a system whose memory is released page by page. */
    int PAGE_BYTES = 4 << 10;

    /** {@return all of it, writable} */
    MemorySegment memory();

    /** Whether the memory of single pages can be released; if not, what was read once stays. */
    boolean canDiscard();

    /** Releases the memory of a page-aligned part. Nobody may be reading it. */
    void discard(long offset, long bytes);

    /** The same of several parts. */
    void discard(long[] offsets, long[] bytes, int count);

    /**
     * Makes {@link HugePages#BYTES} from a multiple of that on one huge page.
     *
     * @param offset all from there on is in memory
     */
    HugePages.Outcome makeHuge(long offset);

    /** Before some of the memory of such a page is released. */
    void splitHuge(long offset);

    @Override
    void close();

    /** Where {@link AddressRange}s come from on this machine, with the reason if it is second choice. */
    record Source(NativeCalls.Result calls) {
        /** {@return where they come from here} */
        public static Source find() {
            NativeCalls.Result result = NativeCalls.find();
            if (result instanceof NativeCalls.Found(NativeCalls calls)) {
                long systemPageBytes = calls.systemPageBytes();
                if (systemPageBytes > PAGE_BYTES) {
                    return new Source(new NativeCalls.NotFound(
                            "the system's pages are too large: systemPageBytes=" + systemPageBytes));
                }
            }
            return new Source(result);
        }

        /** {@return addresses for a file's pages; to be closed} */
        public AddressRange reserve(long bytes, Path file) {
            return switch (calls) {
                case NativeCalls.Found(NativeCalls found) when bytes > 0 -> Reserved.reserve(found, bytes, file);
                case NativeCalls.Found _, NativeCalls.NotFound _ -> Allocated.allocate(bytes);
            };
        }

        /** {@return whether the memory of single pages can be released} */
        public boolean canEvict() {
            return calls instanceof NativeCalls.Found;
        }

        /** {@return what kind of memory it is, for {@code info}; huge pages are tried now} */
        public String describe() {
            return switch (calls) {
                case NativeCalls.Found(NativeCalls found) ->
                    "reserved address range per file, eviction by madvise, "
                            + new HugePages(found)
                                    .refusal()
                                    .map(reason -> "no huge pages (" + reason + ")")
                                    .orElse("huge pages where all is in memory");
                case NativeCalls.NotFound(String reason) ->
                    "allocated at full file size, no eviction, the budget is not kept (" + reason + ")";
            };
        }
    }

    /** A range of virtual memory that has physical memory only where pages are resident. */
    record Reserved(NativeCalls calls, RangeDiscard together, HugePages huge, Arena arena, MemorySegment memory)
            implements AddressRange {
        @SuppressWarnings("restricted") // Native memory and calls are this module's own.
        static Reserved reserve(NativeCalls calls, long bytes, Path file) {
            Arena arena = Arena.ofShared();
            // Addresses cost nothing: some more, so that the file can begin where a huge page does.
            long reservedBytes = bytes + HugePages.BYTES;
            MemorySegment reserved = calls.reserve(reservedBytes, "file=" + file);
            MemorySegment memory = reserved.reinterpret(
                            reservedBytes, arena, segment -> calls.release(segment, reservedBytes))
                    .asSlice(-reserved.address() & (HugePages.BYTES - 1), bytes);
            HugePages huge = new HugePages(calls);
            huge.keepSmall(memory);
            return new Reserved(calls, new RangeDiscard(calls), huge, arena, memory);
        }

        @Override
        public HugePages.Outcome makeHuge(long offset) {
            return huge.make(memory.asSlice(offset, HugePages.BYTES));
        }

        @Override
        public void splitHuge(long offset) {
            huge.split(memory.asSlice(offset, HugePages.BYTES));
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
            return new Allocated(arena, arena.allocate(bytes, PAGE_BYTES));
        }

        @Override
        public boolean canDiscard() {
            return false;
        }

        @Override
        public HugePages.Outcome makeHuge(long offset) {
            return HugePages.Outcome.REFUSED;
        }

        @Override
        public void splitHuge(long offset) {
            // There is none.
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
