package org.thetisdb.storage.adjacency;

import java.lang.foreign.SegmentAllocator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Makes a new segment of one type, side and chunk from the one that is there, if any, and sorted changes. Entries keep
 * their slots, so that no relationship's id changes.
 *
 * <pre>
 *   old segment ──► blocks of unpacked entries ──┐
 *                                                ├─ merge ──► 1st pass: ranges, are the slots 0, 1, 2, …?
 *   ChangeWindow ────────────────────────────────┘           2nd pass: AdjacencyEncoder
 * </pre>
 *
 * <p>What lies between two changes is copied block by block, whatever lists it belongs to; the place of a change is
 * found by a search in the block at hand. So a list of millions of entries costs what it takes to unpack it twice and
 * to pack it once, and nothing is held but two blocks and the new segment.
 *
 * <p>Not thread safe. Used again for any number of segments.
 */
public final class AdjacencyRewriter {
    private static final int BLOCK_ENTRIES = 1 << 12;
    /** Pages are released after so many blocks. */
    private static final int REFRESH_BLOCKS = 16;

    private final AdjacencyReader base;
    private final Runnable refresh;
    private final long[] one = new long[1];
    private final long[] oneSlot = new long[1];

    // The block of the old segment: its entries from blockFirst on.
    private final long[] blockNeighbours = new long[BLOCK_ENTRIES];
    private final long[] blockSlots = new long[BLOCK_ENTRIES];
    private int blockFirst;
    private int blockCount;
    private int blocksRead;

    /** Null where there is none; {@link #oldCount} is 0 then. */
    private @Nullable AdjacencySegment old;

    private int oldCount;
    /** Old entries in places before it have been copied or left out. */
    private int oldAt;

    /**
     * @param base gives the old segments
     * @param refresh drops the pages that {@code base} uses; called between blocks
     */
    public AdjacencyRewriter(AdjacencyReader base, Runnable refresh) {
        this.base = base;
        this.refresh = refresh;
    }

    /** Takes merged entries. */
    private interface Sink {
        /** Entries of the old segment, which are there {@code oldFirst} and the following. */
        void copied(long[] neighbours, long[] slots, int from, int count, int oldFirst);

        /** A new entry, in place 0 of the arrays. */
        void added(long[] neighbours, long[] slots);
    }

    /**
     * Rewrites the lists.
     *
     * @param memory where the new segment is made; it must give zeroed memory
     * @param rowCount rows of the chunk, not fewer than before
     * @param changes are gone along several times
     * @param slotCountMinimum of a forward segment: slots below it count as having been in use, also those that are
     *     free. With the old segment's slot count no slot is forgotten, with 0 free slots at the end are
     * @return nothing if neither an entry nor a slot is left, so that the segment and the type's property columns of
     *     the
     *     chunk fall away
     * @throws ThetisException {@link ErrorCode#INTERNAL} if an entry that goes is not there, or one that comes is;
     *     {@link ErrorCode#LIMIT_EXCEEDED} if there are more entries than slots
     */
    public Optional<RewrittenLists> rewrite(
            SegmentAllocator memory,
            int type,
            boolean forward,
            int chunk,
            int rowCount,
            ChangeWindow changes,
            int slotCountMinimum) {
        old = type < base.typeCount() ? base.segment(type, forward, chunk) : null;
        oldCount = old == null ? 0 : old.placeCount();
        int[] starts = starts(rowCount, changes);
        ListShape shape = ListShape.of(starts, rowCount);
        Measure measure =
                new Measure(forward ? Optional.of(new SlotOrder(old, starts, shape.gappedLength())) : Optional.empty());
        merge(changes, measure);
        SlotTable slots =
                measure.slotOrder.map(order -> order.finish(slotCountMinimum)).orElseGet(() -> SlotTable.none(0));
        if (starts[rowCount] == 0 && slots.slotCount() == 0) {
            return Optional.empty();
        }
        AdjacencyEncoder encoder = new AdjacencyEncoder(
                memory,
                type,
                forward,
                chunk,
                starts,
                rowCount,
                Math.min(measure.neighbourMinimum, measure.neighbourMaximum),
                measure.neighbourMaximum,
                measure.slotMaximum,
                slots);
        merge(changes, new Encode(encoder));
        return Optional.of(new RewrittenLists(encoder.finish(), starts[rowCount], slots.slotCount()));
    }

    /** The new first entry of each row, and the new count of entries after the last. */
    private int[] starts(int rowCount, ChangeWindow changes) {
        int[] starts = new int[rowCount + 1];
        long start = 0;
        changes.rewind();
        boolean hasChange = changes.next();
        for (int row = 0; row < rowCount; row++) {
            starts[row] = (int) start;
            start += degree(row);
            for (; hasChange && changes.row() == row; hasChange = changes.next()) {
                start += changes.isRemoval() ? -1 : 1;
            }
            if (start > RelationshipIdLayout.SLOT_COUNT_MAX) {
                throw new ThetisException(
                        ErrorCode.LIMIT_EXCEEDED,
                        "too many relationships of one type at the nodes of one chunk: countMax="
                                + RelationshipIdLayout.SLOT_COUNT_MAX);
            }
        }
        if (hasChange) {
            throw new ThetisException(
                    ErrorCode.INTERNAL,
                    "a list changed of a row that does not exist: row=" + changes.row() + " rowCount=" + rowCount);
        }
        starts[rowCount] = (int) start;
        return starts;
    }

    private int degree(int row) {
        long bounds = old == null ? 0 : old.bounds(row);
        return (int) bounds - (int) (bounds >>> 32);
    }

