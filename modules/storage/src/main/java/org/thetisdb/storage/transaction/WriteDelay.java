package org.thetisdb.storage.transaction;

/**
 * How long writers wait while a checkpoint is made, so that what it leaves free lasts until it ends.
 *
 * <pre>
 *   changes in memory
 *   limit ┤                          ·  ·  ·  ·  ·  ·  ·   nobody writes beyond
 *         │                    ∙ ∙ ∙
 *   even  ┤               ∙ ∙            ◄── the checkpoint takes longer than expected: ever slower, never at once
 *         │           ∙
 *         │       ∙                      ◄── the room is spent evenly over the time that the checkpoint takes
 *   start ┤   ∙
 *         └───┴───────────┴──────────────► time since it began
 *             0        expected
 * </pre>
 *
 * <p>The curve says when there may be how much. Who comes with more than that waits until it is time; who comes with
 * less does not wait at all, so a writer that is slower than the checkpoint notices nothing. Up to the even share of
 * the room it is a straight line, after that it approaches the limit with the same slope at first. Where that is four
 * fifths and the checkpoint takes a quarter longer than expected, writers still have a third of their rate; where it is
 * one half, if it takes twice as long.
 *
 * <p>RocksDB's write controller lowers and raises a rate in steps while compactions lag behind. Changed: the rate
 * follows from the room that is left and the time that is expected, so there is nothing to be tuned, and nothing
 * swings.
 *
 * @param startBytes of changes when the checkpoint began
 * @param limitBytes beyond which nobody writes; more than {@code startBytes}
 * @param expectedNanos how long the checkpoint is expected to take; positive
 * @param evenShare of the room, for the time that is expected; between 0 and 1
 */
record WriteDelay(long startBytes, long limitBytes, long expectedNanos, double evenShare) {
    /** For as long as the checkpoint takes. */
    static final long STOPPED = Long.MAX_VALUE;

    /**
     * How long to wait before writing.
     *
     * @param usedBytes of changes now
     * @param elapsedNanos since the checkpoint began
     * @return 0 to write at once; {@link #STOPPED} if not before the checkpoint has ended
     */
    long delayNanos(long usedBytes, long elapsedNanos) {
        if (usedBytes >= limitBytes) {
            return STOPPED;
        }
        double used = (double) (usedBytes - startBytes) / (limitBytes - startBytes);
        return Math.max(0, dueNanos(used) - elapsedNanos);
    }

    /** The same room, for another time that the checkpoint is expected to take. */
    WriteDelay expecting(long nanos) {
        return new WriteDelay(startBytes, limitBytes, nanos, evenShare);
    }

    /** When so much of the room may be used. */
    private long dueNanos(double used) {
        if (used <= evenShare) {
            return (long) (expectedNanos * used / evenShare);
        }
        double left = (1 - used) / (1 - evenShare);
        double slowing = (1 - evenShare) / evenShare;
        return (long) (expectedNanos * (1 - slowing * Math.log(left)));
    }
}
