package org.thetisdb.io.memory;

import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.value.Invariant;

/** What is held for one use. Thread safe; made by a {@link MemoryGovernor}. */
public final class MemoryAccount {
    private final MemoryGovernor governor;
    private final MemoryUse use;
    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicLong peakBytes = new AtomicLong();

    MemoryAccount(MemoryGovernor governor, MemoryUse use, long limitBytes) {
        this.governor = governor;
        this.use = use;
        this.limitBytes = limitBytes;
    }

    /**
     * Takes memory if there is enough, from the page cache if need be.
     *
     * @param bytes not negative
     * @return whether it was taken; if not, the caller spills, waits or fails, by name
     */
    public boolean tryTake(long bytes) {
        long used = usedBytes.addAndGet(bytes);
        if (used > limitBytes || !governor.tryTake(use, bytes)) {
            usedBytes.addAndGet(-bytes);
            return false;
        }
        noteUsed(used);
        return true;
    }

    /**
     * Takes memory that cannot be done without, whether there is enough or not. The page cache yields as far as it can.
     *
     * @param bytes not negative
     */
    public void take(long bytes) {
        noteUsed(usedBytes.addAndGet(bytes));
        governor.take(use, bytes);
    }

    /**
     * Gives memory back.
     *
     * @param bytes at most what was taken
     */
    public void release(long bytes) {
        long left = usedBytes.addAndGet(-bytes);
        Invariant.check(left >= 0, "no more memory is given back than was taken", "leftBytes", left, "bytes", bytes);
        governor.take(use, -bytes);
    }

    private void noteUsed(long used) {
        if (used > peakBytes.get()) {
            peakBytes.accumulateAndGet(used, Math::max);
        }
    }

    /** {@return what it is held for} */
    public MemoryUse use() {
        return use;
    }

    /** {@return what is held now} */
    public long usedBytes() {
        return usedBytes.get();
    }

    /** {@return the most that was ever held} */
    public long peakBytes() {
        return peakBytes.get();
    }

    /** {@return the most that may be held, unless it is taken without asking} */
    public long limitBytes() {
        return limitBytes;
    }
}
