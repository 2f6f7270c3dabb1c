package org.thetisdb.storage.delta;

import java.util.ArrayList;
import java.util.List;

/** What all readers of a serializable transaction have read. Thread safe. */
public final class ReadTracker {
    private final List<ReadSet> sets = new ArrayList<>();

    /** For one reader. */
    synchronized ReadSet newReadSet() {
        ReadSet set = new ReadSet();
        sets.add(set);
        return set;
    }

    /** Whether the other wrote something that was read here; to be called when all readers are at rest. */
    public synchronized boolean meets(WriteSet written) {
        for (ReadSet set : sets) {
            if (set.meets(written)) {
                return true;
            }
        }
        return false;
    }
}
