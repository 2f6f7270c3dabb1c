package org.thetisdb.fuzz.load;

import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.fuzz.oracle.Answer;
import org.thetisdb.fuzz.oracle.Oracle;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.io.PageCacheCounters;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Opens the database for each query, so that no page of it is in memory, with room for a few pages, so that they leave
 * while it runs. A query's text decides on memory, threads, batches and engine: alone it is read as among others. One
 * thread.
 */
final class ColdOracle implements Oracle {
    /** Of pages of 4 KiB: 16, 20 and 64 at most, and an eighth of that while others hold memory. */
    private static final long[] MEMORY_BYTES = {64 << 10, 80 << 10, 256 << 10};

    private static final int[] BATCH_ROWS = {1, 3, 64, 1024, 1024};
    private static final String ANY_ENGINE = "auto";
    private static final List<String> ENGINES = List.of("io_uring", "pread", "filechannel");
    private static final int THREADS_MOST = 3;

    private final Path directory;
    private final DatabaseOptions options;
    private final long seed;
    private final Runnable afterwards;
    private long queries;
    private long missingQueries;
    private long evictions;

    /**
     * @param directory of the database, which is closed
     * @param options for what is not chosen here
     * @param afterwards removes the files
     */
    ColdOracle(Path directory, DatabaseOptions options, long seed, Runnable afterwards) {
        this.directory = directory;
        this.options = options;
        this.seed = seed;
        this.afterwards = afterwards;
    }

    @Override
    public Answer answer(FuzzQuery query) {
        SplittableRandom random = new SplittableRandom(seed * 31 + query.text().hashCode());
        DatabaseOptions chosen = options.withMemoryBytes(MEMORY_BYTES[random.nextInt(MEMORY_BYTES.length)])
                .withBatchRows(BATCH_ROWS[random.nextInt(BATCH_ROWS.length)])
                .withThreadCount(1 + random.nextInt(THREADS_MOST));
        try (Database database = open(chosen, ENGINES.get(random.nextInt(ENGINES.size())))) {
            PageCacheCounters before = database.counters();
            Answer answer = oracle(database, () -> {}).answer(query);
            PageCacheCounters after = database.counters();
            queries++;
            missingQueries += after.misses() > before.misses() ? 1 : 0;
            evictions += after.evictions() - before.evictions();
            return answer;
        }
    }

    private Database open(DatabaseOptions chosen, String engine) {
        try {
            return Database.open(directory, chosen.withEngine(engine));
        } catch (ThetisException absent) {
            if (absent.code() != ErrorCode.USAGE) {
                throw absent;
            }
            // Not every system has each.
            return Database.open(directory, chosen.withEngine(ANY_ENGINE));
        }
    }

    private static ThetisOracle oracle(Database database, Runnable afterwards) {
        return new ThetisOracle(database.session(), List.of(database), UnaryOperator.identity(), afterwards);
    }

    /** What the queries have met. */
    Coldness coldness() {
        return new Coldness(queries, missingQueries, evictions);
    }

    /**
     * How cold it was.
     *
     * @param queries asked
     * @param missingQueries those in the middle of which pages were missing
     * @param evictions pages that left in the middle of queries
     */
    record Coldness(long queries, long missingQueries, long evictions) {}

    @Override
    public void close() {
        oracle(Database.open(directory, options), afterwards).close();
    }
}
