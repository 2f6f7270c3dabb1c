package org.thetisdb.engine.pipeline;

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
    private @Nullable QueryContext payer;
    private long chargedBytes;

    /** @param operator named in the error if the memory is exhausted */
    public MemoryCharge(Worker worker, String operator) {
        this.worker = worker;
        this.operator = operator;
    }

    /** Charges the amount by which {@code bytes} exceeds all that was charged before. */
    public void growTo(long bytes) {
        if (chargedBytes == 0 && bytes <= SLACK_BYTES) {
            return;
        }
        QueryContext query = worker.query();
        if (query != payer) {
            payer = query;
            chargedBytes = 0;
        }
        if (bytes > chargedBytes + SLACK_BYTES) {
            long more = bytes - chargedBytes;
            chargedBytes = bytes;
            query.reserve(operator, more);
        }
    }

    /** Releases everything. */
    public void release() {
        if (payer != null) {
            payer.release(chargedBytes);
            chargedBytes = 0;
            payer = null;
        }
    }
}
