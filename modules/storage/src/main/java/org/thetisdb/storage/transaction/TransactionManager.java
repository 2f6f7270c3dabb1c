package org.thetisdb.storage.transaction;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Isolation;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.StoreOptions;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.delta.CountChanges;
import org.thetisdb.storage.delta.IdAllocator;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.delta.ReadTracker;
import org.thetisdb.storage.delta.WriteSet;
import org.thetisdb.storage.log.LogCursor;
import org.thetisdb.storage.log.LogReader;
import org.thetisdb.value.ErrorCode;
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
public final class TransactionManager implements AutoCloseable {
    /** How far the clock may be turned back without a commit taking notice: what time services correct by slewing. */
    static final long CLOCK_TOLERANCE_MILLIS = 1_000;

    private record Written(long revision, WriteSet set) {}

    private record Late(long revision, byte[] operations) {}

    private final ReentrantLock commitLock = new ReentrantLock();
    private final LazyLog log;
    private final NameTable names;
    private final IdAllocator ids;
    private final Clock clock;
    private final AtomicLong published;
    private volatile Epoch epoch;
    private volatile Optional<ThetisException> failure = Optional.empty();
    private long lastRevision;
    private long lastTimeMillis;
    private List<Late> late;

    /** What was written lately, oldest first, as long as a serializable transaction may have read before it. */
    private final ArrayDeque<Written> written = new ArrayDeque<>();

    /** The serializable transactions that have not ended, by the revision that they began with. */
    private final Map<StoreTransaction, Long> tracked = new ConcurrentHashMap<>();

    private final Recovery recovery;

    private TransactionManager(
            LazyLog log, NameTable names, IdAllocator ids, Clock clock, Epoch epoch, Recovery recovery) {
        this.log = log;
        this.names = names;
        this.ids = ids;
        this.clock = clock;
        this.epoch = epoch;
        this.recovery = recovery;
        this.lastRevision = recovery.revision();
        this.lastTimeMillis = recovery.timeMillis();
        this.published = new AtomicLong(recovery.revision());
    }

    /**
     * Takes up where the last process stopped: at the base, with the log's tail over it.
     *
     * @param directory the database's
     */
    public static TransactionManager open(Path directory, StoreOptions options, UUID databaseId, BaseSnapshot base) {
        LazyLog log = new LazyLog(directory.resolve(Recovery.LOG_DIRECTORY), options, databaseId, base.revision());
        NameTable names = new NameTable(base.catalog(), log);
        IdAllocator ids = new IdAllocator(base);
        Epoch epoch = new Epoch(base);
        Optional<LogReader> reader = log.reader();
        Recovery recovery = Recovery.nothing(base);
        if (reader.isPresent()) {
            try (LogReader opened = reader.get();
                    LogCursor tail = opened.cursor(base.revision() + 1)) {
                recovery = Recovery.into(base, epoch, names, ids, tail);
                tail.checkEnd();
            }
        }
        return new TransactionManager(log, names, ids, options.clock(), epoch, recovery);
    }

    /** How many bytes of the log were replayed when the store was opened. */
    public long replayedBytes() {
        return recovery.byteCount();
    }

    /** How many records of the log were replayed when the store was opened. */
    public long replayedRecords() {
        return recovery.recordCount();
    }

    NameTable names() {
        return names;
    }

    IdAllocator ids() {
        return ids;
    }

    /** The newest revision that can be read. */
    public long revision() {
        return published.get();
    }

    /** The graph as of the newest revision. */
    public Snapshot snapshot() {
        // In this order: an epoch that is read later has all that was published before.
        long newest = published.get();
        Epoch current = epoch;
        return current.snapshot(Math.max(newest, current.base().revision()), names.catalog());
    }

    public GraphTransaction begin(Isolation isolation) {
        requireWritable();
        long newest = published.get();
        Epoch current = epoch;
        if (isolation == Isolation.SNAPSHOT) {
            return new StoreTransaction(
                    this, current, Math.max(newest, current.base().revision()), isolation);
        }
        return beginTracked();
    }

    /** Under the lock, so that no commit in between is forgotten. */
    private GraphTransaction beginTracked() {
        commitLock.lock();
        try {
            long newest = Math.max(published.get(), epoch.base().revision());
            StoreTransaction transaction = new StoreTransaction(this, epoch, newest, Isolation.SERIALIZABLE);
            tracked.put(transaction, newest);
            return transaction;
        } finally {
            commitLock.unlock();
        }
    }

    void ended(StoreTransaction transaction) {
        tracked.remove(transaction);
    }

    void requireWritable() {
        failure.ifPresent(cause -> {
            throw new ThetisException(
                    ErrorCode.STORE_READ_ONLY,
                    "The database can only be read since a write of its log failed: " + cause.getMessage()
                            + " Mend the cause and open the database again.",
                    cause);
        });
    }

    long commit(StoreTransaction transaction, byte[] operations, Optional<String> message) {
        long revision;
        long position;
        commitLock.lock();
        try {
            requireWritable();
            requireUntouchedReads(transaction);
            CountChanges counts = transferred(transaction);
            long timeMillis = time();
            revision = lastRevision + 1;
            position = log.get().append(revision, timeMillis, message, operations);
            transaction.stamp().commit(revision);
            epoch.counts().add(revision, counts);
            lastRevision = revision;
            lastTimeMillis = timeMillis;
            remember(revision, transaction.writer().writeSet());
            if (late != null) {
                late.add(new Late(revision, operations));
            }
        } finally {
            commitLock.unlock();
        }
        awaitDurable(position);
        published.accumulateAndGet(revision, Math::max);
        return revision;
    }

    /** Optimistic validation: backward, against what was committed since the snapshot (Kung, Robinson 1981). */
    private void requireUntouchedReads(StoreTransaction transaction) {
        if (transaction.tracker().isEmpty()) {
            return;
        }
        ReadTracker reads = transaction.tracker().get();
        for (Iterator<Written> newest = written.descendingIterator(); newest.hasNext(); ) {
            Written other = newest.next();
            if (other.revision() <= transaction.snapshot().revision()) {
                return;
            }
            if (reads.meets(other.set())) {
                throw new ThetisException(
                        ErrorCode.TRANSACTION_CONFLICT,
                        "A concurrent transaction has changed what this serializable one has read: revision="
                                + other.revision() + ". Run it again, or let executeWrite do so.");
            }
        }
    }

    /** Forgets what all serializable transactions see, those that are yet to begin among them. */
    private void remember(long revision, WriteSet set) {
        written.addLast(new Written(revision, set));
        long oldest = published.get();
        for (long begun : tracked.values()) {
            oldest = Math.min(oldest, begun);
        }
        while (!written.isEmpty() && written.peekFirst().revision() <= oldest) {
            written.removeFirst();
        }
    }

    private void awaitDurable(long position) {
        try {
            log.get().awaitDurable(position);
        } catch (ThetisException failed) {
            failure = Optional.of(failed);
            throw failed;
        }
    }

    /** Puts the changes of a transaction that began before the last checkpoint over the new base. */
    private CountChanges transferred(StoreTransaction transaction) {
        return transaction.writer().counts();
    }

    /** No transaction may run any more. */
    @Override
    public void close() {
        log.close();
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
