package org.thetisdb.io;

import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.Optional;
import org.thetisdb.io.depth.Ring;
import org.thetisdb.io.depth.RingPool;
import org.thetisdb.io.system.IoErrors;
import org.thetisdb.io.system.NativeCalls;
import org.thetisdb.value.ThetisException;

/**
 * One batch on its way through a ring: as many ranges in flight as the ring's depth allows, the next one as soon as one
 * is complete. A short read is continued where it stopped. What the ring could not do, for want of memory or because
 * it broke, is left for {@link PreadEngine}'s way. Belongs to the thread that reads.
 */
final class RingReads implements ReadBatch.UnderWay {
    /**
     * So many are handed over at a time at first: the device works on them while the kernel finds memory for the next.
     * With more, the kernel would keep the first back until it has the last.
     */
    private static final int HANDED_OVER = 2;

    private static final int EINTR = 4;
    private static final int EAGAIN = 11;
    private static final int EBUSY = 16;
    private static final int ECANCELED = 125;
    private static final int NONE = -1;

    private final RingPool rings;
    private final Ring ring;
    private final Source file;
    private final ReadBatch batch;

    /** What is in flight has a slot, which says its range; of a free slot, it says {@link #NONE}. */
    private final int[] slotRanges;

    /** How many bytes of a slot's range are there. */
    private final int[] slotDoneBytes;

    private final int[] freeSlots;
    private int freeSlotCount;

    /** Ranges that the ring has not settled, by {@link #close}'s end. */
    private final int[] leftRanges;

    private int leftCount;
    private int nextRange;
    private boolean works = true;
    private boolean isDone;

    /** A file that rings can read: its descriptor, and the way to read what a ring does not. */
    interface Source extends ReadableFile {
        int descriptor();

        /** Whether a ring may be asked for a range. */
        boolean isForRing(ReadBatch batch, int range);

        ThetisException readFailed(long offset, long bytes, int errno);
    }

    private RingReads(RingPool rings, Ring ring, Source file, ReadBatch batch) {
        this.rings = rings;
        this.ring = ring;
        this.file = file;
        this.batch = batch;
        this.slotRanges = new int[ring.depth()];
        Arrays.fill(slotRanges, NONE);
        this.slotDoneBytes = new int[ring.depth()];
        this.freeSlots = new int[ring.depth()];
        for (int slot = ring.depth() - 1; slot >= 0; slot--) {
            freeSlots[freeSlotCount++] = slot;
        }
        this.leftRanges = new int[batch.count()];
    }

    /**
     * Begins to read a batch by a ring of the pool; nothing, and nothing is read, if there is no ring, or no need for
     * one.
     */
    static Optional<ReadBatch.UnderWay> begin(RingPool rings, Source file, ReadBatch batch) {
        Optional<Ring> taken = batch.count() > 1 ? rings.take() : Optional.empty();
        if (taken.isEmpty()) {
            return Optional.empty();
        }
        Ring ring = taken.get();
        boolean begun = false;
        try {
            RingReads reads = new RingReads(rings, ring, file, batch);
            reads.handOver();
            begun = true;
            return Optional.of(reads);
        } finally {
            if (!begun) {
                ring.finish();
                rings.giveBack(ring, false);
            }
        }
    }

    /** Reads a batch by a ring of the pool; false, and nothing is read, if there is none, or no need for one. */
    static boolean readBatch(RingPool rings, Source file, ReadBatch batch) {
        Optional<ReadBatch.UnderWay> begun = begin(rings, file, batch);
        begun.ifPresent(ReadBatch.UnderWay::finish);
        return begun.isPresent();
    }

    private void handOver() {
        while (works && nextRange < batch.count() && freeSlotCount > 0) {
            addReads(HANDED_OVER);
            works = ring.underWay() == 0 || isWorking(ring.submit());
        }
    }

