package org.thetisdb.storage.transaction;

import java.util.Optional;
import java.util.function.Consumer;
import org.thetisdb.io.DirectoryLock;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.SchemaWriter;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.StoreEvent;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.base.StoreCheck;
import org.thetisdb.storage.checkpoint.CheckpointResult;
import org.thetisdb.storage.delta.IdAllocator;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.log.OperationSpool;
import org.thetisdb.storage.log.Operations;
import org.thetisdb.storage.log.RedoLog;
import org.thetisdb.storage.log.SpoolRoom;
import org.thetisdb.storage.options.CheckDepth;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.report.CheckReport;
import org.thetisdb.storage.report.History;
import org.thetisdb.storage.statistics.CountChanges;
import org.thetisdb.storage.transaction.CommitOrder.Appended;
import org.thetisdb.storage.transaction.CommitOrder.Commit;
import org.thetisdb.value.ThetisException;

/**
 * The revisions of a store in the one process that may write it. Ties together what makes and shows them:
 *
 * <pre>
 *   many threads             one at a time, under the CommitLock                      many threads
 *   changes ─► bytes ─►│ CommitValidation ─► CommitTransfer ─► CommitOrder.append │─► publish ─► new snapshots
 *   StoreTransaction                          NewestEra        RedoLog, stamp           PublishedRevisions
 *
 *   Checkpointer: LogCutter.cut ─► CheckpointWriter ─► EraExchange.install ─► LogCutter.truncate
 *   SchemaManager ─► SchemaCommits ─► CommitOrder
 * </pre>
 *
 * <p>Invariants: each part states its own; the order of locks is in {@link CommitLock}.
 *
 * <p>Thread safe.
 */
public final class TransactionManager implements StoreState {
    /** Of operations that are carried over a checkpoint while all others wait. */
    private static final long CARRIED_UNDER_LOCK_BYTES_MAX = 16 << 10;

    /** Of operations that can be carried to the newest era before a checkpoint replaces that, too. */
    private static final long CARRIED_BESIDE_CHECKPOINTS_BYTES_MAX = 4 << 20;

    /** Each transaction may have one, in an array that grows, and whoever reads the log another. */
    private static final long PIECES_IN_MEMORY = 64;

    private static final long LOG_PIECE_BYTES_MIN = 64 << 10;

    /** What transactions of a few pieces may have together, beside a piece each. */
    private static final long SPOOL_ROOM_DIVISOR = 4;

    private final CommitLock commitLock = new CommitLock();
    private final LazyLog log;
    private final NameTable names;
    private final IdAllocator ids;
    private final EraHistory history;
    private final DirectoryLock directoryLock;
    private final Superblocks superblocks;
    private final FaultPoints faultPoints;
    private final SpoolRoom spoolRoom;
    private final NewestEra newestEra;
    private final CommitValidation validation;
    private final CommitTransfer transfer;
    private final CommitOrder order;
    private final PublishedRevisions revisions;
    private final StoreHistory past;
    private final Checkpointer checkpointer;
    private final StoreEvents events = new StoreEvents();
    private final SchemaCommits schemaCommits;
    private final SchemaManager schema;
    private final long replayedRecords;
    private final long replayedBytes;

    /** Whether opening has come to its end; written by who opens, before anybody else has this. */
    private boolean resumed;

    private TransactionManager(
            LazyLog log, NameTable names, IdAllocator ids, EraHistory history, StoreBase opened, Recovery recovery) {
        this.log = log;
        this.names = names;
        this.ids = ids;
        this.history = history;
        this.directoryLock = opened.lock();
        this.superblocks = opened.superblocks();
        this.faultPoints = opened.options().faultPoints();
        this.spoolRoom = spoolRoom(opened);
        this.replayedRecords = recovery.recordCount();
        this.replayedBytes = recovery.byteCount();
        LateCommits late = new LateCommits(commitLock, log, faultPoints);
        this.newestEra = new NewestEra(recovery.era(), commitLock, late, opened.writeLimits());
        this.validation = new CommitValidation(commitLock, names);
        this.transfer = new CommitTransfer(commitLock, newestEra, names, log);
        this.order = new CommitOrder(opened, recovery, commitLock, log, newestEra, validation);
        this.revisions = new PublishedRevisions(order, newestEra, history, names, log, superblocks);
        this.past = new StoreHistory(revisions);
        LogCutter cutter =
                new LogCutter(opened, commitLock, late, order, revisions, newestEra, history, names, log, past);
        EraExchange exchange = new EraExchange(opened, commitLock, newestEra, late, order, history, names, ids, log);
        this.checkpointer = new Checkpointer(opened, newestEra, cutter, exchange, log, events);
        this.schemaCommits = new SchemaCommits(commitLock, order, newestEra, names, directoryLock);
        this.schema = new SchemaManager(names, schemaCommits, checkpointer, events);
    }

