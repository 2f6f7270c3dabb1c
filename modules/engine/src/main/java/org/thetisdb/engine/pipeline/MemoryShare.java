package org.thetisdb.engine.pipeline;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What one breaker of a run holds: rows that it can put on disk when memory is short. See the package's comment for who
 * spills when. A breaker has one, run after run; each of its workers charges what it holds by a {@link MemoryCharge}.
 *
 * <p>A breaker counts among those that share the run's memory as long as it holds some.
 *
 * <p>Thread safe.
 */
public final class MemoryShare {
    /** What a worker of a breaker always gets, whatever the limits: it must be able to work on something. */
    public static final long WORKING_BYTES = 256 << 10;

    private final String operator;
    private final AtomicLong heldBytes = new AtomicLong();

    /** @param operator named in errors and in profiles */
    public MemoryShare(String operator) {
        this.operator = operator;
    }

    public String operator() {
        return operator;
    }

    /** What the breaker's workers hold together. */
    public long heldBytes() {
        return heldBytes.get();
    }

    /**
     * Whether this breaker should spill, because it holds more than its fair share and another has less and was
     * refused. To be asked between batches, while it is filled as well as while its rows are read.
     */
    public boolean isOverdrawn(QueryContext query) {
        return query.isShort() && heldBytes.get() > query.fairShareBytes();
    }

    /**
     * Takes memory for a worker if there is some.
     *
     * @param charged what the worker holds already
     */
    boolean tryTake(QueryContext query, long charged, long bytes) {
        boolean taken = charged + bytes <= query.shareBytesMax() && query.tryReserve(bytes);
        if (!taken && isLittle(query, charged + bytes)) {
            query.reserveAnyway(bytes);
            taken = true;
        }
        if (!taken) {
            if (heldBytes.get() + bytes <= query.fairShareBytes()) {
                query.noteShort();
            }
            return false;
        }
        hold(query, bytes);
        return true;
    }

    private static boolean isLittle(QueryContext query, long bytes) {
        return bytes <= Math.min(WORKING_BYTES, query.shareBytesMax());
    }

    /**
     * Takes memory that cannot be done without; fails if there is none, and is to be released all the same.
     *
     * @param charged what the worker holds already
     */
    void take(QueryContext query, long charged, long bytes) {
        hold(query, bytes);
        if (query.canSpill() && isLittle(query, charged + bytes)) {
            query.reserveAnyway(bytes);
        } else {
            query.reserve(operator, bytes);
        }
    }

    /** Takes the little that cannot be done without, be there enough or not. */
    void takeAnyway(QueryContext query, long bytes) {
        hold(query, bytes);
        query.reserveAnyway(bytes);
    }

    private void hold(QueryContext query, long bytes) {
        if (heldBytes.getAndAdd(bytes) == 0) {
            query.joinBreakers();
        }
    }

    void release(QueryContext query, long bytes) {
        query.release(bytes);
        if (bytes > 0 && heldBytes.addAndGet(-bytes) == 0) {
            query.leaveBreakers();
        }
    }
}
