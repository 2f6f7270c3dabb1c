package org.thetisdb.engine.pipeline;

import org.jspecify.annotations.Nullable;

/** Rows that come one batch after another, once: those of a breaker that are on disk. Used by one thread at a time. */
public interface RowFeed {
    /** The next rows, no more than a batch may have, which are valid until the next call; null if there are no more. */
    @Nullable
    Batch next();
}
