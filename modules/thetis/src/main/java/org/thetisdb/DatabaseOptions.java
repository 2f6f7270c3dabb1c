package org.thetisdb;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.thetisdb.engine.CodeStore;
import org.thetisdb.engine.Compilation;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.EngineVariant;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.file.LocalCodeStore;
import org.thetisdb.file.LocalFiles;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryEnvironment;
import org.thetisdb.running.TimeLimits;
import org.thetisdb.session.DatabaseCore;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * How to open a database. Begin with {@link #byDefault}, which suits this machine, and change what should be otherwise;
 * each {@code with…} gives new options and leaves the old ones as they are:
 *
 * <pre>
 *   DatabaseOptions options = DatabaseOptions.byDefault().withMemory("2GiB").withThreadCount(4);
 *   Database database = Database.open(Path.of("people.thetis"), options);
 * </pre>
 *
 * <p>Longer than others, because each option is two methods with what a user has to know of it.
 *
 * <p>A value that is out of range is an error of code {@link ErrorCode#USAGE} from the method that is given it.
 * Immutable, and so safe for all threads.
 */
public final class DatabaseOptions {
    /** A column that grows is copied to half as much room again, and both are on the heap for that moment. */
    private static final int HEAP_SHARE_DIVISOR = 3;

    private static final Duration DEFAULT_RETRY_TIME = Duration.ofSeconds(30);

    /** Longer than a program thinks between two statements. */
    private static final Duration DEFAULT_IDLE_TIMEOUT_WHEN_FULL = Duration.ofSeconds(10);

    /** More workers than any machine has processors; tested up to 64. */
    public static final int THREAD_COUNT_MAX = 1024;

    /** Nobody changes them any more. */
    private final Values values;

    private DatabaseOptions(Values values) {
        this.values = values;
    }

    /**
     * Half of the memory that the heap leaves, a worker per processor, a third of the heap for a query, every commit on
     * the device, every revision kept.
     *
     * @return options to begin with
     */
    public static DatabaseOptions byDefault() {
        return new DatabaseOptions(new Values());
    }

    /**
     * What the database may hold in memory in all, as text. {@link Database#memory} says who holds it: pages of files
     * have what queries, changes since the last checkpoint and the past leave. Pages are outside the heap;
     * most else is on it, and has at most half of what the heap can grow to, whatever the budget. Small objects, such
     * as plans and names, come on top. When heap and budget are more than the memory there is, opening a database says
     * so by a warning of the logger {@code org.thetisdb}.
     *
     * @param text such as {@code 512MiB}, {@code 2g} or, of the memory that this process may use, {@code 25%}; at
     *     least 64 KiB
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withMemory(String text) {
        MemoryBudget budget = MemoryBudget.parse(text, MemoryEnvironment.detect());
        return withStore(values.store.withMemory(budget));
    }

    /**
     * What the database may hold in memory in all, as {@link #withMemory}.
     *
     * @param bytes at least 64 KiB
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withMemoryBytes(long bytes) {
        return withStore(values.store.withMemory(MemoryBudget.ofBytes(bytes)));
    }

    /** {@return what the database may hold in memory in all, in bytes} */
    public long memoryBytes() {
        return values.store.memory().bytes();
    }

    /**
     * The I/O engine, with which files are read.
     *
     * @param name as {@code thetis info} prints it, or {@code auto} for the best that there is; an unknown one is an
     *     error when a database is opened
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withEngine(String name) {
        return withStore(values.store.withEngine(name));
    }

    /** {@return the I/O engine's name, or {@code auto}} */
    public String engine() {
        return values.store.engineName();
    }

    /**
     * How many threads one query may use at most, and a checkpoint for which somebody waits.
     *
     * @param count the calling thread included; 1 to {@link #THREAD_COUNT_MAX}
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withThreadCount(int count) {
        return with(draft -> draft.threadCount = count);
    }

    /** {@return how many threads one query may use at most, the calling one included} */
    public int threadCount() {
        return values.threadCount;
    }

    /**
     * How long one query may run.
     *
     * @param timeout after which it ends with {@link ErrorCode#QUERY_TIMED_OUT}; zero for no limit
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withQueryTimeout(Duration timeout) {
        return with(draft -> draft.queryTimeout = timeout);
    }

    /** {@return how long one query may run; zero for no limit} */
    public Duration queryTimeout() {
        return values.queryTimeout;
    }

    /**
     * What one query may keep on the heap; all queries together may keep half of the budget of memory and of the heap.
     * What sorts, groups and joins need beyond it is put on disk, and each of their workers always gets 256 KiB. A
     * query that needs more for what cannot be put there ends with {@link ErrorCode#MEMORY_EXHAUSTED}.
     *
     * @param bytes 0 for no limit
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withQueryMemoryBytes(long bytes) {
        return with(draft -> draft.queryMemoryBytes = bytes);
    }

    /** {@return what one query may keep on the heap, in bytes; 0 for no limit} */
    public long queryMemoryBytes() {
        return values.queryMemoryBytes;
    }

    /**
     * How many plans of queries are kept, so that a text met before is not planned again.
     *
     * @param entries at least 1
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withPlanCacheEntries(int entries) {
        return with(draft -> draft.planCacheEntries = entries);
    }

    /** {@return how many plans of queries are kept} */
    public int planCacheEntries() {
        return values.planCacheEntries;
    }

    /**
     * How many rows a batch has. Only tests have a reason to change it.
     *
     * @param rows at most so many; at least 1
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withBatchRows(int rows) {
        return with(draft -> draft.batchRows = rows);
    }

    /** {@return how many rows a batch has at most} */
    public int batchRows() {
        return values.batchRows;
    }

    /**
     * The isolation of transactions that do not ask for another; {@link Isolation#SNAPSHOT} by default.
     *
     * @param other what transactions are protected from
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withIsolation(Isolation other) {
        return with(draft -> draft.isolation = other);
    }

    /** {@return the isolation of transactions that do not ask for another} */
    public Isolation isolation() {
        return values.isolation;
    }

    /**
     * What a commit has reached when it is acknowledged; {@link Durability#SYNC} by default.
     *
     * @param other what is waited for
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withDurability(Durability other) {
        return with(draft -> {
            draft.durability = other;
            draft.store = draft.store.withDurability(StorageTerms.stored(other));
        });
    }

    /** {@return what a commit has reached when it is acknowledged} */
    public Durability durability() {
        return values.durability;
    }

    /**
     * With {@link Durability#INTERVAL}, how long a commit may wait for the device; a tenth of a second by default.
     *
     * @param delay positive, to the nanosecond
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withFlushDelay(Duration delay) {
        if (!delay.isPositive()) {
            throw new ThetisException(ErrorCode.USAGE, "the flush delay must be positive: flushDelay=" + delay);
        }
        return withStore(values.store.withFlushDelayNanos(StorageTerms.nanos(delay, Long.MAX_VALUE)));
    }

    /** {@return how long a commit may wait for the device, with {@link Durability#INTERVAL}} */
    public Duration flushDelay() {
        return Duration.ofNanos(values.store.flushDelayNanos());
    }

    /**
     * Which revisions stay readable; {@link Retention#ALL} by default.
     *
     * @param other what is kept
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withRetention(Retention other) {
        return with(draft -> {
            draft.retention = other;
            draft.store = draft.store.withRetention(StorageTerms.stored(other));
        });
    }

    /** {@return which revisions stay readable} */
    public Retention retention() {
        return values.retention;
    }

    /**
     * To read beside another process, which may write; what would write is {@link ErrorCode#STORE_READ_ONLY} then.
     *
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions asReadOnly() {
        return withStore(values.store.asReadOnly());
    }

    /** {@return whether nothing can be written} */
    public boolean isReadOnly() {
        return values.store.readOnly();
    }

    /**
     * How long {@link Session#executeRead} and {@link Session#executeWrite} keep retrying; half a minute by default.
     *
     * @param time not negative; zero to try once
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withRetryTime(Duration time) {
        return with(draft -> draft.retryTime = time);
    }

    /** {@return how long {@link Session#executeRead} and {@link Session#executeWrite} keep retrying} */
    public Duration retryTime() {
        return values.retryTime;
    }

    /**
     * How long a transaction may take in all that does not ask for another time, from its beginning to its commit; a
     * statement by itself until its result is read to its end. Zero, for as long as it likes, by default.
     *
     * @param timeout after which it is ended, and its owner gets {@link ErrorCode#TRANSACTION_TIMED_OUT}; zero for no
     *     limit
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withTransactionTimeout(Duration timeout) {
        return with(draft -> draft.transactionTimeout = timeout);
    }

    /** {@return how long a transaction may take in all; zero for no limit} */
    public Duration transactionTimeout() {
        return values.transactionTimeout;
    }

    /**
     * How long nothing may be done with a transaction, with a result that was not read to its end, or with a session of
     * the past: they keep memory that others need. Zero, for as long as they like, by default.
     *
     * @param timeout after which it is ended, and its owner gets {@link ErrorCode#TRANSACTION_TIMED_OUT}; zero for no
     *     limit
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withIdleTimeout(Duration timeout) {
        return with(draft -> draft.idleTimeout = timeout);
    }

    /** {@return how long nothing may be done with a transaction; zero for no limit} */
    public Duration idleTimeout() {
        return values.idleTimeout;
    }

    /**
     * How long nothing may be done with a transaction, a result or a session of the past when what all of them keep in
     * memory, and newer data files have already, is more than its share; ten seconds by default. Then the oldest are
     * ended with {@link ErrorCode#TRANSACTION_TIMED_OUT}, so that writers can continue; whoever works is left alone.
     *
     * @param time zero to end none for it, however much memory that takes
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withIdleTimeoutWhenFull(Duration time) {
        return with(draft -> draft.idleTimeoutWhenFull = time);
    }

    /** {@return how long nothing may be done with what keeps memory when that is short; zero for no limit} */
    public Duration idleTimeoutWhenFull() {
        return values.idleTimeoutWhenFull;
    }

    /**
     * How long a writer waits at most when the memory for changes is used up, until changes are in the data files; half
     * a minute by default. Then it gets {@link ErrorCode#WRITE_STALLED}, which {@link Session#executeWrite} tries
     * again.
     *
     * @param time not negative
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withWriteWait(Duration time) {
        if (time.isNegative()) {
            throw new ThetisException(ErrorCode.USAGE, "the wait of writers must not be negative: writeWait=" + time);
        }
        return withStore(values.store.withWriteWaitNanos(StorageTerms.nanos(time, Long.MAX_VALUE)));
    }

    /** {@return how long a writer waits at most when the memory for changes is used up} */
    public Duration writeWait() {
        return Duration.ofNanos(values.store.writeWaitNanos());
    }

    /**
     * The time and the zone that statements see; this machine's by default. Commits have the system's time always.
     *
     * @param other safe for several threads
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withClock(Clock other) {
        return with(draft -> draft.clock = other);
    }

    /** {@return the time and the zone that statements see} */
    public Clock clock() {
        return values.clock;
    }

    /**
     * What {@code rand()} and pauses between tries are taken from.
     *
     * @param generator must be safe for several threads
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withRandom(RandomGenerator generator) {
        return with(draft -> draft.random = generator);
    }

    /** {@return what {@code rand()} and pauses between tries are taken from} */
    public RandomGenerator random() {
        return values.random;
    }

    /**
     * The folders in which {@code LOAD CSV} and {@code COPY} may read and write; none for no files at all.
     *
     * @param folders absolute, or relative to the directory that the process works in
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withFilesIn(Path... folders) {
        return withFiles(FileAccess.in(folders));
    }

    /**
     * Which files queries may read and write: all that the process may, by default, for an embedded database runs the
     * queries of its program, with that program's rights. A program that runs the queries of others names the folders.
     *
     * @param access everywhere, or in folders
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withFiles(FileAccess access) {
        return with(draft -> draft.files = access);
    }

    /** {@return which files queries may read and write} */
    public FileAccess files() {
        return values.files;
    }

    /**
     * Whether extensions that lie in the database may do anything if they say so ({@code CREATE EXTENSION … WITH
     * TRUST}): read files, open connections, end the process. By default they may not, and such extensions are not
     * loaded. Whoever may run statements may do anything then.
     *
     * @param trusted whether
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withTrustedExtensions(boolean trusted) {
        return with(draft -> draft.trustedExtensions = trusted);
    }

    /** {@return whether extensions that lie in the database may do anything if they say so} */
    public boolean trustsExtensions() {
        return values.trustedExtensions;
    }

    /**
     * Whether queries that take long get code of their own, made in a thread beside them and used where it is measured
     * to be faster. It defines classes at run time; without it the interpreter does all, with the same answers, and no
     * class is ever defined. Where a program may define none, a native image for one, it is always without.
     *
     * @param allowed true by default
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withCompilation(boolean allowed) {
        Compilation compilation = allowed ? Compilation.ADAPTIVE : Compilation.NEVER;
        return with(draft -> draft.engineVariant = draft.engineVariant.withCompilation(compilation));
    }

    /** {@return whether queries that take long may get code of their own} */
    public boolean isCompilationAllowed() {
        return values.engineVariant.compilation().mode() != Compilation.Mode.NEVER;
    }

    /**
     * Where code that queries get of their own is kept from one process to the next, with what was measured of it: a
     * query whose code was faster gets it as soon as it runs, one whose code was not is left to the interpreter.
     * Nothing is kept by default. The directory holds code that is run: it is used only as long as it belongs to the
     * user who runs this process, and nobody else may read or write it. It may serve any number of databases and
     * processes, and takes 16 MiB at most. What is in the way, a damaged file or a full disk, is a warning of the
     * logger {@code org.thetisdb}, and never an error.
     *
     * @param directory made if it is missing
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withCodeCache(Path directory) {
        return with(draft -> draft.codeCache = Optional.of(directory));
    }

    /** {@return where code is kept from one process to the next; empty if nowhere} */
    public Optional<Path> codeCache() {
        return values.codeCache;
    }

    /**
     * For tests of Thetis itself: slower ways to plan and run queries, which must lead to the same answers.
     *
     * @param text such as {@code plan-seed=7 forced-exchanges}, as {@code org.thetisdb.engine.EngineVariant} reads it;
     *     empty for what users have
     * @return options in which this is so, and all else as in these
     */
    public DatabaseOptions withEngineVariant(String text) {
        EngineVariant variant = EngineVariant.parse(text);
        return with(draft -> draft.engineVariant = variant);
    }

    /** For tests of Thetis itself, which know storage. */
    DatabaseOptions withStore(StoreOptions options) {
        return with(draft -> draft.store = options);
    }

    private DatabaseOptions with(Consumer<Values> change) {
        Values draft = new Values(values);
        change.accept(draft);
        draft.check();
        return new DatabaseOptions(draft);
    }

    TimeLimits timeLimits() {
        return new TimeLimits(
                StorageTerms.nanos(values.transactionTimeout, 0), StorageTerms.nanos(values.idleTimeout, 0));
    }

    StoreOptions store() {
        return values.store.withEncodingThreads(values.threadCount);
    }

    private EngineOptions engineOptions() {
        CodeStore store = isCompilationAllowed()
                ? values.codeCache.<CodeStore>map(DatabaseOptions::codeStore).orElse(CodeStore.NONE)
                : CodeStore.NONE;
        return new EngineOptions(values.threadCount, values.planCacheEntries)
                .withVariant(values.engineVariant)
                .withCodeStore(store);
    }

    private static CodeStore codeStore(Path directory) {
        return new LocalCodeStore(
                directory,
                LocalCodeStore.DEFAULT_BYTES_MAX,
                Clock.systemUTC(),
                notice -> System.getLogger("org.thetisdb").log(System.Logger.Level.WARNING, notice));
    }

    private RunOptions runOptions(LocalFiles files) {
        return new RunOptions(
                values.threadCount,
                StorageTerms.nanos(values.queryTimeout, 0),
                values.queryMemoryBytes,
                values.batchRows,
                values.clock,
                values.random,
                files);
    }

    private LocalFiles localFiles() {
        Optional<List<Path>> folders = switch (values.files) {
            case FileAccess.Everywhere _ -> Optional.empty();
            case FileAccess.Folders(List<Path> allowed) -> Optional.of(allowed);
        };
        return new LocalFiles(values.store.fileSystem(), folders);
    }

    /** As sessions and their statements see them. */
    DatabaseCore.CoreOptions core() {
        LocalFiles files = localFiles();
        return new DatabaseCore.CoreOptions(
                engineOptions(),
                runOptions(files),
                files,
                values.random,
                StorageTerms.nanos(values.retryTime, Long.MAX_VALUE),
                isReadOnly(),
                Entities.HOST,
                values.trustedExtensions,
                StorageTerms.nanos(values.idleTimeoutWhenFull, 0));
    }

    /** What the options are; changed only before they belong to any. */
    private static final class Values {
        /** Memory, engine, file system and clock of commits; durability and retention in storage's words. */
        private StoreOptions store;

        private int threadCount;
        private Duration queryTimeout;
        private Duration transactionTimeout;
        private Duration idleTimeout;
        private Duration idleTimeoutWhenFull;
        private long queryMemoryBytes;
        private int planCacheEntries;
        private int batchRows;
        private Isolation isolation;
        private Durability durability;
        private Retention retention;
        private Duration retryTime;
        private Clock clock;
        private RandomGenerator random;
        private FileAccess files;
        private EngineVariant engineVariant;
        private Optional<Path> codeCache;
        private boolean trustedExtensions;

        @SuppressWarnings("JavaTimeDefaultTimeZone") // The zone of the system is what users expect of now().
        Values() {
            durability = Durability.SYNC;
            retention = Retention.ALL;
            store = StoreOptions.byDefault()
                    .withDurability(StorageTerms.stored(durability))
                    .withRetention(StorageTerms.stored(retention));
            threadCount = Math.min(Runtime.getRuntime().availableProcessors(), THREAD_COUNT_MAX);
            queryTimeout = Duration.ZERO;
            transactionTimeout = Duration.ZERO;
            idleTimeout = Duration.ZERO;
            idleTimeoutWhenFull = DEFAULT_IDLE_TIMEOUT_WHEN_FULL;
            queryMemoryBytes = Runtime.getRuntime().maxMemory() / HEAP_SHARE_DIVISOR;
            planCacheEntries = EngineOptions.DEFAULT_PLAN_CACHE_ENTRIES;
            batchRows = RunOptions.DEFAULT_BATCH_ROWS;
            isolation = Isolation.SNAPSHOT;
            retryTime = DEFAULT_RETRY_TIME;
            clock = Clock.systemDefaultZone();
            random = new Random();
            files = FileAccess.everywhere();
            engineVariant = EngineVariant.USUAL;
            codeCache = Optional.empty();
        }

        Values(Values other) {
            store = other.store;
            threadCount = other.threadCount;
            queryTimeout = other.queryTimeout;
            transactionTimeout = other.transactionTimeout;
            idleTimeout = other.idleTimeout;
            idleTimeoutWhenFull = other.idleTimeoutWhenFull;
            queryMemoryBytes = other.queryMemoryBytes;
            planCacheEntries = other.planCacheEntries;
            batchRows = other.batchRows;
            isolation = other.isolation;
            durability = other.durability;
            retention = other.retention;
            retryTime = other.retryTime;
            clock = other.clock;
            random = other.random;
            files = other.files;
            engineVariant = other.engineVariant;
            codeCache = other.codeCache;
            trustedExtensions = other.trustedExtensions;
        }

        void check() {
            if (threadCount < 1 || threadCount > THREAD_COUNT_MAX) {
                throw new ThetisException(
                        ErrorCode.USAGE, "threads must be 1 to " + THREAD_COUNT_MAX + ": threads=" + threadCount);
            }
            if (queryTimeout.isNegative()
                    || transactionTimeout.isNegative()
                    || idleTimeout.isNegative()
                    || idleTimeoutWhenFull.isNegative()
                    || retryTime.isNegative()
                    || queryMemoryBytes < 0
                    || planCacheEntries < 1
                    || batchRows < 1) {
                throw new ThetisException(
                        ErrorCode.USAGE,
                        "limits must not be negative, and counts at least 1: queryTimeout=" + queryTimeout
                                + ", transactionTimeout=" + transactionTimeout + ", idleTimeout=" + idleTimeout
                                + ", idleTimeoutWhenFull=" + idleTimeoutWhenFull
                                + ", retryTime=" + retryTime + ", queryMemoryBytes=" + queryMemoryBytes
                                + ", planCacheEntries=" + planCacheEntries
                                + ", batchRows=" + batchRows);
            }
        }
    }
}
