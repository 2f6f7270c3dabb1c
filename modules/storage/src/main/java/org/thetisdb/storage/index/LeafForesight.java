package org.thetisdb.storage.index;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.file.Foresight;
import org.thetisdb.storage.file.StoreMemories;
import org.thetisdb.storage.file.StoreMemory;

/**
 * Tells which leaves a walk over a range comes to next, by going on along the fences above them: twice as many as the
 * walk has read so far, or as many as the entries fill that are asked for, and none beyond the range's end. So a walk
 * that ends early has not read much in vain, and a long one waits for the device a few times only.
 *
 * <pre>
 *   fences   f0  f1  f2  f3  f4  f5 …        f3: leaf missing ──► tell: leaves of f4, f5, … up to the range's end
 *   leaves   r   r   r   ✗
 * </pre>
 *
 * <p>It is asked in the middle of a step, and has a path and a block of its own. Not thread safe.
 */
final class LeafForesight implements Foresight {
    /** Of a full leaf. */
    private static final int LEAF_ENTRIES = 256;

    /** Nobody has said how many entries are asked for. */
    private static final int UNKNOWN = -1;

    private final StoreMemories stores;
    private final StoreMemory store;
    private final IndexPath walk;
    private final IndexPath ahead = new IndexPath();
    private @Nullable IndexBlock block;
    private @Nullable SortKey end;
    private boolean endInclusive;
    private long leavesRead;
    private int asked = UNKNOWN;

    /**
     * Of the walks of one cursor.
     *
     * @param store of the run
     * @param walk the cursor's own path
     */
    LeafForesight(StoreMemories stores, StoreMemory store, IndexPath walk) {
        this.stores = stores;
        this.store = store;
        this.walk = walk;
    }

    /** Another walk has begun, up to a key, or up to the tree's end for null. */
    void restart(@Nullable SortKey newEnd, boolean newEndInclusive) {
        end = newEnd;
        endInclusive = newEndInclusive;
        leavesRead = 0;
        asked = UNKNOWN;
    }

    /** The walk goes on to another leaf for so many entries; with none, that is for later, perhaps for nothing. */
    void ask(int entries) {
        asked = entries;
    }

    /** The walk opens its next leaf. Returns what {@link #end} is to be called with. */
    Foresight begin() {
        leavesRead++;
        return stores.foresee(this);
    }

    /** It has opened it. */
    void end(Foresight former) {
        stores.foresee(former);
        asked = UNKNOWN;
    }

    @Override
    public void tell(Wants wants) {
        long left = asked == 0 || !walk.isWhole() ? 0 : Math.max(2 * leavesRead, asked / LEAF_ENTRIES + 1L);
        ahead.copyFrom(walk);
        IndexBlock known = block == null ? new IndexBlock(store) : block;
        block = known;
        try {
            int step = 1;
            while (left >= step && wants.isOpen() && toNext(step, known)) {
                tellLeaf(known);
                left -= step;
                step = wants.step();
            }
        } catch (Missing _) {
            // A block of fences, whose page is noted: what lies below it is told when it is there.
        }
    }

    /** Goes on by some leaves. False at the end. */
    private boolean toNext(int leaves, IndexBlock known) {
        int lowest = ahead.levels - 2;
        int level = lowest < 0 ? -1 : ahead.goOn(lowest, leaves, known);
        if (level < 0 || isBeyondEnd(level, known)) {
            return false;
        }
        ahead.goDown(level, ahead.levels - 1, known);
        return true;
    }

    /** The key above a leaf is its first. */
    private boolean isBeyondEnd(int level, IndexBlock known) {
        if (end == null) {
            return false;
        }
        int order = known.compare(ahead.places[level], end);
        return order > 0 || order == 0 && !endInclusive;
    }

    private void tellLeaf(IndexBlock known) {
        try {
            known.open(ahead.blocks[ahead.levels - 1]);
        } catch (Missing _) {
            // Its page is noted.
        }
    }
}
