package org.thetisdb.storage.runs;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.arena.BlockOutput;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Entries that one transaction has made in lists, all of them for the same reason.
 *
 * <p>What is in buffers is bounded: when it is too much, all of them are written to runs. The transaction's thread
 * adds; any thread reads.
 */
public final class TransactionRuns {
    /** A run of more entries would make a reader wait for longer than a moment while it is written. */
    private static final int RUN_ENTRIES = 1 << 15;

    /** In all buffers together, where there is memory for so many. */
    private static final int HELD_ENTRIES_MAX = 1 << 18;

    private static final int HELD_ENTRIES_MIN = 1 << 6;

    /** What buffers may take of the account. */
    private static final int SHARE_DIVISOR = 16;

    /** About what an entry in a buffer takes of the heap, with what buffers have left over. */
    private static final long HELD_ENTRY_BYTES = 20;

    private static final int TYPE_SHIFT = NodeIdLayout.CHUNK_BITS + 1;

    /** Takes the place of lists. */
    public interface PlaceVisitor {
        void visit(int type, boolean forward, int chunk);
    }

    private final RecordArena arena;
    private final int heldEntriesMax;
    private final Map<Long, SideRuns> sides = new ConcurrentHashMap<>();
    private int heldEntries;
    private boolean charged = true;

    /** One above the greatest type of which there are entries. */
    private volatile int typeEnd;

    /** No entries yet. */
    public TransactionRuns(RecordArena arena) {
        this.arena = arena;
        heldEntriesMax =
                Math.clamp(arena.limitBytes() / SHARE_DIVISOR / HELD_ENTRY_BYTES, HELD_ENTRIES_MIN, HELD_ENTRIES_MAX);
        arena.takeHeap(HELD_ENTRY_BYTES * heldEntriesMax);
    }

    private static long place(int type, boolean forward, int chunk) {
        return (long) type << TYPE_SHIFT | (long) chunk << 1 | (forward ? 1 : 0);
    }

    /** Adds a relationship to the list of a node. */
    public void add(int type, boolean forward, long node, long neighbour, int slot) {
        int chunk = NodeIdLayout.chunk(node);
        SideRuns side = sides.computeIfAbsent(place(type, forward, chunk), absent -> new SideRuns());
        if (type >= typeEnd) {
            typeEnd = type + 1;
        }
        int held = side.add(EntryKey.of(NodeIdLayout.row(node), neighbour), slot);
        heldEntries++;
        if (held >= RUN_ENTRIES) {
            write(List.of(side));
        } else if (heldEntries >= heldEntriesMax) {
            writeAll();
        }
    }

    private void writeAll() {
        write(sides.values().stream().filter(side -> side.bufferedCount() > 0).toList());
    }

    /** Writes a run for each of some, all of them in one block, so that there are few blocks however many sides. */
    private void write(List<SideRuns> written) {
        int[] counts = written.stream().mapToInt(SideRuns::nextCount).toArray();
        long bytes = Arrays.stream(counts).asLongStream().sum() * EntryRun.ENTRY_BYTES;
        if (bytes == 0) {
            return;
        }
        long newEntries = written.stream().mapToLong(SideRuns::bufferedCount).sum();
        BlockOutput output = arena.newOutput(bytes, newEntries * EntryRun.ENTRY_BYTES);
        EntryCursor cursor = new EntryCursor();
        written.forEach(side -> side.write(output, cursor));
        MemorySegment block = output.finish();
        long at = 0;
        for (int index = 0; index < counts.length; index++) {
            long sideBytes = (long) EntryRun.ENTRY_BYTES * counts[index];
            heldEntries -= written.get(index).bufferedCount();
            written.get(index).replace(block.asSlice(at, sideBytes));
            at += sideBytes;
        }
    }

    /**
     * Nothing will be added any more: what buffers have is written to runs, and their memory given back. Where it
     * cannot be written, because the disk is full, it stays where it is.
     */
    public void seal() {
        try {
            writeAll();
            release();
        } catch (ThetisException problem) {
            if (problem.code() != ErrorCode.DISK_FULL && problem.code() != ErrorCode.IO_FAILED) {
                throw problem;
            }
        }
    }

    /** Nobody will read it any more. */
    public void drop() {
        sides.clear();
        release();
    }

    private void release() {
        if (charged) {
            charged = false;
            arena.releaseHeap(HELD_ENTRY_BYTES * heldEntriesMax);
        }
    }

    /** Whether there are entries of a type, side and chunk. */
    public boolean has(int type, boolean forward, int chunk) {
        return sides.containsKey(place(type, forward, chunk));
    }

    /** Calls for each type and side of a chunk of which there are entries. */
    public void forEachPlaceOf(int chunk, PlaceVisitor visitor) {
        for (int type = 0; type < typeEnd; type++) {
            for (boolean forward : new boolean[] {true, false}) {
                if (has(type, forward, chunk)) {
                    visitor.visit(type, forward, chunk);
                }
            }
        }
    }

    /** Calls for each type, side and chunk of which there are entries, in no order. */
    public void forEachPlace(PlaceVisitor visitor) {
        sides.keySet()
                .forEach(place -> visitor.visit(
                        (int) (place >>> TYPE_SHIFT),
                        (place & 1) != 0,
                        (int) (place >>> 1) & NodeIdLayout.CHUNK_COUNT_MAX - 1));
    }

    /**
     * Adds the entries of a node's list to a cursor.
     *
     * @param neighbour those to this one or to greater ones
     * @param tag what the cursor says for each of them
     */
    public void start(EntryCursor into, int type, boolean forward, long node, long neighbour, long tag) {
        @Nullable SideRuns side = sides.get(place(type, forward, NodeIdLayout.chunk(node)));
        if (side != null) {
            side.start(into, NodeIdLayout.row(node), neighbour, tag);
        }
    }
}
