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

    /** Of them, those of transactions that nobody slowed. */
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
        settled.add(bytes);
        if (!slowed) {
            unslowed.add(bytes);
        }
    }

    /** Of so many bytes in memory, those that are not of transactions that run. */
    long settledOf(long memoryBytes) {
        double ofRunning = Math.max(0, running.sum());
        return ofRunning == 0 ? memoryBytes : (long) (memoryBytes * (settled.sum() / (settled.sum() + ofRunning)));
    }

    /** Of these, those of transactions that nobody slowed. */
    long unslowedOf(long memoryBytes) {
        double ofUnslowed = unslowed.sum();
        return ofUnslowed == 0 ? 0 : (long) (settledOf(memoryBytes) * (ofUnslowed / settled.sum()));
    }
}