    /**
     * Begins where the last process stopped: at the base, with the log's tail over it. Nothing is written before
     * {@link #resume()}, unless the tail is too much for memory.
     */
    public static TransactionManager open(StoreBase opened) {
        BaseSnapshot base = opened.base();
        LazyLog log = new LazyLog(
                StoreFiles.logDirectory(opened.directory()),
                opened.options(),
                opened.superblocks().current().databaseId(),
                base.revision(),
                opened.dataFiles().commitGate(),
                opened.lock()::requireHeld);
        EraHistory history = new EraHistory(log, opened.options().faultPoints(), opened.memory(), opened.space());
        NameTable names = new NameTable(base.catalog(), log);
        IdAllocator ids = new IdAllocator(base, checkpointBytes(opened));
        Recovery recovery = Recovery.run(opened, history, names, ids, log);
        return new TransactionManager(log, names, ids, history, opened, recovery);
    }

    private static SpoolRoom spoolRoom(StoreBase opened) {
        int pieceBytesMax = opened.options().logPieceBytes();
        long share = Math.max(LOG_PIECE_BYTES_MIN, checkpointBytes(opened) / PIECES_IN_MEMORY);
        return new SpoolRoom(
                (int) Math.min(pieceBytesMax, share), pieceBytesMax, checkpointBytes(opened) / SPOOL_ROOM_DIVISOR);
    }

    private static long checkpointBytes(StoreBase opened) {
        return opened.memory().account(MemoryUse.CHECKPOINT).limitBytes();
    }

    /**
     * Does what the last process did not come to: a checkpoint that is due, an index that is not built, files of
     * transactions that never committed.
     */
    public void resume() {
        resumed = true;
        log.removeUnfinished();
        schema.completeConstraints();
        boolean unbuilt = names.catalog().indexes().stream().anyMatch(index -> !index.online());
        checkpointer.noteChanges(unbuilt ? Long.MAX_VALUE : changedBytes());
    }

    @Override
    public long replayedBytes() {
        return replayedBytes;
    }

    @Override
    public long replayedRecords() {
        return replayedRecords;
    }

    NameTable names() {
        return names;
    }

    /** For the operations of a transaction that begins. */
    OperationSpool newSpool() {
        return new OperationSpool(log::get, spoolRoom);
    }

    /** Asked before a transaction changes something. */
    WritePressure pressure() {
        return checkpointer.pressure();
    }

    IdAllocator ids() {
        return ids;
    }

    SchemaCommits schemaCommits() {
        return schemaCommits;
    }

    // ---------------------------------------------------------------- reading

    @Override
    public long revision() {
        return revisions.revision();
    }

    @Override
    public Snapshot snapshot() {
        return revisions.newest();
    }

    @Override
    public Snapshot snapshot(long revision) {
        return revisions.snapshot(revision);
    }

    @Override
    public long revisionAt(long timeMillis) {
        return revisions.revisionAt(timeMillis);
    }

    @Override
    public History history() {
        return past;
    }

    /** What is published may still be in the log's buffer, at durabilities below SYNC. */
    @Override
    public long copyableRevision() {
        long revision = order.published();
        log.opened().ifPresent(RedoLog::sync);
        return revision;
    }

    @Override
    public BaseSnapshot base() {
        return newestEra.era().base();
    }

    @Override
    public boolean isNewest(Object base) {
        return newestEra.era().delta().name().equals(base);
    }

    @Override
    public void whenBaseEnds(Consumer<Object> listener) {
        history.whenBaseEnds(listener);
    }

    @Override
    public void whenSomethingHappens(Consumer<StoreEvent> listener) {
        events.add(listener);
    }

    @Override
    public void checkConstraints(CheckReport.Collector collector) {
        ConstraintScan.report(revisions, collector);
    }

    @Override
    public void check(BaseSnapshot checked, StoreCheck check, CheckDepth depth) {
        log.check(superblocks.current(), checked, check);
        new HistoryCheck(revisions, checked, check).run(depth);
        log.confirm(check);
    }

    // ---------------------------------------------------------------- transactions

    @Override
    public GraphTransaction begin(Isolation isolation) {
        requireWritable();
        if (isolation == Isolation.SNAPSHOT) {
            return begin(order.published(), isolation);
        }
        return beginTracked();
    }

