package org.thetisdb.storage.transaction;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.thetisdb.io.DirectoryLock;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Catalog.ConstraintDescriptor;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.CheckDepth;
import org.thetisdb.storage.CheckReport;
import org.thetisdb.storage.FaultPoints;
import org.thetisdb.storage.FaultPoints.Point;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.History;
import org.thetisdb.storage.Isolation;
import org.thetisdb.storage.Retention;
import org.thetisdb.storage.SchemaWriter;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.base.DataFiles;
import org.thetisdb.storage.base.StoreCheck;
import org.thetisdb.storage.checkpoint.CheckpointResult;
import org.thetisdb.storage.delta.CountChanges;
import org.thetisdb.storage.delta.DeltaSnapshot;
import org.thetisdb.storage.delta.IdAllocator;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.delta.WriteSet;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.log.ChangeEncoder;
import org.thetisdb.storage.log.LogReader;
import org.thetisdb.storage.log.RedoLog;
import org.thetisdb.storage.log.SchemaChange;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;

/**
 * Orders commits.
 *
 * <pre>
 *   many threads             one at a time                    many threads
 *   changes ─► bytes ─►│ revision, log buffer, stamp │─► wait for the sync ─► published ─► new snapshots
 * </pre>
 *
 * <p>Invariants: revisions grow by one in the order of the log; {@code published} never passes a revision that is not
 * as durable as was asked for, so nobody reads what a crash could take back (at durability SYNC); a stamp gets a
 * revision above {@code published}, so a commit shows in new snapshots only, and whole.
 *
 * <p>Thread safe.
 */
public final class TransactionManager implements StoreState, Revisions {
    /** How far the clock may be turned back without a commit taking notice: what time services correct by slewing. */
    static final long CLOCK_TOLERANCE_MILLIS = 1_000;

    private final ReentrantLock commitLock = new ReentrantLock();
    private final LazyLog log;
    private final NameTable names;
    private final IdAllocator ids;
    private final EraHistory history;
    private final DataFiles dataFiles;
    private final DirectoryLock lock;
    private final Superblocks superblocks;
    private final FaultPoints faultPoints;
    private final Retention retention;
    private final Checkpointer checkpointer;
    private final Clock clock;
    private final AtomicLong published;
    private final NewestEra newestEra;
    private final StoreHistory past;
    private final SchemaManager schema;
    private long lastRevision;
    private long lastTimeMillis;

    /** For serializable transactions. */
    private final RecentWrites recentWrites;

    private final long replayedRecords;
    private final long replayedBytes;

    private TransactionManager(
            LazyLog log, NameTable names, IdAllocator ids, EraHistory history, StoreBase opened, Recovery recovery) {
        this.log = log;
        this.names = names;
        this.ids = ids;
        this.history = history;
        this.clock = opened.options().clock();
        this.retention = opened.options().retention();
        this.dataFiles = opened.dataFiles();
        this.lock = opened.lock();
        this.superblocks = opened.superblocks();
        this.faultPoints = opened.options().faultPoints();
        LateCommits late = new LateCommits(commitLock, log, faultPoints);
        this.newestEra = new NewestEra(recovery.era(), history, names, ids, commitLock, late);
        this.past = new StoreHistory(this);
        this.schema = new SchemaManager(this);
        this.checkpointer = new Checkpointer(this, opened.checkpointWriter(), opened.checkpointPace());
        this.replayedRecords = recovery.recordCount();
        this.replayedBytes = recovery.byteCount();
        this.recentWrites = new RecentWrites(names.catalog());
        this.lastRevision = recovery.revision();
        this.lastTimeMillis = recovery.timeMillis();
        this.published = new AtomicLong(recovery.revision());
    }

    /**
     * Takes up where the last process stopped: at the base, with the log's tail over it. Nothing is written before
     * {@link #takeUpWork()}, unless the tail is too much for memory.
     */
    public static TransactionManager open(StoreBase opened) {
        BaseSnapshot base = opened.base();
        LazyLog log = new LazyLog(
                StoreFiles.logDirectory(opened.directory()),
                opened.options(),
                opened.superblocks().current().databaseId(),
                base.revision(),
                opened.lock()::requireHeld);
        EraHistory history = new EraHistory(log, opened.options().faultPoints());
        NameTable names = new NameTable(base.catalog(), log);
        IdAllocator ids = new IdAllocator(base);
        Recovery recovery = Recovery.run(opened, history, names, ids, log);
        return new TransactionManager(log, names, ids, history, opened, recovery);
    }

