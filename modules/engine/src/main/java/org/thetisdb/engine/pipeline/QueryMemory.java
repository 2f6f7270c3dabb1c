package org.thetisdb.engine.pipeline;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.engine.EngineResources;
import org.thetisdb.io.memory.MemoryAccount;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.Invariant;

/**
 * The memory that all queries of an engine may keep together, and where they put what is more. A run takes it in steps
 * and releases it at its end, so that only runs that keep much contend here. Thread safe.
 */
public final class QueryMemory {
    /** What a run may keep without asking: small queries continue however short memory is. */
    static final long FREE_BYTES = 1 << 20;

    static final long STEP_BYTES = 4 << 20;

    /** What spills takes no more than all but this part: the rest is for what cannot spill. */
    private static final int HEADROOM_DIVISOR = 8;

    /** This part of it is for what runs leave for those that come after them. */
    private static final int IDLE_DIVISOR = 8;

    private final long limitBytes;
    private final Optional<MemoryAccount> account;
    private final Optional<MemoryAccount> outside;
    private final Optional<TemporarySpace> space;
    private final long shareBytesMax;
    private final AtomicLong takenBytes = new AtomicLong();
    private final AtomicInteger runs = new AtomicInteger();
    private volatile boolean isShort;

    /**
     * Memory alone: a query that needs more fails.
     *
     * @param limitBytes 0 for no limit
     */
    public QueryMemory(long limitBytes) {
        this(limitBytes, Optional.empty(), Optional.empty(), Optional.empty(), Long.MAX_VALUE);
    }

    /**
     * Of a database's memory: a query that needs more spills.
     *
     * @param limitBytes what they may keep at most, though the database has more; 0 for what it has
     * @param shareBytesMax what one worker of a breaker may hold however much is left; small numbers only in tests
     */
    public QueryMemory(EngineResources resources, long limitBytes, long shareBytesMax) {
        this(
                limitBytes == 0
                        ? resources.memory().limitBytes()
                        : Math.min(limitBytes, resources.memory().limitBytes()),
                Optional.of(resources.memory()),
                Optional.of(resources.searches()),
                Optional.of(resources.space()),
                shareBytesMax);
    }

    /** As {@link #QueryMemory(EngineResources, long, long)}, with a limit of its own; for tests. */
    public QueryMemory(long limitBytes, Optional<TemporarySpace> space, long shareBytesMax) {
        this(limitBytes, Optional.empty(), Optional.empty(), space, shareBytesMax);
    }

    private QueryMemory(
            long limitBytes,
            Optional<MemoryAccount> account,
            Optional<MemoryAccount> outside,
            Optional<TemporarySpace> space,
            long shareBytesMax) {
        this.limitBytes = limitBytes;
        this.account = account;
        this.outside = outside;
        this.space = space;
        this.shareBytesMax = shareBytesMax;
    }

    /** What the current runs have taken. */
    public long takenBytes() {
        return takenBytes.get();
    }

    long limitBytes() {
        return limitBytes;
    }

    Optional<TemporarySpace> space() {
        return space;
    }

    long shareBytesMax() {
        return shareBytesMax;
    }

    /** What of a limit may be held by what spills. */
    static long spillableBytes(long limit) {
        return limit == 0 ? Long.MAX_VALUE : limit - limit / HEADROOM_DIVISOR;
    }

    /** What may stay on the heap from run to run, beside what the current runs have taken. */
    public long idleBytesMax() {
        long heapBytes = Runtime.getRuntime().maxMemory();
        return (limitBytes == 0 ? heapBytes : Math.min(limitBytes, heapBytes)) / IDLE_DIVISOR;
    }

    /** What the breakers of one run may hold of all when each run that has some holds as much. */
    long fairBytes() {
        return spillableBytes(limitBytes) / Math.max(1, runs.get());
    }

    /** A run's breakers begin to hold memory. */
    void join() {
        runs.incrementAndGet();
    }

    /** A run's breakers hold no memory any more. */
    void leave() {
        runs.decrementAndGet();
    }

    /** A run was refused that has less than others. */
    void noteShort() {
        isShort = true;
    }

    boolean isShort() {
        return isShort;
    }

    /** Takes memory if there is enough. */
    boolean take(long bytes) {
        return take(bytes, limitBytes == 0 ? Long.MAX_VALUE : limitBytes);
    }

    /** Takes memory for what spills, if there is enough. */
    boolean takeSpillable(long bytes) {
        return take(bytes, spillableBytes(limitBytes));
    }

    private boolean take(long bytes, long limit) {
        long taken = takenBytes.addAndGet(bytes);
        boolean fits = taken <= limit && (account.isEmpty() || account.get().tryTake(bytes));
        if (!fits) {
            takenBytes.addAndGet(-bytes);
        }
        return fits;
    }

    /** Takes memory, be there enough or not. */
    void takeAnyway(long bytes) {
        takenBytes.addAndGet(bytes);
        account.ifPresent(shared -> shared.take(bytes));
    }

    /** Takes memory outside the heap, if there is enough. */
    boolean tryTakeOutside(long bytes) {
        return outside.isEmpty() || outside.get().tryTake(bytes);
    }

    /** Gives back what was taken by {@link #tryTakeOutside}. */
    void releaseOutside(long bytes) {
        outside.ifPresent(shared -> shared.release(bytes));
    }

    void giveBack(long bytes) {
        long left = takenBytes.addAndGet(-bytes);
        account.ifPresent(shared -> shared.release(bytes));
        isShort = false;
        Invariant.check(left >= 0, "no more is given back than was taken", "leftBytes", left, "givenBackBytes", bytes);
    }
}