    private void merge(ChangeWindow changes, Sink sink) {
        oldAt = 0;
        blockFirst = 0;
        blockCount = 0;
        long bounds = 0;
        boolean justRemoved = false;
        int lastRow = -1;
        long lastNeighbour = -1;
        int lastSlot = -1;
        for (changes.rewind(); changes.next(); ) {
            int row = changes.row();
            long neighbour = changes.neighbour();
            int slot = changes.slot();
            boolean sameEntry = lastRow == row && lastNeighbour == neighbour && lastSlot == slot;
            if (lastRow != row) {
                copyTo(old == null ? 0 : old.listStart(row), sink);
                bounds = old == null ? 0 : old.bounds(row);
            }
            boolean found = copyBelow(neighbour, slot, Math.max((int) bounds, oldAt), sink);
            lastRow = row;
            lastNeighbour = neighbour;
            lastSlot = slot;
            if (changes.isRemoval() != found || sameEntry && !justRemoved) {
                throw new ThetisException(
                        ErrorCode.INTERNAL,
                        "a list does not fit its change: row=" + row + " neighbour=" + neighbour + " slot=" + slot
                                + " removal=" + changes.isRemoval() + " found=" + found);
            }
            justRemoved = found;
            if (found) {
                oldAt++;
            } else {
                one[0] = neighbour;
                oneSlot[0] = slot;
                sink.added(one, oneSlot);
            }
        }
        copyTo(oldCount, sink);
    }

    /** Copies old entries before {@code end}. */
    private void copyTo(int end, Sink sink) {
        AdjacencySegment source = old;
        while (source != null && oldAt < end) {
            load(source);
            int from = oldAt - blockFirst;
            int taken = Math.min(end, blockFirst + blockCount) - oldAt;
            if (source.isGapless()) {
                sink.copied(blockNeighbours, blockSlots, from, taken, oldAt);
            } else {
                copyTaken(source, from, from + taken, sink);
            }
            oldAt += taken;
        }
    }

    /** Copies what is in the block and no place without an entry. */
    private void copyTaken(AdjacencySegment source, int from, int end, Sink sink) {
        int at = from;
        while (at < end) {
            int first = at;
            while (at < end && source.isTaken(blockNeighbours[at])) {
                at++;
            }
            if (at > first) {
                sink.copied(blockNeighbours, blockSlots, first, at - first, blockFirst + first);
            }
            at++;
        }
    }

    /** Copies old entries of one list that lie before an entry; tells whether the next old entry is that one. */
    private boolean copyBelow(long neighbour, int slot, int listEnd, Sink sink) {
        AdjacencySegment source = old;
        while (source != null && oldAt < listEnd) {
            load(source);
            int from = oldAt - blockFirst;
            int end = Math.min(listEnd - blockFirst, blockCount);
            int place = lowerBound(from, end, neighbour, slot);
            if (place > from) {
                sink.copied(blockNeighbours, blockSlots, from, place - from, oldAt);
                oldAt += place - from;
            }
            if (place < end) {
                return blockNeighbours[place] == neighbour && blockSlots[place] == slot;
            }
        }
        return false;
    }

    private int lowerBound(int from, int end, long neighbour, int slot) {
        int low = from;
        int high = end;
        while (low < high) {
            int middle = low + high >>> 1;
            long at = blockNeighbours[middle];
            if (at < neighbour || at == neighbour && blockSlots[middle] < slot) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Makes the block hold the old entry {@code oldAt}. */
    private void load(AdjacencySegment source) {
        if (oldAt >= blockFirst && oldAt < blockFirst + blockCount) {
            return;
        }
        if (++blocksRead % REFRESH_BLOCKS == 0) {
            refresh.run();
        }
        blockFirst = oldAt;
        blockCount = Math.min(BLOCK_ENTRIES, oldCount - oldAt);
        source.neighbours(blockFirst, blockCount, blockNeighbours, 0);
        source.anySlots(blockFirst, blockCount, blockSlots, 0);
    }

    /** The ranges of what the new segment holds, and in which order the slots of a forward segment are. */
    private static final class Measure implements Sink {
        private final Optional<SlotOrder> slotOrder;
        private long neighbourMinimum = Long.MAX_VALUE;
        private long neighbourMaximum;
        private long slotMaximum;

        Measure(Optional<SlotOrder> slotOrder) {
            this.slotOrder = slotOrder;
        }

        @Override
        public void copied(long[] neighbours, long[] slots, int from, int count, int oldFirst) {
            for (int index = from; index < from + count; index++) {
                neighbourMinimum = Math.min(neighbourMinimum, neighbours[index]);
                neighbourMaximum = Math.max(neighbourMaximum, neighbours[index]);
                slotMaximum = Math.max(slotMaximum, slots[index]);
            }
            slotOrder.ifPresent(order -> order.copied(slots, from, count, oldFirst));
        }

        @Override
        public void added(long[] neighbours, long[] slots) {
            neighbourMinimum = Math.min(neighbourMinimum, neighbours[0]);
            neighbourMaximum = Math.max(neighbourMaximum, neighbours[0]);
            slotMaximum = Math.max(slotMaximum, slots[0]);
            slotOrder.ifPresent(order -> order.added((int) slots[0]));
        }
    }

    private record Encode(AdjacencyEncoder encoder) implements Sink {
        @Override
        public void copied(long[] neighbours, long[] slots, int from, int count, int oldFirst) {
            encoder.append(neighbours, slots, from, count);
        }

        @Override
        public void added(long[] neighbours, long[] slots) {
            encoder.append(neighbours, slots, 0, 1);
        }
    }
}