    /** What the last process did not come to: a checkpoint that is due, an index that is not built. */
    public void takeUpWork() {
        schema.completeConstraints();
        boolean unbuilt = names.catalog().indexes().stream().anyMatch(index -> !index.online());
        checkpointer.noteChanges(unbuilt ? Long.MAX_VALUE : changedBytes());
    }

    /** How many bytes of the log were replayed when the store was opened. */
    @Override
    public long replayedBytes() {
        return replayedBytes;
    }

    /** How many records of the log were replayed when the store was opened. */
    @Override
    public long replayedRecords() {
        return replayedRecords;
    }

    NameTable names() {
        return names;
    }

    FaultPoints faultPoints() {
        return faultPoints;
    }

    IdAllocator ids() {
        return ids;
    }

    /** The newest revision that can be read. */
    @Override
    public long revision() {
        return published.get();
    }

    @Override
    public void checkConstraints(CheckReport.Collector collector) {
        DeltaSnapshot using = newest();
        try {
            ConstraintScan.report(using, collector);
        } finally {
            using.release();
        }
    }

    /** The graph as of the newest revision. */
    @Override
    public Snapshot snapshot() {
        return newest();
    }

    private DeltaSnapshot newest() {
        Optional<DeltaSnapshot> found = Optional.empty();
        while (found.isEmpty()) {
            // In this order: an era that is read later has all that was published before. If it is closed, it has
            // ended, and there is another.
            long newest = published.get();
            Era current = era();
            found = current.usedSnapshot(Math.max(newest, current.base().revision()), current.catalog(names.catalog()));
        }
        return found.get();
    }

    /**
     * The graph as of a revision.
     *
     * @throws ThetisException {@link ErrorCode#REVISION_NOT_FOUND} if there is none yet, or no more
     */
    @Override
    public Snapshot snapshot(long revision) {
        long newest = published.get();
        if (revision > newest || revision < 1) {
            throw new ThetisException(
                    ErrorCode.REVISION_NOT_FOUND,
                    "There is no such revision: revision=" + revision + ", newest=" + newest
                            + ". CALL history.revisions() lists them.");
        }
        Era wanted =
                inPast(current -> revision >= current.base().revision() ? current : history.find(revision, current));
        Invariant.check(
                wanted.base().revision() <= revision,
                "an era shows revisions from its base on",
                "revision",
                revision,
                "baseRevision",
                wanted.base().revision());
        // An era that was closed meanwhile has ended, and is no longer what is found.
        return wanted.usedSnapshot(revision, wanted.catalog(names.catalog()))
                .map(Snapshot.class::cast)
                .orElseGet(() -> snapshot(revision));
    }

    /** Looks into the past, and again where that has vanished because a checkpoint let go of it, or thinned out. */
    private <T> T inPast(Function<Era, T> look) {
        for (int count = 1; ; count++) {
            Era current = era();
            try {
                return look.apply(current);
            } catch (ThetisException problem) {
                // Files are deleted before the new era begins, segments of the log afterwards.
                boolean replaced = current != era()
                        || superblocks.current().rootNumber()
                                != current.base().root().number();
                if (!replaced || !Vanished.is(problem) || count == Vanished.TRIES_MAX) {
                    throw problem;
                }
                Vanished.await();
            }
        }
    }

    /** What was, and when. */
    @Override
    public History history() {
        return past;
    }

    /** All eras that are retained, oldest first. */
    @Override
    public List<Era> eras() {
        return inPast(history::all);
    }

    @Override
    public Catalog catalog() {
        return names.catalog();
    }

    @Override
    public Optional<LogReader> logReader() {
        return log.reader();
    }

    /** The oldest revision that must stay readable; 0 for all. */
    long oldestRevision() {
        if (retention.isAll()) {
            return 0;
        }
        long newest = published.get();
        long byCount = retention.revisions() >= newest ? 0 : newest - retention.revisions();
        long byTime = retention.millis() == Long.MAX_VALUE ? 0 : revisionAt(clock.millis() - retention.millis());
        return Math.max(byCount, byTime);
    }

