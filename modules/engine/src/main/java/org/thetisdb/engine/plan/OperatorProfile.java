package org.thetisdb.engine.plan;

/**
 * What an operator did in one run, all workers together.
 *
 * @param rows rows that it passed on
 * @param nanos time in its own code: neither in the operators below nor in those above it
 * @param pageHits pages that were in the cache when it asked for them
 * @param pageMisses pages that had to be read
 * @param spilledBytes what it wrote to temporary files
 * @param modes of the stages that end with it, where compiled code can stand for them
 */
public record OperatorProfile(
        long rows, long nanos, long pageHits, long pageMisses, long spilledBytes, ModeProfile modes) {
    public static final OperatorProfile NONE = new OperatorProfile(0, 0, 0, 0, 0, ModeProfile.NONE);

    /** Both together. */
    public OperatorProfile plus(OperatorProfile other) {
        return new OperatorProfile(
                rows + other.rows,
                nanos + other.nanos,
                pageHits + other.pageHits,
                pageMisses + other.pageMisses,
                spilledBytes + other.spilledBytes,
                modes.plus(other.modes));
    }
}
