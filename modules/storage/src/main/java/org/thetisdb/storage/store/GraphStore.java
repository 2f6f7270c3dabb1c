package org.thetisdb.storage.store;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.DirectoryLock;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.HeldFileSystem;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheCounters;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.memory.JvmHeap;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.SchemaWriter;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.StoreEvent;
import org.thetisdb.storage.backup.Backup;
import org.thetisdb.storage.backup.BackupFiles;
import org.thetisdb.storage.backup.Restore;
import org.thetisdb.storage.backup.StoreDirectories;
import org.thetisdb.storage.backup.Verification;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.base.DataFiles;
import org.thetisdb.storage.base.StoreCheck;
import org.thetisdb.storage.base.StoreDescriber;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.load.BulkLoader;
import org.thetisdb.storage.load.LoadOptions;
import org.thetisdb.storage.load.LoadProgress;
import org.thetisdb.storage.log.LogCursor;
import org.thetisdb.storage.log.LogReader;
import org.thetisdb.storage.options.CheckDepth;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.report.BackupResult;
import org.thetisdb.storage.report.CheckProgress;
import org.thetisdb.storage.report.CheckReport;
import org.thetisdb.storage.report.History;
import org.thetisdb.storage.report.LogReplay;
import org.thetisdb.storage.report.StoreDescription;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.storage.transaction.Follower;
import org.thetisdb.storage.transaction.StoreBase;
import org.thetisdb.storage.transaction.StoreState;
import org.thetisdb.storage.transaction.TransactionManager;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A database's directory, opened. While it is open to write, no other process or store can open it to write; any number
 * can open it to read, and see revisions as they come. Opening reads the superblocks, the names and the chunk table,
 * never the data.
 *
 * <p>Thread safe. {@link #close} must not run beside readers: close them first.
 */
public final class GraphStore implements AutoCloseable {
    /** An empty load needs next to nothing. */
    private static final LoadOptions EMPTY_LOAD = new LoadOptions(16L << 20, 1, PageCache.PAGE_BYTES);

    private final Path directory;
    private final StoreOptions options;
    private final Optional<DirectoryLock> lock;
    private final Object closing = new Object();
    private final MemoryGovernor memory;
    private final PageCache cache;
    private final Superblocks superblocks;
    private final DataFiles dataFiles;
    private final StoreState transactions;
    private final TemporarySpace temporarySpace;
    private volatile boolean closed;

    private GraphStore(
            Path directory,
            StoreOptions options,
            Optional<DirectoryLock> lock,
            MemoryGovernor memory,
            PageCache cache) {
        this.directory = directory;
        this.options = lock.map(held -> options.withFileSystem(new HeldFileSystem(options.fileSystem(), held)))
                .orElse(options);
        this.lock = lock;
        this.memory = memory;
        this.cache = cache;
        superblocks = Superblocks.read(this.options.fileSystem(), directory);
        dataFiles = new DataFiles(cache, this.options.fileSystem(), directory);
        temporarySpace = temporarySpace(options.fileSystem());
        transactions = lock.<StoreState>map(this::manager).orElseGet(this::follower);
    }

    private StoreState manager(DirectoryLock held) {
        BaseSnapshot base = BaseSnapshot.open(dataFiles, superblocks.current());
        TransactionManager manager = TransactionManager.open(
                new StoreBase(directory, options, superblocks, dataFiles, base, held, memory, temporarySpace));
        try {
            // Not before all is known to be whole: what cannot be opened stays as it is.
            StoreFiles.removeUnknown(
                    options.fileSystem(), directory, manager.base().root());
            manager.resume();
            return manager;
        } catch (RuntimeException | Error problem) {
            try {
                manager.close();
            } catch (RuntimeException | Error also) {
                problem.addSuppressed(also);
            }
            throw problem;
        }
    }

    private TemporarySpace temporarySpace(FileSystem anywhere) {
        Path fallback = Path.of(System.getProperty("java.io.tmpdir", "."));
        return lock.isPresent()
                ? TemporarySpace.ofWriter(directory, options.fileSystem(), anywhere, fallback, memory.budget())
                : TemporarySpace.ofReader(anywhere, fallback, memory.budget());
    }

    private StoreState follower() {
        return Follower.open(directory, options, superblocks, dataFiles, memory, temporarySpace);
    }

    /**
     * Opens an existing database. To read only, nothing is locked or changed, whether another process writes or not.
     *
     * @throws ThetisException {@link ErrorCode#DATABASE_NOT_FOUND}, {@link ErrorCode#NOT_A_DATABASE},
     *     {@link ErrorCode#IMPORT_INTERRUPTED}, {@link ErrorCode#DATABASE_LOCKED}, {@link ErrorCode#FORMAT_TOO_NEW},
     *     {@link ErrorCode#FORMAT_TOO_OLD}, {@link ErrorCode#FILE_MISSING}, {@link ErrorCode#FILE_TRUNCATED},
     *     {@link ErrorCode#CHECKSUM_MISMATCH}, {@link ErrorCode#CORRUPT_STRUCTURE},
     *     {@link ErrorCode#LOG_SEGMENT_MISSING}, {@link ErrorCode#LOG_DAMAGED}; nothing is changed then
     */
    public static GraphStore open(Path directory, StoreOptions options) {
        Optional<FileSystem> backup = BackupFiles.find(options.fileSystem(), directory);
        if (backup.isPresent() && !options.readOnly()) {
            throw new ThetisException(
                    ErrorCode.NOT_A_DATABASE,
                    "this is a backup, which can only be read: directory=" + directory
                            + "; restore it to a database, or open it to read only");
        }
        StoreOptions suited = backup.map(options::withFileSystem).orElse(options);
        StoreFiles.requireDatabase(suited.fileSystem(), directory);
        return openDatabase(directory, suited);
    }

    private static GraphStore openDatabase(Path directory, StoreOptions options) {
        Optional<DirectoryLock> lock = options.readOnly()
                ? Optional.empty()
                : Optional.of(options.fileSystem().lock(directory, StoreFiles.SUPERBLOCK_FILE));
        PageCache cache = null;
        boolean opened = false;
        try {
            MemoryGovernor memory = new MemoryGovernor(options.memory(), JvmHeap.detect(), options.memoryLimits());
            cache = PageCache.open(options.fileSystem(), new PageCacheOptions(memory, options.engineName()));
            GraphStore store = new GraphStore(directory, options, lock, memory, cache);
            opened = true;
            return store;
        } finally {
            if (!opened) {
                closeAll(cache, lock);
            }
        }
    }

    /**
     * Makes an empty database and opens it.
     *
     * @throws ThetisException {@link ErrorCode#IMPORT_TARGET_EXISTS} if something is there already
     */
    public static GraphStore create(Path directory, StoreOptions options) {
        StoreDirectories.requireOutside(options.fileSystem(), directory);
        try (BulkLoader loader = BulkLoader.create(
                options.fileSystem(),
                directory,
                EMPTY_LOAD.withClock(options.clock()).withRandom(options.random()))) {
            loader.finish(LoadProgress.NONE);
        }
        return open(directory, options);
    }

    /** Whether a directory is that of a database or of a backup, be it finished or not. */
    public static boolean isStoreDirectory(FileSystem fileSystem, Path directory) {
        return StoreDirectories.isStore(fileSystem, directory);
    }

    /** Ends with an error if a file or directory to be written would be in the directory of a database or backup. */
    public static void requireOutsideStores(FileSystem fileSystem, Path target) {
        StoreDirectories.requireOutside(fileSystem, target);
    }

    private static void closeAll(@Nullable PageCache cache, Optional<DirectoryLock> lock) {
        try {
            if (cache != null) {
                cache.close();
            }
        } finally {
            lock.ifPresent(DirectoryLock::close);
        }
    }

    public Path directory() {
        return directory;
    }

    /** The graph as of now. */
    public Snapshot snapshot() {
        requireOpen();
        return transactions.snapshot();
    }

    /** Whether {@link #snapshot()} gives snapshots over this {@link Snapshot#base}. */
    public boolean isNewest(Object base) {
        return transactions.isNewest(base);
    }

    /**
     * Has somebody told when a {@link Snapshot#base} is no longer the newest, and when one of the past that was read is
     * no longer kept for the next who reads it, so that what is kept for it can be let go of: its memory and its files
     * come back when nobody has it any more.
     *
     * @param listener is called by whatever thread has replaced the base or read another, and must not wait for others
     */
    public void whenBaseEnds(Consumer<Object> listener) {
        transactions.whenBaseEnds(listener);
    }

    /** Has somebody told what the store does, by whatever thread does it. Who is told must not wait, nor throw. */
    public void whenSomethingHappens(Consumer<StoreEvent> listener) {
        transactions.whenSomethingHappens(listener);
    }

    /** Begins to write. */
    public GraphTransaction begin(Isolation isolation) {
        requireOpen();
        return transactions.begin(isolation);
    }

    /**
     * The graph as of a revision.
     *
     * @throws ThetisException {@link ErrorCode#REVISION_NOT_FOUND} if there is none yet, or no more
     */
    public Snapshot snapshot(long revision) {
        requireOpen();
        return transactions.snapshot(revision);
    }

    /** The graph as it was at a time, in milliseconds since 1970: as of the newest revision at or before it. */
    public Snapshot snapshotAt(long timeMillis) {
        requireOpen();
        return transactions.snapshot(transactions.revisionAt(timeMillis));
    }

    /**
     * Writes what has changed since the last checkpoint to a new data file, so that opening need not replay it. There
     * is no need to ask for it: it happens by itself.
     */
    public void checkpoint() {
        requireOpen();
        transactions.makeCheckpoint();
    }

    /** Why the last checkpoint did not come about: it is tried again, and nothing is lost; nothing if it did. */
    public Optional<ThetisException> checkpointFailure() {
        return transactions.checkpointFailure();
    }

    /** What was, and when. */
    public History history() {
        requireOpen();
        return transactions.history();
    }

    /** Names, indexes, constraints and extensions of now. */
    public Catalog catalog() {
        return transactions.catalog();
    }

    /** Makes and drops indexes, constraints and extensions. */
    public SchemaWriter schema() {
        requireOpen();
        return transactions.schema();
    }

    /** Where queries over this store put what does not fit into memory. */
    public TemporarySpace temporarySpace() {
        return temporarySpace;
    }

    /** The number of the newest revision. */
    public long revision() {
        requireOpen();
        return transactions.revision();
    }

    /** What opening had to read from the log. */
    public LogReplay replayed() {
        return new LogReplay(transactions.replayedRecords(), transactions.replayedBytes());
    }

    /** About how many bytes of the heap is taken by what has changed since the last checkpoint. */
    public long changedBytes() {
        return transactions.changedBytes();
    }

    /** Divides the budget among all that holds memory for this store. */
    public MemoryGovernor memory() {
        return memory;
    }

    /**
     * How many bytes of memory are taken by what newer bases have, and which is there because somebody uses it still.
     */
    public long pinnedBytes() {
        return transactions.pinnedBytes();
    }

    /** How many bytes of memory are only taken because of a snapshot: changes that a newer base has, or of the past. */
    public long pinnedBytes(Snapshot snapshot) {
        return isNewest(snapshot.base()) ? 0 : snapshot.changedBytes();
    }

    /** What the page cache has done since the store was opened. */
    public PageCacheCounters counters() {
        return cache.counters();
    }

    /** What the database holds and how; opens every segment once, so it takes time for each. */
    public StoreDescription describe() {
        requireOpen();
        return onBase(base -> new StoreDescriber(base, superblocks.current(), directory, cache).describe());
    }

    /** Does something with the newest base, which stays open meanwhile. */
    private <T> T onBase(Function<BaseSnapshot, T> work) {
        while (true) {
            Snapshot using = transactions.snapshot();
            try {
                BaseSnapshot base = transactions.base();
                if (transactions.isNewest(using.base())) {
                    return work.apply(base);
                }
            } finally {
                using.release();
            }
        }
    }

    /** As {@link #check(CheckDepth, CheckProgress)}, of the newest revision. */
    public CheckReport check(CheckProgress progress) {
        return check(CheckDepth.NEWEST, progress);
    }

    /**
     * Verifies every checksum and compares all structures with each other, from one thread: files, roots, the log and
     * what both make of the past, and the list of files of a backup. What passes can be opened to write, and every
     * revision of it read.
     */
    public CheckReport check(CheckDepth depth, CheckProgress progress) {
        requireOpen();
        return onBase(base -> check(base, depth, progress));
    }

    private CheckReport check(BaseSnapshot base, CheckDepth depth, CheckProgress progress) {
        StoreCheck check = new StoreCheck(base, superblocks, options.fileSystem(), directory, progress);
        check.run();
        check.guarded("constraints", () -> transactions.checkConstraints(check));
        transactions.check(base, check, depth);
        if (options.fileSystem() instanceof BackupFiles backup) {
            backup.check(base.root(), transactions.revision(), check);
        }
        return check.report();
    }

    private CheckReport checkFiles(Set<Integer> dataFiles, CheckProgress progress) {
        return new StoreCheck(transactions.base(), superblocks, options.fileSystem(), directory, progress)
                .runOnFiles(dataFiles);
    }

    /**
     * Copies the database as of now to a directory while it is written, or what has come since the last copy there.
     * The copy is verified before it counts; it can be opened to read, and restored. May be called from any thread.
     *
     * @param target is made if it is not there; else it must be empty or hold an earlier backup of this database
     * @param verifyAll whether to check all of the copy; else checksums of what was copied, and that it opens
     * @throws ThetisException {@link ErrorCode#BACKUP_DIFFERS}, {@link ErrorCode#IMPORT_TARGET_EXISTS}, {@link
     *     ErrorCode#DATABASE_LOCKED} if another backup writes to the target, {@link ErrorCode#DISK_FULL}, {@link
     *     ErrorCode#CHECKSUM_MISMATCH} if the copy is not sound; the former copy is left as it was
     */
    public BackupResult backup(Path target, boolean verifyAll, CheckProgress progress) {
        requireOpen();
        return new Backup(target, options)
                .run(directory, dataFiles, transactions::copyableRevision, new CopyVerification(verifyAll, progress));
    }

    /**
     * Makes a database of a backup.
     *
     * @param overwrite whether a database under the name is to be replaced
     * @param options give the file system; the others serve to verify what was made
     * @throws ThetisException {@link ErrorCode#NOT_A_DATABASE} if there is no backup, {@link
     *     ErrorCode#IMPORT_TARGET_EXISTS}, {@link ErrorCode#CHECKSUM_MISMATCH}, {@link ErrorCode#DISK_FULL}; what was
     *     there before is there still
     */
    public static BackupResult restore(
            Path backup, Path directory, boolean overwrite, StoreOptions options, CheckProgress progress) {
        return new Restore(backup, directory, options).run(overwrite, new CopyVerification(false, progress));
    }

    /** Opens a copy and reads it. */
    private record CopyVerification(boolean all, CheckProgress progress) implements Verification {
        private static final long PAGES_BYTES = 64L << 20;

        @Override
        public long verify(
                Path directory, StoreOptions toRead, long revision, Set<Integer> newDataFiles, long fromRevision) {
            StoreOptions options =
                    toRead.withMemory(MemoryBudget.ofBytes(PAGES_BYTES)).asReadOnly();
            try (GraphStore copy = openDatabase(directory, options)) {
                CheckReport report = all ? copy.check(progress) : copy.checkFiles(newDataFiles, progress);
                if (!report.isSound()) {
                    throw unsound(directory, report.findings().getFirst().toString());
                }
                progress.at("log", 0);
                long last = lastLogged(copy, options.fileSystem(), all ? 1 : fromRevision);
                if (copy.revision() != revision || last != revision) {
                    throw unsound(directory, "expected revision " + revision + ", found " + last);
                }
                return report.pageCount();
            }
        }

        /** Reads the log from a revision on; what lies before the base was not read when the copy was opened. */
        private static long lastLogged(GraphStore copy, FileSystem fileSystem, long fromRevision) {
            Path log = StoreFiles.logDirectory(copy.directory);
            if (!LogReader.exists(fileSystem, log)) {
                return copy.revision();
            }
            try (LogReader reader = LogReader.open(
                            fileSystem, log, copy.superblocks.current().databaseId());
                    LogCursor cursor = reader.cursor(Math.max(fromRevision, reader.firstRevision()))) {
                while (cursor.next()) {
                    // Going on verifies a record.
                }
                cursor.checkEnd();
                return Math.max(cursor.lastRevision(), copy.transactions.base().revision());
            }
        }

        private static ThetisException unsound(Path directory, String finding) {
            return new ThetisException(
                    ErrorCode.CHECKSUM_MISMATCH,
                    "the copy is not sound, and does not count: directory=" + directory + ", " + finding
                            + "; run a check on what was copied from");
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new ThetisException(ErrorCode.CLOSED, "the database has been closed: directory=" + directory);
        }
    }

    @Override
    public void close() {
        synchronized (closing) {
            if (closed) {
                return;
            }
            closed = true;
        }
        try {
            transactions.close();
        } finally {
            closeAll(cache, lock);
        }
    }
}
