package org.thetisdb.h2;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.ReadEpoch;

/**
 * Epochs for those who miss a page or write, lent for one reading or writing each. There are never more than threads
 * that did so at the same time. Thread safe.
 */
final class EpochPool implements AutoCloseable {
    private final PageCache cache;
    private final Queue<ReadEpoch> idle = new ConcurrentLinkedQueue<>();

    EpochPool(PageCache cache) {
        this.cache = cache;
    }

    /** Lends an epoch, entered; to be given back by {@link #exit}. */
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
    }

    /** Ends those that nobody has. */
    @Override
    public void close() {
        ReadEpoch epoch = idle.poll();
        while (epoch != null) {
            epoch.close();
            epoch = idle.poll();
        }
    }
}