    /** The newest revision that was committed at or before a time; 0 if there is none in the log. */
    @Override
    public long revisionAt(long timeMillis) {
        return log.revisionAt(timeMillis, published.get(), era().base().root().oldestTimeMillis());
    }

    /** Makes a checkpoint now; returns when it holds. */
    public CheckpointResult checkpoint() {
        return checkpointer.checkpointNow();
    }

    @Override
    public void makeCheckpoint() {
        checkpoint();
    }

    @Override
    public Optional<ThetisException> checkpointFailure() {
        return checkpointer.failure();
    }

    @Override
    public void check(BaseSnapshot checked, StoreCheck check, CheckDepth depth) {
        log.check(superblocks.current(), checked, check);
        new HistoryCheck(this, checked, check).run(depth);
        log.confirm(check);
    }

    /** What is published may still be in the log's buffer, at durabilities below SYNC. */
    @Override
    public long copyableRevision() {
        long revision = published.get();
        log.opened().ifPresent(RedoLog::sync);
        return revision;
    }

    @Override
    public boolean isNewest(Object base) {
        return era().delta().equals(base);
    }

    @Override
    public void whenBaseEnds(Consumer<Object> listener) {
        history.whenBaseEnds(listener);
    }

    @Override
    public GraphTransaction begin(Isolation isolation) {
        requireWritable();
        long newest = published.get();
        if (isolation == Isolation.SNAPSHOT) {
            return begin(newest, isolation);
        }
        return beginTracked();
    }

    /** Under the lock, so that no commit in between is forgotten. */
    private GraphTransaction beginTracked() {
        commitLock.lock();
        try {
            StoreTransaction transaction = begin(published.get(), Isolation.SERIALIZABLE);
            recentWrites.began(transaction, transaction.snapshot().revision());
            return transaction;
        } finally {
            commitLock.unlock();
        }
    }

    private StoreTransaction begin(long published, Isolation isolation) {
        EraChain current = newestEra.takeToWrite();
        try {
            long revision = Math.max(published, current.era().base().revision());
            return new StoreTransaction(this, current, revision, isolation);
        } catch (RuntimeException | Error e) {
            current.era().giveBackWritten();
            throw e;
        }
    }

    void ended(StoreTransaction transaction) {
        recentWrites.ended(transaction);
    }

    void requireWritable() {
        log.failure().ifPresent(cause -> {
            throw new ThetisException(
                    ErrorCode.STORE_READ_ONLY,
                    "The database can only be read since a write of its log or a commit failed: " + cause.getMessage()
                            + " Mend the cause and open the database again.",
                    cause);
        });
    }

    /**
     * Commits. Whatever fails before the log has the commit leaves nothing of it; from then on nobody can take it back,
     * so an error that is not foreseen ends all writing: what was acknowledged is there when the database is opened
     * again, and this commit whole or not at all.
     */
    long commit(StoreTransaction transaction, byte[] operations, Optional<String> message) {
        Appended appended;
        lock.requireHeldLately();
        commitLock.lock();
        try {
            requireWritable();
            requireSameSchema(transaction);
            requireUntouchedReads(transaction);
            CountChanges counts = newestEra.transferred(transaction, operations);
            WriteSet set = transaction.writer().writeSet();
            appended = append(message, operations, counts, set, transaction.stamp()::commit);
        } finally {
            commitLock.unlock();
        }
        show(appended);
        noteChanges();
        return appended.revision();
    }

    /** Where a commit is in the log, and its number. */
    private record Appended(long revision, long position) {}

    /**
     * Gives a commit its revision, under the commit lock.
     *
     * @param effect makes it hold in memory
     */
    private Appended append(
            Optional<String> message, byte[] operations, CountChanges counts, WriteSet set, LongConsumer effect) {
        long timeMillis = time();
        long revision = lastRevision + 1;
        RedoLog opened = log.get();
        faultPoints.pass(Point.COMMIT_CHECKED);
        long position = opened.append(revision, timeMillis, message, operations);
        try {
            faultPoints.pass(Point.COMMIT_LOGGED);
            effect.accept(revision);
            faultPoints.pass(Point.COMMIT_STAMPED);
            assigned(revision, timeMillis, operations, counts, set);
            faultPoints.pass(Point.COMMIT_COUNTED);
            return new Appended(revision, position);
        } catch (RuntimeException | Error e) {
            throw opened.fail(e);
        }
    }

