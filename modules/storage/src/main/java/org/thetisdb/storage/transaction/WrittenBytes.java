package org.thetisdb.storage.transaction;

import java.util.concurrent.atomic.LongAdder;

/**
 * How much of an era's changes a checkpoint could take away: what was committed or taken back, and not what large
 * transactions that still run have written. These would have checkpoint after checkpoint made for nothing, and would
 * have to be carried over each.
 *
 * <p>What a change takes in memory is not known for each transaction, but how many bytes of operations it has for the
 * log; whether there is so much that a checkpoint is due is taken to be in the same proportion.
 *
 * <p>Any thread.
 */
final class WrittenBytes {
    private final LongAdder slowed = new LongAdder();
    private final LongAdder unslowed = new LongAdder();
    private final LongAdder running = new LongAdder();

    /** A transaction that runs has so many bytes of operations more, or less when it ends. */
    void addRunning(long bytes) {
        running.add(bytes);
    }

    /**
     * A transaction has ended, with so many bytes of operations.
     *
     * @param slowed whether it was slowed as all others were, see {@link WritePressure.Limits#slows}
     */
    void addSettled(long bytes, boolean slowed) {
        (slowed ? this.slowed : unslowed).add(bytes);
    }

    /** How many bytes of operations have settled, of transactions that were slowed as all others. */
    long slowed() {
        return slowed.sum();
    }

    /** How many bytes of operations all others have, and those that run. */
    long unslowed() {
        return unslowed.sum() + running.sum();
    }

    /** Of so many bytes in memory, those that are not of transactions that run. */
    long settledOf(long memoryBytes) {
        double ofRunning = Math.max(0, running.sum());
        double ofSettled = (double) slowed.sum() + unslowed.sum();
        return ofRunning == 0 ? memoryBytes : (long) (memoryBytes * (ofSettled / (ofSettled + ofRunning)));
    }
}
