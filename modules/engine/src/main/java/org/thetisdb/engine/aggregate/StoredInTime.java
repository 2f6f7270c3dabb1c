package org.thetisdb.engine.aggregate;

import java.util.function.LongSupplier;

/**
 * When what is copied to be put on disk goes there: as soon as the copy takes so much, so that not all is in memory
 * twice. What stays, because it is too short to be stored, may grow to twice as much before it is looked at again.
 *
 * <p>Belongs to one worker.
 */
final class StoredInTime {
    private static final long BYTES = 1 << 20;

    private final LongSupplier bytes;
    private final Runnable store;
    private long limit = BYTES;

    /**
     * @param bytes what there is of the copy
     * @param store puts on disk what is long enough
     */
    StoredInTime(LongSupplier bytes, Runnable store) {
        this.bytes = bytes;
        this.store = store;
    }

    /** There may be more than before. */
    void grown() {
        if (bytes.getAsLong() > limit) {
            store.run();
            limit = Math.max(BYTES, 2 * bytes.getAsLong());
        }
    }
}