    /** Waits until a commit is as durable as was asked for, and lets it be seen. */
    private void show(Appended appended) {
        RedoLog opened = log.get();
        try {
            opened.awaitDurable(appended.position());
            faultPoints.pass(Point.COMMIT_DURABLE);
            published.accumulateAndGet(appended.revision(), Math::max);
        } catch (ThetisException told) {
            throw told;
        } catch (RuntimeException | Error e) {
            throw opened.fail(e);
        }
    }

    /** What was acknowledged must not look as if it had failed because a checkpoint could not begin. */
    private void noteChanges() {
        try {
            faultPoints.pass(Point.COMMIT_SHOWN);
            checkpointer.noteChanges(changedBytes());
        } catch (RuntimeException | Error e) {
            // The next commit asks again.
            return;
        }
    }

    /** Ends all writing, because memory may no longer be what the log says; see {@link RedoLog#fail}. */
    ThetisException fail(Throwable cause) {
        return log.fail(cause);
    }

    /** Optimistic validation: backward, against what was committed since the snapshot (Kung, Robinson 1981). */
    private void requireUntouchedReads(StoreTransaction transaction) {
        if (transaction.tracker().isEmpty()) {
            return;
        }
        recentWrites.requireUntouched(
                transaction.tracker().get(), transaction.snapshot().revision());
    }

    private void requireSameSchema(StoreTransaction transaction) {
        if (transaction.schemaVersion() != names.schemaVersion()) {
            throw new ThetisException(
                    ErrorCode.TRANSACTION_CONFLICT,
                    "An index or a constraint was made or dropped while the transaction ran. Run it again, or let"
                            + " executeWrite do so.");
        }
    }

    /** How many transactions were carried over a checkpoint so far; read before constraints are checked. */
    int transferCount() {
        return newestEra.transferCount();
    }

    /** A commit shows in new snapshots only, and whole. */
    private void requireUnpublished(long revision) {
        long newest = published.get();
        Invariant.check(
                revision > newest,
                "a commit gets a revision that nobody reads yet",
                "revision",
                revision,
                "published",
                newest);
    }

    private void assigned(long revision, long timeMillis, byte[] operations, CountChanges counts, WriteSet set) {
        newestEra.noteCommit(revision, operations, counts);
        lastRevision = revision;
        lastTimeMillis = timeMillis;
        recentWrites.add(revision, set, names.catalog(), published.get());
    }

    // ---------------------------------------------------------------- checkpoints

    /** Where a checkpoint cuts the log: what comes later is kept for the next era. */
    record Cut(long revision, long timeMillis, Catalog catalog, LogMark logMark) {}

    Era era() {
        return newestEra.era();
    }

    /** The base of the newest era. */
    @Override
    public BaseSnapshot base() {
        return era().base();
    }

    @Override
    public long changedBytes() {
        return era().delta().bytes();
    }

    /**
     * Everything up to the revision given is on the device when this returns, and can be read. What is committed from
     * then on is kept until {@link #goOnWith} has put it over the new base, or {@link #forgetCut()}.
     */
    Cut cut() {
        requireWritable();
        lock.requireHeld();
        long revision;
        long timeMillis;
        LogMark logMark;
        commitLock.lock();
        try {
            revision = lastRevision;
            timeMillis = lastTimeMillis;
            logMark = log.lastCommit();
            newestEra.keepLate();
        } finally {
            commitLock.unlock();
        }
        faultPoints.pass(Point.CHECKPOINT_CUT);
        log.opened().ifPresent(RedoLog::sync);
        published.accumulateAndGet(revision, Math::max);
        // Names that came since do no harm; one that is missing would.
        LogMark known = logMark.isKnown() ? logMark : superblocks.current().logMark();
        return new Cut(
                revision, timeMillis, names.settledCatalog(), known.revision() == revision ? known : LogMark.NONE);
    }

