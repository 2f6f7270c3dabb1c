package org.thetisdb.io.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.thetisdb.io.system.NativeCalls;

/**
 * Memory of mapped temporary files, and how much of it counts as the process' own.
 *
 * <p>A page that was touched counts until the system wants its memory, and a process without a limit of its own may
 * have all of its files counted before that happens. So a thread looks, as long as anything is mapped, and where more
 * has come than may stay, the pages are let go of. They are in the system's cache then, as if they had been written
 * there, and come back one by one as they are used.
 *
 * <pre>
 *   map ──► a piece, in an arena of its own ──► the same memory in the caller's arena
 *                     ▲                                        │ closed
 *   every 10 ms: let go of                                     ▼
 *   if more than bytesMax has come              the piece ends, never while it is let go of
 * </pre>
 *
 * <p>How much has come is what Linux says of all files of the process ({@code /proc/self/statm}); where that cannot be
 * read, nothing is let go of. Thread safe.
 */
public final class MappedShare {
    /** What may stay of a small budget. */
    private static final long BYTES_MIN = 64L << 20;

    private static final int BUDGET_DIVISOR = 8;
    private static final long LOOK_NANOS = 10_000_000;
    private static final Path STATM = Path.of("/proc/self/statm");

    /** The third number: pages of files. */
    private static final int STATM_SHARED = 2;

    private final long bytesMax;
    private final LongSupplier fileBytes;
    private final Set<Piece> pieces = new HashSet<>();
    private long bytesBefore;
    private boolean watched;

    /** What is mapped: compared by identity. */
    private static final class Piece {
        private final Arena arena = Arena.ofShared();
        private MemorySegment memory = MemorySegment.NULL;
    }

    /**
     * The share of a process that has a budget.
     *
     * @param budget an eighth of which may stay
     */
    public static MappedShare of(MemoryBudget budget) {
        return new MappedShare(Math.max(BYTES_MIN, budget.bytes() / BUDGET_DIVISOR), MappedShare::residentFileBytes);
    }

    /**
     * @param bytesMax so much may come before anything is let go of
     * @param fileBytes of all files that are mapped now, what counts as the process' memory; 0 where nobody knows
     */
    MappedShare(long bytesMax, LongSupplier fileBytes) {
        this.bytesMax = bytesMax;
        this.fileBytes = fileBytes;
    }

    /**
     * Memory of a file.
     *
     * @param mapping maps it in the arena that it is given
     * @param arena as long as which the memory is there
     */
    @SuppressWarnings("restricted") // Native memory and calls are this module's own.
    public MemorySegment map(Function<Arena, MemorySegment> mapping, Arena arena) {
        Piece piece = new Piece();
        boolean done = false;
        try {
            piece.memory = mapping.apply(piece.arena);
            begin(piece);
            MemorySegment memory = piece.memory.reinterpret(arena, _ -> end(piece));
            done = true;
            return memory;
        } finally {
            if (!done) {
                end(piece);
            }
        }
    }

    private synchronized void begin(Piece piece) {
        if (pieces.isEmpty()) {
            bytesBefore = fileBytes.getAsLong();
        }
        pieces.add(piece);
        if (!watched) {
            try {
                Thread thread = new Thread(this::watch, "thetis-mapped");
                thread.setDaemon(true);
                thread.start();
                watched = true;
            } catch (OutOfMemoryError _) {
                // No room for a thread: more counts as the process' memory until the next piece is mapped.
                watched = false;
            }
        }
    }

    private synchronized void end(Piece piece) {
        pieces.remove(piece);
        piece.arena.close();
    }

    private void watch() {
        do {
            LockSupport.parkNanos(this, LOOK_NANOS);
        } while (isLookedAt());
    }

    /** As {@link #look}, where a heap that is exhausted, which is somebody else's matter, is no end. */
    private boolean isLookedAt() {
        try {
            return look();
        } catch (OutOfMemoryError _) {
            return true;
        }
    }

    /** Lets go of what is too much; whether there is anything to look at any more. */
    synchronized boolean look() {
        if (pieces.isEmpty()) {
            watched = false;
            return false;
        }
        long bytes = fileBytes.getAsLong();
        if (bytes - bytesBefore > bytesMax) {
            pieces.forEach(piece -> MemoryAdvice.away(piece.memory));
            bytes = fileBytes.getAsLong();
        }
        bytesBefore = Math.min(bytesBefore, bytes);
        return true;
    }

    private static long residentFileBytes() {
        if (!(NativeCalls.find() instanceof NativeCalls.Found found)) {
            // Nothing could be let go of, either.
            return 0;
        }
        try {
            long pages = Long.parseLong(Files.readString(STATM).split(" ")[STATM_SHARED]);
            return pages * found.calls().systemPageBytes();
        } catch (IOException | RuntimeException _) {
            // Another system, or not to be read here.
            return 0;
        }
    }
}
