package org.thetisdb.engine;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What the statements of one session may keep together. Each has its first MiB for nothing, as it has of the memory of
 * all queries. Thread safe.
 */
public final class SessionMemory {
    /** What spills takes no more than all but this part: the rest is for what cannot spill. */
    private static final int HEADROOM_DIVISOR = 8;

    private final long limitBytes;
    private final AtomicLong takenBytes = new AtomicLong();

    /** @param limitBytes at least 1 */
    public SessionMemory(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    public long limitBytes() {
        return limitBytes;
    }

    /** What statements that have begun hold now. */
    public long takenBytes() {
        return takenBytes.get();
    }

    /**
     * Takes memory if there is enough.
     *
     * @param spills whether it is for what can be put on disk instead
     */
    public boolean tryTake(long bytes, boolean spills) {
        long limit = spills ? limitBytes - limitBytes / HEADROOM_DIVISOR : limitBytes;
        boolean fits = takenBytes.addAndGet(bytes) <= limit;
        if (!fits) {
            takenBytes.addAndGet(-bytes);
        }
        return fits;
    }

    /** Takes memory, be there enough or not. */
    public void take(long bytes) {
        takenBytes.addAndGet(bytes);
    }

    /** Gives back what was taken. */
    public void release(long bytes) {
        takenBytes.addAndGet(-bytes);
    }
}
