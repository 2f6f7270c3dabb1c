package org.thetisdb.io;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Epochs that are lent for one reading or writing each, to readers who have none of their own, since nobody says when
 * they stop: such an epoch would hold up eviction for ever. There are never more than are lent at the same time. Thread
 * safe.
 */
public final class EpochPool implements AutoCloseable {
    private final PageCache cache;
    private final Queue<ReadEpoch> idle = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    /**
     * An empty pool.
     *
     * @param cache whose pages are read
     */
    public EpochPool(PageCache cache) {
        this.cache = cache;
    }

    /** {@return an epoch, entered; to be given back by {@link #exit}} */
    public ReadEpoch enter() {
        ReadEpoch epoch = idle.poll();
        if (epoch == null) {
            epoch = cache.register();
        }
        epoch.enter();
        return epoch;
    }

    /**
     * Takes an epoch back and leaves it.
     *
     * @param epoch from {@link #enter}; not to be used any more
     */
    public void exit(ReadEpoch epoch) {
        epoch.exit();
        idle.add(epoch);
        if (closed) {
            closeIdle();
        }
    }

    /** Closes the epochs that nobody has; more can be lent. */
    public void closeIdle() {
        ReadEpoch epoch = idle.poll();
        while (epoch != null) {
            epoch.close();
            epoch = idle.poll();
        }
    }

    /** Closes the epochs that nobody has, and the others when they are given back. */
    @Override
    public void close() {
        closed = true;
        closeIdle();
    }
}
