package org.thetisdb.storage.transaction;

import org.thetisdb.storage.options.StoreOptions;

/**
 * How many changes make a checkpoint worth its while.
 *
 * <p>Reads of what was changed take longer the more of the graph that is, and a checkpoint has at most as much to write
 * as base and changes together: so a small base gets a new one after fewer changes. The upper bound is what a replay
 * can take in within a second; the lower one keeps checkpoints of a small database apart. Where the heap is small,
 * changes get a share of it: they and those that come in while a checkpoint runs must have room, beside all else.
 *
 * @param fixedBytes so many bytes of changes in memory; {@link StoreOptions#CHECKPOINT_BYTES_AUTO} for a share of the
 * base
 * @param heapBytes what the JVM's heap can grow to
 */
record CheckpointPace(long fixedBytes, long heapBytes) {
    private static final long AUTO_BYTES_MIN = 20L << 20;
    private static final long AUTO_BYTES_MAX = 160L << 20;

    /** Of the base. Changes take several times as much in memory as what a checkpoint makes of them. */
    private static final double AUTO_SHARE = 0.625;

    private static final long HEAP_SHARE = 8;

    /**
     * How many bytes of changes in memory make a checkpoint begin.
     *
     * @param baseBytes what the base takes in its files
     */
    long limitBytes(long baseBytes) {
        return fixedBytes == StoreOptions.CHECKPOINT_BYTES_AUTO
                ? Math.min(
                        Math.clamp((long) (baseBytes * AUTO_SHARE), AUTO_BYTES_MIN, AUTO_BYTES_MAX),
                        heapBytes / HEAP_SHARE)
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
}
