package org.thetisdb;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.EngineVariant;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.io.MemoryBudget;
import org.thetisdb.io.MemoryEnvironment;
import org.thetisdb.storage.Durability;
import org.thetisdb.storage.Isolation;
import org.thetisdb.storage.Retention;
import org.thetisdb.storage.StoreOptions;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * How to open a database. Immutable: {@code DatabaseOptions.byDefault().withMemory("2GiB").withThreadCount(4)}.
 *
 * @param store page cache budget, I/O engine, file system, durability, retention and the clock of commits
 * @param threadCount workers of one query at most, the calling thread included; 1 to {@link #THREAD_COUNT_MAX}
 * @param queryTimeout limit of one query's run; zero for none
 * @param queryMemoryBytes what sorts, groups and joins of one query may keep on the heap; all queries together may keep
 *     as much or, if that is more, half of the heap. 0 for no limit
 * @param planCacheEntries plans kept for texts met before; at least 1
 * @param batchRows rows in a batch at most; at least 1. Other than the default only for tests
 * @param isolation of transactions that do not ask for another
 * @param retryTime how long {@link Session#executeRead} and {@link Session#executeWrite} go on trying
 * @param clock the time that statements see
 * @param random for {@code rand()}; must be thread safe
 * @param files which files queries may read and write; all that the process may, by default, for an embedded database
 *     runs the queries of its program, with that program's rights. A program that runs the queries of others names the
 *     folders
 * @param engineVariant how queries are planned and run; other than the usual one only for tests, which need the
 *     engine's module for it
 */
public record DatabaseOptions(
        StoreOptions store,
        int threadCount,
        Duration queryTimeout,
        long queryMemoryBytes,
        int planCacheEntries,
        int batchRows,
        Isolation isolation,
        Duration retryTime,
        Clock clock,
        RandomGenerator random,
        FileAccess files,
        EngineVariant engineVariant) {
    /** A column that grows is copied to half as much room again, and both are on the heap for that moment. */
    private static final int HEAP_SHARE_DIVISOR = 3;

    private static final Duration DEFAULT_RETRY_TIME = Duration.ofSeconds(30);

    /** More workers than any machine has processors; tested up to 64. */
    public static final int THREAD_COUNT_MAX = 1024;

    public DatabaseOptions {
        if (threadCount < 1 || threadCount > THREAD_COUNT_MAX) {
            throw new ThetisException(
                    ErrorCode.USAGE, "threads must be 1 to " + THREAD_COUNT_MAX + ": threads=" + threadCount);
        }
        if (queryTimeout.isNegative()
                || retryTime.isNegative()
                || queryMemoryBytes < 0
                || planCacheEntries < 1
                || batchRows < 1) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "limits must not be negative, and counts at least 1: queryTimeout=" + queryTimeout
                            + ", retryTime=" + retryTime + ", queryMemoryBytes=" + queryMemoryBytes
                            + ", planCacheEntries=" + planCacheEntries
                            + ", batchRows=" + batchRows);
        }
    }

    /** Half of the memory that the heap leaves for pages, a worker per processor, a third of the heap for a query. */
    public static DatabaseOptions byDefault() {
        return new DatabaseOptions(
                StoreOptions.byDefault(),
                Math.min(Runtime.getRuntime().availableProcessors(), THREAD_COUNT_MAX),
                Duration.ZERO,
                Runtime.getRuntime().maxMemory() / HEAP_SHARE_DIVISOR,
                EngineOptions.DEFAULT_PLAN_CACHE_ENTRIES,
                RunOptions.DEFAULT_BATCH_ROWS,
                Isolation.SNAPSHOT,
                DEFAULT_RETRY_TIME,
                Clock.systemDefaultZone(),
                new Random(),
                FileAccess.everywhere(),
                EngineVariant.USUAL);
    }

    public DatabaseOptions withStore(StoreOptions options) {
        return with(draft -> draft.store = options);
    }

    /** The page cache's budget, such as {@code 512MiB}, {@code 2g} or {@code 25%}. */
    public DatabaseOptions withMemory(String text) {
        return withStore(store.withMemory(MemoryBudget.parse(text, MemoryEnvironment.detect())));
    }

    /** The page cache's budget in bytes. */
    public DatabaseOptions withMemoryBytes(long bytes) {
        return withStore(store.withMemory(MemoryBudget.ofBytes(bytes)));
    }

    /** The I/O engine by its name, as {@code thetis info} prints it. */
    public DatabaseOptions withEngine(String name) {
        return withStore(store.withEngine(name));
    }

    public DatabaseOptions withThreadCount(int count) {
        return with(draft -> draft.threadCount = count);
    }

    public DatabaseOptions withQueryTimeout(Duration timeout) {
        return with(draft -> draft.queryTimeout = timeout);
    }

    public DatabaseOptions withQueryMemoryBytes(long bytes) {
        return with(draft -> draft.queryMemoryBytes = bytes);
    }

    public DatabaseOptions withPlanCacheEntries(int entries) {
        return with(draft -> draft.planCacheEntries = entries);
    }

    public DatabaseOptions withBatchRows(int rows) {
        return with(draft -> draft.batchRows = rows);
    }

    public DatabaseOptions withIsolation(Isolation other) {
        return with(draft -> draft.isolation = other);
    }

    /** What a commit has reached when it is acknowledged. */
    public DatabaseOptions withDurability(Durability other) {
        return withStore(store.withDurability(other));
    }

    /** Which revisions stay readable. */
    public DatabaseOptions withRetention(Retention other) {
        return withStore(store.withRetention(other));
    }

    /** To read beside another process, which may write. */
    public DatabaseOptions asReadOnly() {
        return withStore(store.asReadOnly());
    }

    public DatabaseOptions withRetryTime(Duration time) {
        return with(draft -> draft.retryTime = time);
    }

    public DatabaseOptions withClock(Clock other) {
        return with(draft -> draft.clock = other);
    }

    public DatabaseOptions withRandom(RandomGenerator generator) {
        return with(draft -> draft.random = generator);
    }

    /** The folders in which {@code LOAD CSV} and {@code COPY} may read and write; none for no files at all. */
    public DatabaseOptions withFilesIn(Path... folders) {
        return withFiles(FileAccess.in(folders));
    }

    /** Which files queries may read and write. */
    public DatabaseOptions withFiles(FileAccess access) {
        return with(draft -> draft.files = access);
    }

    /** For tests: other ways that must lead to the same answers. */
    public DatabaseOptions withEngineVariant(EngineVariant other) {
        return with(draft -> draft.engineVariant = other);
    }

    private DatabaseOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.options();
    }

    EngineOptions engineOptions() {
        return new EngineOptions(threadCount, planCacheEntries, allQueriesBytes(), engineVariant);
    }

    /** All queries together: what one may keep, or more where the heap has room beside the program's own objects. */
    private long allQueriesBytes() {
        return queryMemoryBytes == 0
                ? 0
                : Math.max(queryMemoryBytes, Runtime.getRuntime().maxMemory() / 2);
    }

    RunOptions runOptions() {
        return new RunOptions(threadCount, timeoutNanos(), queryMemoryBytes, batchRows, clock, random, localFiles());
    }

    LocalFiles localFiles() {
        return new LocalFiles(store.fileSystem(), files);
    }

    long retryNanos() {
        return nanos(retryTime, Long.MAX_VALUE);
    }

    private long timeoutNanos() {
        return nanos(queryTimeout, 0);
    }

    /** A limit beyond 292 years is none. */
    private static long nanos(Duration limit, long none) {
        return limit.toSeconds() > Long.MAX_VALUE / 1_000_000_000L - 1 ? none : limit.toNanos();
    }

    /** A copy that can be changed. */
    private static final class Draft {
        private StoreOptions store;
        private int threadCount;
        private Duration queryTimeout;
        private long queryMemoryBytes;
        private int planCacheEntries;
        private int batchRows;
        private Isolation isolation;
        private Duration retryTime;
        private Clock clock;
        private RandomGenerator random;
        private FileAccess files;
        private EngineVariant engineVariant;

        Draft(DatabaseOptions options) {
            store = options.store;
            threadCount = options.threadCount;
            queryTimeout = options.queryTimeout;
            queryMemoryBytes = options.queryMemoryBytes;
            planCacheEntries = options.planCacheEntries;
            batchRows = options.batchRows;
            isolation = options.isolation;
            retryTime = options.retryTime;
            clock = options.clock;
            random = options.random;
            files = options.files;
            engineVariant = options.engineVariant;
        }

        DatabaseOptions options() {
            return new DatabaseOptions(
                    store,
                    threadCount,
                    queryTimeout,
                    queryMemoryBytes,
                    planCacheEntries,
                    batchRows,
                    isolation,
                    retryTime,
                    clock,
                    random,
                    files,
                    engineVariant);
        }
    }
}
