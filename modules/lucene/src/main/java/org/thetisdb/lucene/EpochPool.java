package org.thetisdb.lucene;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.ReadEpoch;

/**
 * Epochs for those who miss a page, lent for one reading each. There are never more than inputs that missed at the same
 * time. Thread safe.
 *
 * <p>Inputs have none of their own: Lucene does not close clones, and does not say when it stops to read one, so an
 * epoch of theirs would hold up eviction for ever.
 */
final class EpochPool implements AutoCloseable {
    private final PageCache cache;
    private final Queue<ReadEpoch> idle = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    EpochPool(PageCache cache) {
        this.cache = cache;
    }

    /** Lends an epoch, entered; to be given back. */
    ReadEpoch enter() {
        ReadEpoch epoch = idle.poll();
        if (epoch == null) {
            epoch = cache.register();
        }
        epoch.enter();
        return epoch;
    }

    /** Takes an epoch back and ends it. */
    void exit(ReadEpoch epoch) {
        epoch.exit();
        idle.add(epoch);
        if (closed) {
            close();
        }
    }

    @Override
    public void close() {
        closed = true;
        ReadEpoch epoch = idle.poll();
        while (epoch != null) {
            epoch.close();
            epoch = idle.poll();
        }
    }
}
