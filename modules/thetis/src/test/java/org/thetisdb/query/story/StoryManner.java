package org.thetisdb.query.story;

import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;

/** How the database of a story is opened; none of it may change the story's results. */
enum StoryManner {
    USUAL("verification=batches", 1024, 1),
    ONE_ROW("verification=expiring", 1, 1),
    TWO_THREADS("forced-exchanges verification=batches", 3, 2),
    UNTRUSTED("untrusted-counts plan-seed=5 verification=batches", 2, 1),
    /** Closed and reopened before each statement outside a transaction. */
    REOPENED("verification=batches", 1024, 1),
    /** With a checkpoint before each statement outside a transaction. */
    CHECKPOINTED("verification=batches", 1024, 1);

    private final String variant;
    private final int batchRows;
    private final int threadCount;

    StoryManner(String variant, int batchRows, int threadCount) {
        this.variant = variant;
        this.batchRows = batchRows;
        this.threadCount = threadCount;
    }

    DatabaseOptions options() {
        return DatabaseOptions.byDefault()
                .withEngineVariant(variant)
                .withBatchRows(batchRows)
                .withThreadCount(threadCount)
                .withDurability(Durability.OFF);
    }
}
