package org.thetisdb;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.thetisdb.dump.CsvDump;
import org.thetisdb.dump.CypherDump;
import org.thetisdb.dump.DumpCounts;
import org.thetisdb.file.NearbyDatabases;
import org.thetisdb.io.PageCacheCounters;
import org.thetisdb.io.memory.JvmHeap;
import org.thetisdb.io.memory.MemoryEnvironment;
import org.thetisdb.io.memory.MemoryReport;
import org.thetisdb.running.TimeLimits;
import org.thetisdb.session.DatabaseCore;
import org.thetisdb.session.SessionTerms;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * An open database. While it is open to write, no other process can open it so, but any number can open it read-only
 * ({@link DatabaseOptions#asReadOnly}), and see revisions as they come. Opening takes milliseconds, whatever the size,
 * and what reading the log's tail takes.
 *
 * <p>Thread safe. {@link #close} may be called while other threads run queries: these end with an error of code {@link
 * ErrorCode#CLOSED} or {@link ErrorCode#QUERY_CANCELLED}, and {@code close} waits for them.
 */
public final class Database implements AutoCloseable {
    private final DatabaseCore core;
    private final GraphStore store;
    private final DatabaseOptions options;

    private Database(GraphStore store, DatabaseOptions options) {
        this.core = new DatabaseCore(store, options.core());
        this.store = store;
        this.options = options;
    }

    /**
     * As {@link #open(Path, DatabaseOptions)} with options that suit this machine.
     *
     * @param directory of the database
     * @return the database; to be closed
     */
    public static Database open(Path directory) {
        return open(directory, DatabaseOptions.byDefault());
    }

    /**
     * Opens a database that exists. What was committed and is not in the data files yet is read from the log.
     *
     * @param directory of the database, or of a backup if it is opened to read only
     * @param options how to open it
     * @return the database; to be closed
     * @throws ThetisException {@link ErrorCode#DATABASE_NOT_FOUND}, {@link ErrorCode#NOT_A_DATABASE},
     *     {@link ErrorCode#IMPORT_INTERRUPTED}, {@link ErrorCode#DATABASE_LOCKED}, {@link ErrorCode#FORMAT_TOO_NEW},
     *     {@link ErrorCode#FILE_TRUNCATED}, {@link ErrorCode#CHECKSUM_MISMATCH}, {@link ErrorCode#CORRUPT_STRUCTURE};
     *     nothing is changed then
     */
    public static Database open(Path directory, DatabaseOptions options) {
        try {
            return over(GraphStore.open(directory, options.store()), options);
        } catch (ThetisException failure) {
            throw failure.code() == ErrorCode.DATABASE_NOT_FOUND
                    ? NearbyDatabases.told(failure, options.store().fileSystem(), directory)
                    : failure;
        }
    }

    /**
     * As {@link #create(Path, DatabaseOptions)} with options that suit this machine.
     *
     * @param directory to be made, with those above it that are missing
     * @return the database; to be closed
     */
    public static Database create(Path directory) {
        return create(directory, DatabaseOptions.byDefault());
    }

    /**
     * Makes an empty database and opens it.
     *
     * @param directory to be made, with those above it that are missing
     * @param options how to open it
     * @return the database; to be closed
     * @throws ThetisException {@link ErrorCode#IMPORT_TARGET_EXISTS} if there is something at that place already
     */
    public static Database create(Path directory, DatabaseOptions options) {
        return over(GraphStore.create(directory, options.store()), options);
    }

    /**
     * As {@link #openOrCreate(Path, DatabaseOptions)} with options that suit this machine.
     *
     * @param directory of the database
     * @return the database; to be closed
     */
    public static Database openOrCreate(Path directory) {
        return openOrCreate(directory, DatabaseOptions.byDefault());
    }

    /**
     * Opens the database as {@link #open} does, or makes it as {@link #create} does if there is none.
     *
     * @param directory of the database
     * @param options how to open it
     * @return the database; to be closed
     * @throws ThetisException as {@link #open(Path, DatabaseOptions)} and {@link #create(Path, DatabaseOptions)}
     */
    public static Database openOrCreate(Path directory, DatabaseOptions options) {
        try {
            return over(GraphStore.open(directory, options.store()), options);
        } catch (ThetisException failure) {
            if (failure.code() != ErrorCode.DATABASE_NOT_FOUND) {
                throw failure;
            }
            return create(directory, options);
        }
    }

    private static Database over(GraphStore store, DatabaseOptions options) {
        options.store()
                .memory()
                .misfit(JvmHeap.detect(), MemoryEnvironment::detect)
                .ifPresent(notice -> System.getLogger("org.thetisdb").log(System.Logger.Level.WARNING, notice));
        boolean opened = false;
        try {
            Database database = new Database(store, options);
            opened = true;
            return database;
        } finally {
            if (!opened) {
                store.close();
            }
        }
    }

    /**
     * {@return a session for one thread at a time} Making one costs next to nothing; one may serve any number of
     * queries.
     */
    public Session session() {
        return session(SessionOptions.byDefault());
    }

    /**
     * As {@link #session()} with options of its own.
     *
     * @param sessionOptions what its transactions begin with
     * @return a session, for one thread at a time
     */
    public Session session(SessionOptions sessionOptions) {
        TimeLimits limits = options.timeLimits()
                .with(
                        StorageTerms.nanos(sessionOptions.transactionTimeout()),
                        StorageTerms.nanos(sessionOptions.idleTimeout()));
        return Session.of(
                core,
                new SessionTerms(
                        StorageTerms.stored(sessionOptions.isolation().orElse(options.isolation())),
                        limits,
                        sessionOptions.memoryBytes()));
    }

    /**
     * Reads a statement that is to be run more than once.
     *
     * @param text one statement of Cypher, with {@code $name} for parameters; COPY cannot be prepared
     * @return what any session and transaction of this database can run, as long as it is open
     * @throws ThetisException with its place in the text if the statement is wrong; {@link ErrorCode#CLOSED}
     */
    public PreparedStatement prepare(String text) {
        return PreparedStatement.of(core, text);
    }

    /**
     * Begins an extension: functions, aggregates and procedures in Java that queries of this database can call, as long
     * as it is open. Any thread, at any time.
     *
     * @param name of the extension; one that has this name is replaced, and statements that run end with it
     * @return what takes them, and {@linkplain ExtensionBuilder#register registers} them
     */
    public ExtensionBuilder extend(String name) {
        core.requireOpen();
        return ExtensionBuilder.of(core, name);
    }

    /**
     * Takes an extension away. Statements that run end with it; those that begin afterwards do not find it.
     *
     * @param name as {@link #extend} was given it
     * @return whether there was one of that name
     */
    public boolean dropExtension(String name) {
        core.requireOpen();
        return core.unregister(name);
    }

    /** {@return the transactions that run now, those that began first at the beginning} */
    public List<TransactionDescription> transactions() {
        core.requireOpen();
        Instant now = options.clock().instant();
        return core.transactions().list().stream()
                .map(state -> StorageTerms.shown(state, now))
                .toList();
    }

    /**
     * Ends a transaction in its owner's place. Its changes are rolled back, and what it holds is released at once, or
     * as soon as the statement that it runs has noticed; its owner gets {@link ErrorCode#TRANSACTION_TERMINATED} from
     * whatever he does next with it. Any thread.
     *
     * @param transactionId as {@link #transactions} has it
     * @return whether one of that name was running
     */
    public boolean terminate(String transactionId) {
        core.requireOpen();
        return core.transactions().terminate(transactionId);
    }

    /** {@return the number of the newest revision} */
    public long revision() {
        core.requireOpen();
        return store.revision();
    }

    /**
     * Takes into data files what has changed since that was last done, and returns when it is. Nobody has to ask for
     * it: it happens by itself, in the background.
     */
    public void checkpoint() {
        core.requireOpen();
        store.checkpoint();
    }

    /** {@return the names that queries can use: labels, types, property keys and indexes} */
    public Schema schema() {
        core.requireOpen();
        return withSnapshot(snapshot -> Schema.of(snapshot.catalog()));
    }

    /** {@return what the database holds and how, for people and tools; takes time for each column segment} */
    public DatabaseDescription describe() {
        core.requireOpen();
        return StorageTerms.shown(store.describe());
    }

    /** {@return who holds how much of the budget now: pages, queries, changes, the past} */
    public MemoryReport memory() {
        core.requireOpen();
        return store.memory().report();
    }

    /**
     * As {@link #check(CheckDepth, CheckProgress)}, of the newest revision.
     *
     * @param progress hears how far it is; {@link CheckProgress#NONE} for none
     * @return what was found
     */
    public CheckReport check(CheckProgress progress) {
        return check(CheckDepth.NEWEST, progress);
    }

    /**
     * Verifies every checksum and compares all structures with each other; reads everything, the log and what can be
     * read of the past among it. What passes can be opened to write, and every retained revision of it read.
     *
     * @param depth how much of the past is checked
     * @param progress hears how far it is; {@link CheckProgress#NONE} for none
     * @return what was found: faults are no exceptions
     */
    public CheckReport check(CheckDepth depth, CheckProgress progress) {
        core.requireOpen();
        return StorageTerms.shown(store.check(StorageTerms.stored(depth), progress::at));
    }

    /**
     * Copies the database as of now to a directory while it is written, or what has come since the last copy there.
     * The copy is verified before it counts. It can be opened read-only, and restored by {@link #restore}.
     *
     * @param target is made if it is not there; else it must be empty or hold an earlier backup of this database
     * @return what was copied
     * @throws ThetisException {@link ErrorCode#BACKUP_DIFFERS}, {@link ErrorCode#IMPORT_TARGET_EXISTS},
     *     {@link ErrorCode#DATABASE_LOCKED} if another backup writes to the target, {@link ErrorCode#DISK_FULL},
     *     {@link ErrorCode#CHECKSUM_MISMATCH} if the copy is not sound; the former copy is left as it was
     */
    public BackupResult backup(Path target) {
        return backup(target, false, CheckProgress.NONE);
    }

    /**
     * As {@link #backup(Path)}.
     *
     * @param target as there
     * @param verifyAll whether to check all of the copy; else checksums of what was copied, and that it opens
     * @param progress hears how far it is; {@link CheckProgress#NONE} for none
     * @return what was copied
     */
    public BackupResult backup(Path target, boolean verifyAll, CheckProgress progress) {
        core.requireOpen();
        return StorageTerms.shown(store.backup(target, verifyAll, progress::at));
    }

    /**
     * Makes a database of a backup; it is verified before it gets its name.
     *
     * @param backup the directory of a backup
     * @param directory of the database, to be made
     * @param overwrite whether a database under the name is to be replaced
     * @return what was copied
     * @throws ThetisException {@link ErrorCode#NOT_A_DATABASE} if there is no backup,
     *     {@link ErrorCode#IMPORT_TARGET_EXISTS}, {@link ErrorCode#DATABASE_LOCKED},
     *     {@link ErrorCode#CHECKSUM_MISMATCH}, {@link ErrorCode#DISK_FULL}; what was there before is there still
     */
    public static BackupResult restore(Path backup, Path directory, boolean overwrite) {
        return restore(backup, directory, overwrite, DatabaseOptions.byDefault(), CheckProgress.NONE);
    }

    /**
     * As {@link #restore(Path, Path, boolean)}.
     *
     * @param backup the directory of a backup
     * @param directory of the database, to be made
     * @param overwrite whether a database under the name is to be replaced
     * @param options memory and engine with which the copy is verified; they are not kept with the database
     * @param progress hears how far it is
     * @return what was copied
     */
    public static BackupResult restore(
            Path backup, Path directory, boolean overwrite, DatabaseOptions options, CheckProgress progress) {
        return StorageTerms.shown(GraphStore.restore(backup, directory, overwrite, options.store(), progress::at));
    }

    /**
     * Writes the graph as of now as statements that make it again in an empty database.
     *
     * @param file is made, or written over
     * @return what was written
     * @throws ThetisException {@link ErrorCode#DISK_FULL} or {@link ErrorCode#IO_FAILED}; what was written is no dump
     */
    public DumpResult dumpCypher(Path file) {
        core.requireOpen();
        return withSnapshot(snapshot ->
                dumped(file, snapshot, new CypherDump(options.store().fileSystem(), file, snapshot).run()));
    }

    /**
     * Writes the graph as of now as CSV files, with a mapping from which {@code import} makes it again.
     *
     * @param directory is made; it must be empty if it is there
     * @return what was written
     * @throws ThetisException {@link ErrorCode#IMPORT_TARGET_EXISTS}, {@link ErrorCode#DISK_FULL} or
     *     {@link ErrorCode#IO_FAILED}; without a mapping, what was written is no dump
     */
    public DumpResult dumpCsv(Path directory) {
        core.requireOpen();
        return withSnapshot(snapshot ->
                dumped(directory, snapshot, new CsvDump(options.store().fileSystem(), directory, snapshot).run()));
    }

    private static DumpResult dumped(Path target, Snapshot snapshot, DumpCounts counts) {
        return new DumpResult(
                target,
                snapshot.revision(),
                counts.nodeCount(),
                counts.relationshipCount(),
                counts.bytes(),
                counts.schemaStatements());
    }

    private <T> T withSnapshot(Function<Snapshot, T> work) {
        Snapshot snapshot = store.snapshot();
        try {
            return work.apply(snapshot);
        } finally {
            snapshot.release();
        }
    }

    /** {@return what opening had to read from the log} */
    public LogReplay replayed() {
        core.requireOpen();
        return StorageTerms.shown(store.replayed());
    }

    /**
     * Tells what is kept where {@link DatabaseOptions#withCodeCache} says, for people and tools; reads all of it, 16 MiB
     * at most.
     *
     * @return what is there; empty if nothing is to be kept
     */
    public Optional<CodeCacheDescription> codeCache() {
        core.requireOpen();
        return core.codeCache().flatMap(summary -> options.codeCache().map(at -> StorageTerms.shown(at, summary)));
    }

    /** {@return what the page cache has done since the database was opened} */
    public PageCacheCounters counters() {
        core.requireOpen();
        return store.counters();
    }

    /**
     * Ends all statements that run, rolls back all transactions, closes sessions and results, then the files. Waits for
     * all of it; commits that have begun are completed. Does nothing the second time.
     *
     * <p>After many changes a checkpoint is due, and made first, which takes about as long as opening the database
     * would without it. A process that cannot wait may end all the same: what was committed is in the log.
     */
    @Override
    public void close() {
        core.close();
    }

    /** The store under it. */
    GraphStore store() {
        return store;
    }
}