    @Override
    public boolean advance() {
        if (isDone) {
            // All has come, or it was given up.
            return false;
        }
        boolean goesOn = false;
        try {
            if (works && isUnfinished()) {
                addReads(freeSlotCount);
                works = enter();
                takeCompletions();
            }
            goesOn = works && isUnfinished();
        } finally {
            if (!goesOn) {
                close();
            }
        }
        if (!goesOn) {
            readWhatIsLeft();
        }
        return goesOn;
    }

    private boolean isUnfinished() {
        return nextRange < batch.count() || ring.underWay() > 0;
    }

    @Override
    public void close() {
        if (!isDone) {
            isDone = true;
            boolean isSound = works && !isUnfinished();
            try {
                ring.finish();
            } finally {
                Reference.reachabilityFence(batch);
            }
            rings.giveBack(ring, isSound);
        }
    }

    /** Reads by other means what the ring has left. */
    private void readWhatIsLeft() {
        if (!works) {
            leaveTheRest();
        }
        for (int i = 0; i < leftCount; i++) {
            file.readRange(batch, leftRanges[i]);
            batch.settle(leftRanges[i]);
        }
    }

    private void addReads(int countMax) {
        int slotsLeft = Math.max(0, freeSlotCount - countMax);
        while (nextRange < batch.count() && freeSlotCount > slotsLeft) {
            int range = nextRange++;
            if (!file.isForRing(batch, range)) {
                leave(range);
                continue;
            }
            int slot = freeSlots[--freeSlotCount];
            slotRanges[slot] = range;
            slotDoneBytes[slot] = 0;
            add(slot);
        }
    }

    private void add(int slot) {
        int range = slotRanges[slot];
        int doneBytes = slotDoneBytes[slot];
        long address = batch.target(range).address() + doneBytes;
        ring.add(file.descriptor(), batch.offset(range) + doneBytes, address, batch.bytes(range) - doneBytes, slot);
    }

    /** Submits and waits; false if the ring will do no more. */
    private boolean enter() {
        if (ring.underWay() == 0) {
            return true;
        }
        int result = ring.enter();
        if (result == -EAGAIN || result == -EBUSY) {
            // The kernel takes no more before something is complete, or before its completions have been taken.
            result = ring.inFlight() > 0 ? ring.await() : result;
        }
        return result >= 0 || result == -EINTR;
    }

    /** What was not consumed for want of something is submitted by the next call. */
    private static boolean isWorking(int result) {
        return result >= 0 || result == -EINTR || result == -EAGAIN || result == -EBUSY;
    }

    private void takeCompletions() {
        while (ring.take()) {
            int slot = ring.tag();
            int result = ring.result();
            if (result > 0) {
                slotDoneBytes[slot] += result;
            }
            if (result > 0 && slotDoneBytes[slot] < batch.bytes(slotRanges[slot])) {
                add(slot);
            } else {
                settle(slot, result);
                freeSlots[freeSlotCount++] = slot;
                slotRanges[slot] = NONE;
            }
        }
    }

    private void settle(int slot, int result) {
        int range = slotRanges[slot];
        long offset = batch.offset(range) + slotDoneBytes[slot];
        if (isForOtherMeans(-result)) {
            leave(range);
            return;
        }
        if (result < 0) {
            batch.fail(range, file.readFailed(offset, batch.bytes(range) - slotDoneBytes[slot], -result));
        } else if (result == 0) {
            batch.fail(range, IoErrors.truncated(file.path(), batch.offset(range) + batch.bytes(range), offset));
        }
        batch.settle(range);
    }

    /** What the other way to read does better: try again, or find out that the file system reads otherwise. */
    private static boolean isForOtherMeans(int errno) {
        return errno == EINTR || errno == EAGAIN || errno == ECANCELED || NativeCalls.isRefusal(errno);
    }

    private void leave(int range) {
        leftRanges[leftCount++] = range;
    }

    private void leaveTheRest() {
        for (int range : slotRanges) {
            if (range != NONE) {
                leave(range);
            }
        }
        while (nextRange < batch.count()) {
            leave(nextRange++);
        }
    }
}
