package org.thetisdb.storage.transaction;

import java.util.concurrent.atomic.LongAdder;

/**
 * How much of an era's changes a checkpoint could take away: what was committed or taken back, and not what large
 * transactions that still run have written. These would have checkpoint after checkpoint made for nothing, and would
 * have to be carried over each.
 *
 * <p>What a change takes in memory is not known for each transaction, but how many bytes of operations it has for the
 * log; memory is taken to be shared in the same proportion.
 *
 * <p>Any thread.
 */
final class WrittenBytes {
    private final LongAdder settled = new LongAdder();
    private final LongAdder running = new LongAdder();

    /** A transaction that runs has so many bytes of operations more, or less when it ends. */
    void addRunning(long bytes) {
        running.add(bytes);
    }

    /** A transaction has ended, with so many bytes of operations. */
    void addSettled(long bytes) {
        settled.add(bytes);
    }

    /** Of so many bytes in memory, those that are not of transactions that run. */
    long settledOf(long memoryBytes) {
        double ofRunning = Math.max(0, running.sum());
        return ofRunning == 0 ? memoryBytes : (long) (memoryBytes * (settled.sum() / (settled.sum() + ofRunning)));
    }
}
