package org.thetisdb.io.depth;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Rings for whoever wants to read many things at a time. A ring is made when one is wanted and none is idle, and is
 * kept as long as files are open: making one takes longer than reading a page. Any thread.
 *
 * <p>There is a largest number of rings, since each takes a descriptor and locked memory. Who comes when all are taken
 * gets none and reads in another way; waiting would only move the queue from the device to here.
 */
public final class RingPool {
    private final Supplier<RingCalls> calls;
    private final int depth;
    private final int ringsMax;
    private final Deque<Ring> idle = new ArrayDeque<>();
    private int takenCount;
    private int openFileCount;

    /**
     * A pool without rings.
     *
     * @param calls for each ring its own
     * @param depth how many reads a ring has under way
     * @param ringsMax how many rings there are at most
     */
    public RingPool(Supplier<RingCalls> calls, int depth, int ringsMax) {
        this.calls = calls;
        this.depth = depth;
        this.ringsMax = ringsMax;
    }

    /** Notes that a file has been opened whose readers may want rings. */
    public synchronized void retain() {
        openFileCount++;
    }

    /** Notes that such a file is closed; with the last one, the rings are. */
    public synchronized void release() {
        openFileCount--;
        if (openFileCount == 0) {
            idle.forEach(Ring::close);
            idle.clear();
        }
    }

    /** {@return a ring, to be {@linkplain #giveBack given back}; nothing if all are taken or none can be made} */
    public Optional<Ring> take() {
        synchronized (this) {
            if (takenCount == ringsMax) {
                return Optional.empty();
            }
            takenCount++;
            Ring ring = idle.pollLast();
            if (ring != null) {
                return Optional.of(ring);
            }
        }
        Optional<Ring> made = Optional.empty();
        try {
            made = Ring.open(calls.get(), depth);
            return made;
        } finally {
            if (made.isEmpty()) {
                forgetTaken();
            }
        }
    }

    private synchronized void forgetTaken() {
        takenCount--;
    }

    /**
     * Takes a ring back.
     *
     * @param ring nothing is under way in it
     * @param reusable false if it has failed: another one is made when it is wanted
     */
    public synchronized void giveBack(Ring ring, boolean reusable) {
        takenCount--;
        if (reusable && openFileCount > 0) {
            idle.addLast(ring);
        } else {
            ring.close();
        }
    }
}
