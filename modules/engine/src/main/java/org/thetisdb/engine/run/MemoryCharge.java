package org.thetisdb.engine.run;

/**
 * What one keeper of rows has charged to the memory of the run that its worker works for. It follows its worker from
 * run to run: the first charge in another run begins at nothing.
 *
 * <p>Used by one thread at a time.
 */
final class MemoryCharge {
    private final Worker worker;
    private final String operator;
    private QueryContext payer;
    private long chargedBytes;

    /** @param operator named in the error if the memory is exhausted */
    MemoryCharge(Worker worker, String operator) {
        this.worker = worker;
        this.operator = operator;
    }

    /** Charges what {@code bytes} is more than all that was charged before. */
    void growTo(long bytes) {
        QueryContext query = worker.query();
        if (query != payer) {
            payer = query;
            chargedBytes = 0;
        }
        if (bytes > chargedBytes) {
            long more = bytes - chargedBytes;
            chargedBytes = bytes;
            query.reserve(operator, more);
        }
    }

    void add(long bytes) {
        growTo((payer == worker.query() ? chargedBytes : 0) + bytes);
    }

    /** Gives everything back. */
    void release() {
        if (chargedBytes > 0) {
            payer.release(chargedBytes);
            chargedBytes = 0;
        }
        payer = null;
    }
}
