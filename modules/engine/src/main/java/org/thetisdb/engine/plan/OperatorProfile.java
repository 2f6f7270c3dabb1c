package org.thetisdb.engine.plan;

import org.thetisdb.storage.PageCounts;

/**
 * What an operator did in one run, all workers together.
 *
 * @param rows rows that it passed on
 * @param nanos time in its own code: neither in the operators below nor in those above it
 * @param pages that it asked for
 * @param spilledBytes what it wrote to temporary files
 * @param modes of the stages that end with it, where compiled code can stand for them
 */
public record OperatorProfile(long rows, long nanos, PageCounts pages, long spilledBytes, ModeProfile modes) {
    public static final OperatorProfile NONE = new OperatorProfile(0, 0, PageCounts.NONE, 0, ModeProfile.NONE);

    /** Both together. */
    public OperatorProfile plus(OperatorProfile other) {
        return new OperatorProfile(
                rows + other.rows,
                nanos + other.nanos,
                pages.plus(other.pages),
                spilledBytes + other.spilledBytes,
                modes.plus(other.modes));
    }
}
