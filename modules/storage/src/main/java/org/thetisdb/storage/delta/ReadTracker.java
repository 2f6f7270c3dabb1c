package org.thetisdb.storage.delta;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What all readers of a serializable transaction have read. Thread safe. */
public final class ReadTracker {
    private final List<ReadSet> sets = new ArrayList<>();
    private final List<ReadSet> free = new ArrayList<>();

    /** What was asked of whole chunks; nothing in most transactions, which are short. */
    private Optional<ReadSet> chunks = Optional.empty();

    /** For one reader. */
    synchronized ReadSet readSet() {
        if (!free.isEmpty()) {
            return free.removeLast();
        }
        ReadSet set = new ReadSet();
        sets.add(set);
        return set;
    }

    /** A reader has gone; the next one notes its reads in the same set, so that there are no more sets than readers. */
    synchronized void giveBack(ReadSet set) {
        free.add(set);
    }

    /** It was asked which values a property has in a chunk. */
    synchronized void zone(int chunk, int propertyKeyId) {
        chunks().column(chunk, propertyKeyId);
    }

    /** It was asked which labels all nodes of a chunk have. */
    synchronized void labels(int chunk) {
        chunks().labels(chunk);
    }

    private ReadSet chunks() {
        if (chunks.isEmpty()) {
            chunks = Optional.of(readSet());
        }
        return chunks.get();
    }

    /** Whether nobody has asked for a reader yet. */
    public synchronized boolean isEmpty() {
        return sets.isEmpty();
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
