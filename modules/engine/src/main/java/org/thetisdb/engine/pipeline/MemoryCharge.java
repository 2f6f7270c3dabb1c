package org.thetisdb.engine.pipeline;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one keeper of rows has charged to the memory of the run that its worker works for. It follows its worker from
 * run to run: the first charge in another run starts from zero.
 *
 * <p>Used by one thread at a time.
 */
public final class MemoryCharge {
    /**
     * Less than this is charged together with what comes later: small queries do without the workers' shared counter.
     */
    private static final long SLACK_BYTES = 4 << 10;

    private final Worker worker;
    private final String operator;
    private final Optional<MemoryShare> share;
    private @Nullable QueryContext payer;
    private long chargedBytes;

    /** @param operator named in the error if the memory is exhausted */
    public MemoryCharge(Worker worker, String operator) {
        this(worker, operator, Optional.empty());
    }

    /** @param share of the breaker that keeps the rows, and can put them on disk */
    public MemoryCharge(Worker worker, MemoryShare share) {
        this(worker, share.operator(), Optional.of(share));
    }

    private MemoryCharge(Worker worker, String operator, Optional<MemoryShare> share) {
        this.worker = worker;
        this.operator = operator;
        this.share = share;
    }

    /** Charges the amount by which {@code bytes} exceeds all that was charged before; fails if there is not as much. */
    public void growTo(long bytes) {
        growTo(bytes, 0);
    }

    /**
     * As {@link #growTo}, where others can make room by going to disk: up to {@link MemoryShare#WORKING_BYTES}, without
     * which a worker could not go on, it does not fail.
     */
    public void growToWork(long bytes) {
        growTo(bytes, worker.query().canSpill() ? MemoryShare.WORKING_BYTES : 0);
    }

    private void growTo(long bytes, long surelyBytes) {
        if (chargedBytes == 0 && bytes <= SLACK_BYTES) {
            return;
        }
        QueryContext query = payer();
        if (bytes > chargedBytes + SLACK_BYTES) {
            long more = bytes - chargedBytes;
            long charged = chargedBytes;
            chargedBytes = bytes;
            if (share.isPresent()) {
                share.get().take(query, charged, more);
            } else if (bytes <= surelyBytes) {
                query.reserveAnyway(more);
            } else {
                query.reserve(operator, more);
            }
        }
    }

    /** As {@link #growTo} with a share, for the little that cannot be done without: never fails. */
    public void growAnyway(long bytes) {
        QueryContext query = payer();
        if (bytes > chargedBytes) {
            long more = bytes - chargedBytes;
            chargedBytes = bytes;
            share.orElseThrow(() -> new IllegalStateException("only a breaker takes memory anyway"))
                    .takeAnyway(query, more);
        }
    }

    private QueryContext payer() {
        QueryContext query = worker.query();
        if (query != payer) {
            payer = query;
            chargedBytes = 0;
        }
        return query;
    }

    /**
     * As {@link #growTo}, for what can be put on disk: false says that it has to be now, and nothing more was charged.
     * Then follows {@link #shrinkTo} or {@link #release}. Without a share, or where queries cannot spill, it fails
     * instead.
     */
    public boolean tryGrowTo(long bytes) {
        if (share.isEmpty()) {
            growTo(bytes);
            return true;
        }
        long slackBytes = Math.min(SLACK_BYTES, worker.query().shareBytesMax());
        if (chargedBytes == 0 && bytes <= slackBytes) {
            return true;
        }
        QueryContext query = payer();
        if (bytes <= chargedBytes + slackBytes) {
            return !share.get().isOverdrawn(query);
        }
        if (!query.canSpill()) {
            growTo(bytes);
            return true;
        }
        long more = bytes - chargedBytes;
        boolean taken = !share.get().isOverdrawn(query) && share.get().tryTake(query, chargedBytes, more);
        chargedBytes += taken ? more : 0;
        return taken;
    }

    /**
     * As {@link #growTo}, for what can wait until somebody has read it, or make itself smaller: false says that there
     * is not enough.
     */
    public boolean growIfThereIs(long bytes) {
        if (chargedBytes == 0 && bytes <= SLACK_BYTES) {
            return true;
        }
        QueryContext query = payer();
        long more = bytes - chargedBytes;
        boolean taken = more <= SLACK_BYTES || query.tryReserveToWait(more);
        chargedBytes += taken && more > SLACK_BYTES ? more : 0;
        return taken;
    }

    /**
     * Whether a worker of a breaker may keep what was charged for what it has put on disk, to be filled again: nobody
     * is in need of it, and it is no more than half as much again as when all of the run's workers hold as much.
     */
    boolean isFair() {
        QueryContext query = payer;
        if (share.isEmpty() || query == null || share.get().isOverdrawn(query)) {
            return false;
        }
        long part = query.workingBytes(query.options().threadCount());
        return chargedBytes <= part + part / 2;
    }

    /** Releases what was charged beyond {@code bytes}. */
    public void shrinkTo(long bytes) {
        QueryContext query = payer;
        if (query != null && bytes < chargedBytes) {
            long less = chargedBytes - bytes;
            chargedBytes = bytes;
            release(query, less);
        }
    }

    /** Releases everything. */
    public void release() {
        if (payer != null) {
            release(payer, chargedBytes);
            chargedBytes = 0;
            payer = null;
        }
    }

    private void release(QueryContext query, long bytes) {
        if (share.isPresent()) {
            share.get().release(query, bytes);
        } else {
            query.release(bytes);
        }
    }
}
