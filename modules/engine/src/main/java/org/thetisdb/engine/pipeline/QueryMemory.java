package org.thetisdb.engine.pipeline;

import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.value.Invariant;

/**
 * The memory that all queries of an engine may keep together. A run takes it in steps and releases it at its end, so
 * that only runs that keep much contend here. Thread safe.
 */
public final class QueryMemory {
    /** What a run may keep without asking: small queries continue however short memory is. */
    static final long FREE_BYTES = 1 << 20;

    static final long STEP_BYTES = 4 << 20;

    private final long limitBytes;
    private final AtomicLong takenBytes = new AtomicLong();

    /** @param limitBytes 0 for no limit */
    public QueryMemory(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** What the current runs have taken. */
    public long takenBytes() {
        return takenBytes.get();
    }

    long limitBytes() {
        return limitBytes;
    }

    /** Takes memory if there is enough. */
    boolean take(long bytes) {
        long taken = takenBytes.addAndGet(bytes);
        if (limitBytes > 0 && taken > limitBytes) {
            takenBytes.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    void giveBack(long bytes) {
        long left = takenBytes.addAndGet(-bytes);
        Invariant.check(left >= 0, "no more is given back than was taken", "leftBytes", left, "givenBackBytes", bytes);
    }
}