    /** Under the lock, so that no commit in between is forgotten. */
    private GraphTransaction beginTracked() {
        commitLock.lock();
        try {
            StoreTransaction transaction = begin(order.published(), Isolation.SERIALIZABLE);
            validation.began(transaction);
            return transaction;
        } finally {
            commitLock.unlock();
        }
    }

    private StoreTransaction begin(long published, Isolation isolation) {
        Era current = newestEra.takeToWrite();
        try {
            long revision = Math.max(published, current.base().revision());
            return new StoreTransaction(this, current, revision, isolation);
        } catch (RuntimeException | Error e) {
            current.giveBackWritten();
            throw e;
        }
    }

    void ended(StoreTransaction transaction) {
        validation.ended(transaction);
    }

    void requireWritable() {
        order.requireWritable();
    }

    /** How many transactions were carried over a checkpoint so far; read before constraints are checked. */
    int transferCount() {
        return transfer.transferCount();
    }

    /** Commits. Whatever fails before the log has the commit leaves nothing of it; see {@link CommitOrder#append}. */
    long commit(StoreTransaction transaction, Operations operations, Optional<String> message) {
        directoryLock.requireHeldLately();
        Optional<Appended> first =
                isLongCarried(transaction, operations) ? Optional.empty() : tryAppend(transaction, operations, message);
        Appended appended = first.orElseGet(() -> appendHeldOff(transaction, operations, message));
        order.publish(appended);
        noteChanges();
        return appended.revision();
    }

    /** Whether carrying a transaction over would be for nothing: checkpoints would have to be held off after all. */
    private boolean isLongCarried(StoreTransaction transaction, Operations operations) {
        return operations.bytes() > CARRIED_BESIDE_CHECKPOINTS_BYTES_MAX && transaction.era() != newestEra.era();
    }

    /** What can be done before, checkpoints are not held off for. */
    private Appended appendHeldOff(StoreTransaction transaction, Operations operations, Optional<String> message) {
        transfer.prepare(transaction, operations, false);
        return checkpointer.holdOff(() -> append(transaction, operations, message));
    }

    /** Whether others must not wait until so many bytes of operations are carried over a checkpoint, or taken back. */
    boolean isLarge(long operationBytes) {
        return operationBytes > CARRIED_UNDER_LOCK_BYTES_MAX;
    }

    /**
     * Comes to an end: it is tried again only where another transaction has been carried over a checkpoint meanwhile,
     * of which there are no more than ran at the last one.
     */
    private Appended append(StoreTransaction transaction, Operations operations, Optional<String> message) {
        Optional<Appended> appended = Optional.empty();
        while (appended.isEmpty()) {
            appended = tryAppend(transaction, operations, message);
        }
        return appended.get();
    }

    /** Empty if others would have to wait until many operations are carried over a checkpoint that has just come. */
    private Optional<Appended> tryAppend(
            StoreTransaction transaction, Operations operations, Optional<String> message) {
        boolean large = isLarge(operations.bytes());
        transfer.prepare(transaction, operations, large);
        commitLock.lock();
        try {
            requireWritable();
            validation.require(transaction);
            if (!transfer.isPrepared(transaction, large)) {
                return Optional.empty();
            }
            CountChanges counts = transfer.toNewest(transaction, operations);
            Appended appended = order.append(new Commit(
                    message, operations, counts, transaction.writer().writeSet(), transaction.stamp()::commit));
            transaction.settle();
            return Optional.of(appended);
        } finally {
            commitLock.unlock();
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

    // ---------------------------------------------------------------- checkpoints, schema, end

    @Override
    public long changedBytes() {
        return newestEra.changedBytes();
    }

    @Override
    public long pinnedBytes() {
        return history.pinnedBytes();
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
        return checkpointer.failure().or(checkpointer::compactionFailure);
    }

    @Override
    public Catalog catalog() {
        return names.catalog();
    }

    @Override
    public SchemaWriter schema() {
        return schema;
    }

    /**
     * No transaction may run any more. A checkpoint that is due is made first, unless opening has failed: what cannot
     * be opened stays as it is.
     */
    @Override
    public void close() {
        try {
            if (resumed) {
                checkpointer.requestLast();
            }
            checkpointer.close();
            past.close();
        } finally {
            try {
                log.close();
                log.noteEnd(superblocks);
            } finally {
                newestEra.era().readers().close();
                newestEra.era().closeBase();
            }
        }
    }
}