    /** The checkpoint did not come about. */
    void forgetCut() {
        newestEra.forgetLate();
    }

    /**
     * Opens the base that a checkpoint has made, puts over it what was committed meanwhile, and lets all that begins
     * from now on read and write there. Commits wait only while the last few are put in. If it fails, all goes on as
     * before, and it may be tried again with the same result.
     */
    void goOnWith(CheckpointResult result) {
        Era former = era();
        if (former.base().root().number() < result.superblock().rootNumber()) {
            newestEra.exchange(BaseSnapshot.open(dataFiles, result.superblock()), lastRevision);
        }
        faultPoints.pass(Point.ERA_BEGUN);
        names.goOnline(era().base().catalog());
    }

    /** Lets go of the part of the log that neither the newest base nor an earlier root needs. */
    void shortenLog() {
        BaseSnapshot base = era().base();
        log.opened().ifPresent(opened -> opened.deleteBefore(base.root().oldestRevision() + 1));
    }

    // ---------------------------------------------------------------- schema

    /** Changes of indexes and constraints. */
    @Override
    public SchemaWriter schema() {
        return schema;
    }

    /** Commits a change of the schema, which holds from then on. */
    void commitSchema(SchemaChange... changes) {
        ChangeEncoder redo = new ChangeEncoder();
        for (SchemaChange change : changes) {
            redo.schemaChange(change);
        }
        Appended appended;
        lock.requireHeld();
        commitLock.lock();
        try {
            requireWritable();
            appended = append(
                    Optional.empty(),
                    redo.toBytes(),
                    new CountChanges(),
                    new WriteSet(),
                    revision -> List.of(changes).forEach(names::apply));
        } finally {
            commitLock.unlock();
        }
        show(appended);
    }

    /**
     * Commits a constraint after making sure that it holds; its index, if it needs one, is online.
     *
     * @param uniqueRevision as of which the values are known to be unique, because the index was built of them
     */
    void commitConstraint(SchemaChange.CreateConstraint change, long uniqueRevision) {
        ConstraintDescriptor constraint = new ConstraintDescriptor(
                change.name(), change.kind(), change.onRelationships(), change.labelOrTypeId(), change.keyIds());
        while (!tryCommitConstraint(change, constraint, uniqueRevision)) {
            // A checkpoint came between; what it wrote has to be looked at again.
            Thread.onSpinWait();
        }
    }

    private boolean tryCommitConstraint(
            SchemaChange.CreateConstraint change, ConstraintDescriptor constraint, long uniqueRevision) {
        Era seen = era();
        Optional<DeltaSnapshot> snapshot = seen.usedSnapshot(published.get(), names.catalog());
        if (snapshot.isEmpty()) {
            return false;
        }
        try {
            if (constraint.kind() != ConstraintKind.EXISTS && seen.base().revision() != uniqueRevision) {
                // A checkpoint has come since that which built the index, and did not look for equal values.
                ConstraintScan.require(snapshot.get(), constraint);
            } else if (constraint.kind() != ConstraintKind.UNIQUE) {
                ConstraintScan.requireExistence(snapshot.get(), constraint);
            }
        } finally {
            snapshot.get().release();
        }
        commitLock.lock();
        try {
            if (era() != seen) {
                return false;
            }
            // The base itself was looked at when the index was built, or above.
            ConstraintScan.requireOfChanged(era(), names.catalog(), constraint);
            commitSchema(change);
            return true;
        } finally {
            commitLock.unlock();
        }
    }

    /** No transaction may run any more. */
    @Override
    public void close() {
        try {
            checkpointer.close();
            past.close();
        } finally {
            try {
                log.close();
                log.noteEnd(superblocks);
            } finally {
                era().readers().close();
                era().base().close();
            }
        }
    }

    private long time() {
        long now = clock.millis();
        if (now < lastTimeMillis - CLOCK_TOLERANCE_MILLIS) {
            throw new ThetisException(
                    ErrorCode.CLOCK_WENT_BACK,
                    "The clock shows a time before the last commit, which would make revisions unfindable by time:"
                            + " nowMillis=" + now + ", lastCommitMillis=" + lastTimeMillis
                            + ". Set the clock right and run the transaction again.");
        }
        return Math.max(now, lastTimeMillis);
    }
}
