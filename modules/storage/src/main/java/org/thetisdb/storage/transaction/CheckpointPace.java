package org.thetisdb.storage.transaction;

import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.transaction.WritePressure.Limits;

/**
 * How many changes make a checkpoint worth its while.
 *
 * <p>Reads of what was changed take longer the more of the graph that is, and a checkpoint has at most as much to write
 * as base and changes together: so a small base gets a new one after fewer changes. The upper bound is what a replay
 * can take in within a second; the lower one keeps checkpoints of a small database apart. Where memory is small,
 * changes get a share of the budget: they and those that come in while a checkpoint runs must have room, beside all
 * else.
 *
 * @param fixedBytes so many bytes of changes in memory; {@link StoreOptions#CHECKPOINT_BYTES_AUTO} for a share of the
 * base
 * @param shareBytes what changes may take of the budget of memory
 */
record CheckpointPace(long fixedBytes, long shareBytes) {
    private static final long AUTO_BYTES_MIN = 20L << 20;
    private static final long AUTO_BYTES_MAX = 160L << 20;

    /** Of the base. Changes take several times as much in memory as what a checkpoint makes of them. */
    private static final double AUTO_SHARE = 0.625;

    /** A fixed number of bytes that is larger than this share allows is meant so. */
    private static final long FIXED_SHARE_DIVISOR = 4;

    /**
     * How many bytes of changes in memory make a checkpoint begin.
     *
     * @param baseBytes what the base takes in its files
     */
    long limitBytes(long baseBytes) {
        return fixedBytes == StoreOptions.CHECKPOINT_BYTES_AUTO
                ? Math.min(Math.clamp((long) (baseBytes * AUTO_SHARE), AUTO_BYTES_MIN, AUTO_BYTES_MAX), (long)
                        (shareBytes * Limits.START_SHARE))
                : fixedBytes;
    }

    /**
     * How many bytes of changes in memory are too many to go on without a checkpoint: twice as many as make one begin.
     *
     * @param baseBytes what the base takes in its files
     */
    long limitBytesMax(long baseBytes) {
        long limit = limitBytes(baseBytes);
        return limit > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * limit;
    }

    /**
     * From where on writers wait for checkpoints.
     *
     * @param waitNanosMax how long one of them at most
     */
    Limits limits(long waitNanosMax) {
        if (fixedBytes > Long.MAX_VALUE / FIXED_SHARE_DIVISOR) {
            return Limits.of(Long.MAX_VALUE, waitNanosMax);
        }
        return Limits.of(Math.max(shareBytes, FIXED_SHARE_DIVISOR * fixedBytes), waitNanosMax);
    }
}
