package org.thetisdb.io.system;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.Function;
import org.thetisdb.value.ThetisException;

/**
 * Memory that the processor translates as one piece of 2 MiB, so that reads at random find its addresses in a table
 * that has no room for those of 512 small pages. Any thread.
 *
 * <p>A reserved range is kept small at first: a system that makes pages huge by itself ({@code
 * transparent_hugepage/enabled} is {@code always}) would else back 2 MiB for each page that is read. A part of it that
 * is in memory as a whole is made huge by copying it ({@code MADV_COLLAPSE}, since Linux 6.1, whatever the setting).
 * Where the system is a guest whose memory nobody has touched yet, the host has to find some first, which takes
 * milliseconds; so a huge page is touched and given back just before, and the copy, for which readers wait, gets it.
 * Before some of it is given back it is split: the kernel would keep all of it until it is short of memory itself.
 */
public final class HugePages {
    /** What the processor can translate as one piece, on both architectures with small pages of 4 KiB. */
    public static final long BYTES = 2L << 20;

    private static final int MADV_HUGEPAGE = 14;
    private static final int MADV_NOHUGEPAGE = 15;
    private static final int MADV_COLD = 20;
    private static final int MADV_COLLAPSE = 25;
    private static final long SYSTEM_PAGE_BYTES = 4096;

    private static final int EINVAL = 22;

    private final NativeCalls calls;
    private final MemorySegment madvise;

    /** @param calls by which the kernel is told */
    public HugePages(NativeCalls calls) {
        this.calls = calls;
        this.madvise = calls.function("madvise");
    }

    /** Keeps the system from making pages of a range huge by itself. Where it is not heard, it never does. */
    public void keepSmall(MemorySegment range) {
        advise(range, MADV_NOHUGEPAGE);
    }

    /**
     * Makes a part of a range that is kept small one huge page, which holds the same bytes; others may read and write
     * them meanwhile, and wait for some hundred microseconds.
     *
     * @param part {@link #BYTES} long, begins at a multiple of that, and is in memory as a whole
     * @return what came of it
     */
    public Outcome make(MemorySegment part) {
        if (!touchOne()) {
            return Outcome.NOT_NOW;
        }
        int errno = advise(part, MADV_HUGEPAGE);
        if (errno == 0) {
            errno = advise(part, MADV_COLLAPSE);
            // What is huge stays so; the kernel keeps one record for the range in place of one for each part.
            advise(part, MADV_NOHUGEPAGE);
        }
        return switch (errno) {
            case 0 -> Outcome.MADE;
            case EINVAL -> Outcome.REFUSED;
            default -> Outcome.NOT_NOW;
        };
    }

    /**
     * Makes a huge page small pages again, which can be given back one by one. If it cannot be split now, what is given
     * back of it is free when the kernel needs it.
     */
    public void split(MemorySegment part) {
        // A part of it that is said to be cold cannot be so as long as it is one page.
        advise(part.asSlice(0, SYSTEM_PAGE_BYTES), MADV_COLD);
    }

    /** {@return why there are none here; nothing if there are} One is made, in about a millisecond. */
    public Optional<String> refusal() {
        return withPart(part -> {
            part.set(JAVA_BYTE, 0, (byte) 1);
            return switch (make(part)) {
                case MADE -> Optional.empty();
                case NOT_NOW -> Optional.of("the system has none free now");
                case REFUSED -> Optional.of("the system does not make them when told to; Linux does since 6.1");
            };
        });
    }

    /** The system gives the page that came back last to whoever asks next. False if there are no addresses for one. */
    private boolean touchOne() {
        try {
            withPart(part -> {
                advise(part, MADV_HUGEPAGE);
                part.set(JAVA_BYTE, 0, (byte) 1);
                return Optional.empty();
            });
            return true;
        } catch (ThetisException _) {
            return false;
        }
    }

    /** Lends memory that could become a huge page, and gives it back to the system. */
    @SuppressWarnings("restricted") // Native memory and calls are this module's own.
    private Optional<String> withPart(Function<MemorySegment, Optional<String>> use) {
        long bytes = 2 * BYTES;
        MemorySegment range = calls.reserve(bytes, "purpose=to try a huge page");
        try {
            long address = (range.address() + BYTES - 1) & -BYTES;
            return use.apply(MemorySegment.ofAddress(address).reinterpret(BYTES));
        } finally {
            calls.release(range, bytes);
        }
    }

    /** The errno; 0 if there is none. */
    private int advise(MemorySegment range, int advice) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = NativeCalls.newCaptured(arena);
            long result = calls.call(madvise, captured, range.address(), range.byteSize(), advice, 0, 0, 0);
            return result == 0 ? 0 : NativeCalls.errno(captured);
        }
    }

    /** What came of making a huge page. */
    public enum Outcome {
        MADE,
        /** There is no memory for it, or the kernel is at some of the pages. */
        NOT_NOW,
        /** This kernel never makes one. */
        REFUSED
    }
}
