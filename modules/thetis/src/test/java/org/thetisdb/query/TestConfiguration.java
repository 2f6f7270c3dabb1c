package org.thetisdb.query;

import java.util.List;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.io.MemoryBudget;
import org.thetisdb.storage.StoreOptions;

/**
 * A way to run queries that must not change their answers.
 *
 * @param batchRows rows in a batch
 * @param threadCount workers of a query
 * @param cacheBytes the page cache's budget
 * @param engine the I/O engine
 * @param reopen whether the database is closed and opened again before each query
 * @param mixed whether queries see a {@link MixedSnapshot}
 */
record TestConfiguration(
        String name, int batchRows, int threadCount, long cacheBytes, String engine, boolean reopen, boolean mixed) {
    /** A database that is opened once, as it is. */
    TestConfiguration(String name, int batchRows, int threadCount, long cacheBytes, String engine, boolean reopen) {
        this(name, batchRows, threadCount, cacheBytes, engine, reopen, false);
    }

    private static final long CACHE_BYTES = 16 << 20;
    private static final String AUTO = "auto";

    static final TestConfiguration DEFAULT =
            new TestConfiguration("default", RunOptions.DEFAULT_BATCH_ROWS, 1, CACHE_BYTES, AUTO, false);
    static final TestConfiguration ONE_ROW =
            new TestConfiguration("batches of one row", 1, 1, CACHE_BYTES, AUTO, false);
    static final TestConfiguration TWO_THREADS =
            new TestConfiguration("batches of three rows, two threads", 3, 2, CACHE_BYTES, AUTO, false);
    static final TestConfiguration TINY_CACHE = new TestConfiguration(
            "tiny page cache", RunOptions.DEFAULT_BATCH_ROWS, 1, MemoryBudget.BYTES_MIN, AUTO, false);
    static final TestConfiguration FILE_CHANNEL = new TestConfiguration(
            "FileChannel engine", RunOptions.DEFAULT_BATCH_ROWS, 1, CACHE_BYTES, "filechannel", false);
    static final TestConfiguration REOPEN =
            new TestConfiguration("reopened each time", RunOptions.DEFAULT_BATCH_ROWS, 1, CACHE_BYTES, AUTO, true);

    static final TestConfiguration MIXED = new TestConfiguration("mixed chunks", 3, 2, CACHE_BYTES, AUTO, false, true);

    static final List<TestConfiguration> ALL =
            List.of(DEFAULT, ONE_ROW, TWO_THREADS, TINY_CACHE, FILE_CHANNEL, REOPEN, MIXED);

    TestConfiguration withCacheBytes(long bytes) {
        return new TestConfiguration(name, batchRows, threadCount, bytes, engine, reopen, mixed);
    }

    StoreOptions storeOptions() {
        return StoreOptions.byDefault()
                .withMemory(MemoryBudget.ofBytes(cacheBytes))
                .withEngine(engine);
    }
}
