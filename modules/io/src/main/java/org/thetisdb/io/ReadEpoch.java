package org.thetisdb.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A reader's promise to the page cache: "from {@link #enter()} on I may look at pages". What
 * {@link PagedFile#ensureResident} was asked for stays readable until the next {@link #refresh()} or {@link #exit()}.
 *
 * <p>One per worker or cursor, used by one thread at a time. Call {@link #refresh()} between batches: as long as
 * nothing was evicted it is one load and one comparison. A reader that neither refreshes nor exits blocks
 * eviction for everyone, and the budget is overrun by what is read meanwhile; so a cursor must exit before it hands
 * control to a user, and never sleep inside.
 *
 * <p>It also counts its own hits and misses, so that an operator's share is found by reading the counters before and
 * after. See {@link PageCache} for how eviction uses epochs.
 */
public final class ReadEpoch implements AutoCloseable {
    /** The epoch of a reader that is not reading: later than all. */
    static final long IDLE = Long.MAX_VALUE;

    private static final VarHandle EPOCH;

    static {
        try {
            EPOCH = MethodHandles.lookup().findVarHandle(ReadEpoch.class, "epoch", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Evictor evictor;
    private long epoch = IDLE;
    private boolean closed;

    // Written by the owner alone; others may see them late.
    private long pageHits;
    private long pageMisses;
    private long bytesRead;
    private long readAhead;
    private long readAheadUsed;

    private boolean isLookingAhead;

    ReadEpoch(Evictor evictor) {
        this.evictor = evictor;
    }

    /**
     * Begins to read.
     *
     * @throws ThetisException {@link ErrorCode#CLOSED} after {@link #close()}, {@link ErrorCode#INTERNAL} if entered
     *     already
     */
    public void enter() {
        if (closed || epoch != IDLE) {
            throw wrongState();
        }
        publish(evictor.epoch());
    }

    /** {@return whether the reader is between {@link #enter()} and {@link #exit()}} */
    public boolean isActive() {
        return epoch != IDLE;
    }

    /** Releases all pages ensured so far and continues reading. */
    public void refresh() {
        long current = evictor.epoch();
        if (current != epoch) {
            refreshSlowly(current);
        }
    }

    /** Releases all pages and stops reading. Harmless when not active. */
    public void exit() {
        EPOCH.setRelease(this, IDLE);
        evictor.reclaimIfNeeded();
    }

    /** {@return the pages that this reader asked for and found in memory} */
    public long pageHits() {
        return pageHits;
    }

    /** {@return the pages that this reader asked for and that had to be read} */
    public long pageMisses() {
        return pageMisses;
    }

    /** {@return the bytes that this reader has had read from files} */
    public long bytesRead() {
        return bytesRead;
    }

    /** {@return of the misses, the pages that were read together with others, before they were asked for} */
    public long readAhead() {
        return readAhead;
    }

    /** {@return the pages read ahead, by whomever, that this reader was the first to use} */
    public long readAheadUsed() {
        return readAheadUsed;
    }

    /**
     * From here on, pages are only looked at to find out what will be asked for: those that were read ahead do not
     * count as used by that.
     */
    public void beginLookingAhead() {
        isLookingAhead = true;
    }

    /** Pages are asked for again. */
    public void endLookingAhead() {
        isLookingAhead = false;
    }

    boolean isLookingAhead() {
        return isLookingAhead;
    }

    /** Exits and forgets this reader; its counts go into the cache's totals. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            exit();
            evictor.unregister(this);
        }
    }

    void countHits(int pages) {
        pageHits += pages;
    }

    void countMisses(int pages, long bytes) {
        pageMisses += pages;
        bytesRead += bytes;
    }

    void countAhead(int pages, long bytes) {
        countMisses(pages, bytes);
        readAhead += pages;
    }

    void countUsedAhead() {
        readAheadUsed++;
    }

    /** The epoch in which the reader is, for the evictor; {@link #IDLE} if in none. */
    long current() {
        return (long) EPOCH.getVolatile(this);
    }

    private void refreshSlowly(long current) {
        if (epoch == IDLE) {
            throw wrongState();
        }
        publish(current);
        evictor.reclaimIfNeeded();
    }

    /**
     * The release keeps earlier reads of pages before it; the fence keeps later reads of page states after it. Without
     * the fence, eviction could miss this reader while this reader misses that a page is pending.
     */
    private void publish(long current) {
        EPOCH.setRelease(this, current);
        VarHandle.fullFence();
    }

    private ThetisException wrongState() {
        return closed
                ? new ThetisException(ErrorCode.CLOSED, "this reader of the page cache has been closed")
                : new ThetisException(
                        ErrorCode.INTERNAL,
                        isActive()
                                ? "a reader of the page cache was entered twice"
                                : "a reader of the page cache was used before it was entered");
    }
}
