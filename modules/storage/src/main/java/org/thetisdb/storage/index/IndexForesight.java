package org.thetisdb.storage.index;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.Foresight;
import org.thetisdb.storage.file.StoreMemories;
import org.thetisdb.value.vector.Vector;

/**
 * Tells from which blocks the next look-ups in a run are answered, by looking up their keys with a cursor of its own:
 * first all blocks below the root, then those below them. Not thread safe.
 *
 * <pre>
 *   keys   k0 k1 k2 k3 …          k0: block missing ──► tell: blocks of k1, k2, k3, … read together, level by level
 * </pre>
 */
final class IndexForesight implements Foresight {
    private final StoreMemories stores;
    private final Extent root;
    private @Nullable IndexCursor cursor;
    private @Nullable Vector keys;
    private int count;
    private int row;

    /** @param root of the run */
    IndexForesight(StoreMemories stores, Extent root) {
        this.stores = stores;
        this.root = root;
    }

    /** Some keys are looked up next, one by one in their order. */
    void announce(Vector newKeys, int newCount) {
        keys = newCount > 1 ? newKeys : null;
        count = newCount;
    }

    /** The key of a row is being looked up. Returns what {@link #end} is to be called with. */
    Foresight begin(int newRow) {
        row = newRow;
        return keys == null ? NONE : stores.foresee(this);
    }

    /** It has been looked up. */
    void end(Foresight former) {
        if (keys != null) {
            stores.foresee(former);
        }
    }

    @Override
    public void tell(Wants wants) {
        Vector next = keys;
        for (int index = row + 1; next != null && index < count && wants.isOpen(); index += wants.step()) {
            if (!next.isNull(index)) {
                tell(next, index);
            }
        }
    }

    private void tell(Vector next, int index) {
        try {
            IndexCursor known = cursor == null ? new IndexCursor(stores.of(root.file()), root) : cursor;
            cursor = known;
            known.tell(next, index);
        } catch (Missing _) {
            // Its page is noted.
        }
    }
}
