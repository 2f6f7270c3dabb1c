package org.thetisdb.storage.transaction;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.SchemaWriter;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.base.DataFiles;
import org.thetisdb.storage.base.StoreCheck;
import org.thetisdb.storage.delta.DeltaSnapshot;
import org.thetisdb.storage.delta.IdAllocator;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.file.Superblock;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.log.LogCursor;
import org.thetisdb.storage.log.LogReader;
import org.thetisdb.storage.log.LogRecord;
import org.thetisdb.storage.options.CheckDepth;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.report.CheckReport;
import org.thetisdb.storage.report.History;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Reads a database that another process may be writing: follows its log, and its superblock when a checkpoint has made
 * a new base.
 *
 * <pre>
 *   the process that writes            files                 a follower, when somebody asks for a snapshot
 *   commit      ──────────────► log ▒▒▒▒▒0000 ─────────────► LogCursor ─► Era.Replay ─► its own era
 *   checkpoint  ──────────────► data-n, superblock ────────► a new base, and what the log has after it
 *               ──────────────► deletes old files            goes on: an open file outlives its name; where one is
 *                                                            gone before it was opened, a newer superblock is there
 * </pre>
 *
 * <p>Takes no lock and writes nothing. What it shows was written to the log, but perhaps not synced: after a crash of
 * the machine, the newest commits that it has shown may be gone, as they may be for a program that has not yet been
 * told that its commit succeeded.
 *
 * <p>Thread safe. Revisions never go back.
 */
public final class Follower implements StoreState, Revisions {
    /** Who asks again so soon gets the same revision. */
    private static final long LOOK_NANOS = 2_000_000;

    /** What snapshots are made of; exchanged as a whole. */
    private record Seen(Era era, NameTable names, long revision) {}

    private final Path directory;
    private final Superblocks superblocks;
    private final DataFiles dataFiles;
    private final UUID databaseId;
    private final LazyLog log;
    private final EraHistory history;
    private final StoreHistory past = new StoreHistory(this);
    private final ReentrantLock lock = new ReentrantLock();

    @SuppressWarnings("NullAway.Init") // Set by the first begin: there is no open follower without.
    private volatile Seen seen;

    private volatile long lookedNanos = System.nanoTime() - LOOK_NANOS;

    // All below is guarded by the lock.

    @SuppressWarnings("NullAway.Init") // As what is seen.
    private IdAllocator ids;

    private Optional<Tail> tail = Optional.empty();
    private boolean closed;

    /** Whether reading on has failed, so that a part of a commit may be in the era: it is not gone on with. */
    private boolean spoilt;

    private volatile long replayedRecords;
    private volatile long replayedBytes;

    /** Where the log is read on. */
    private record Tail(LogReader reader, LogCursor cursor, Era.Replay replay) implements AutoCloseable {
        @Override
        public void close() {
            replay.close();
            cursor.close();
            reader.close();
        }
    }

    private Follower(
            Path directory,
            StoreOptions options,
            Superblocks superblocks,
            DataFiles dataFiles,
            MemoryGovernor memory,
            TemporarySpace space) {
        this.directory = directory;
        this.superblocks = superblocks;
        this.dataFiles = dataFiles;
        databaseId = superblocks.current().databaseId();
        log = new LazyLog(StoreFiles.logDirectory(directory), options, databaseId, 0, dataFiles.commitGate(), () -> {});
        history = new EraHistory(log, options.faultPoints(), memory, space);
    }

    /**
     * Reads the newest root, and the log's tail over it.
     *
     * @throws ThetisException as when a database is opened to write
     */
    public static Follower open(
            Path directory,
            StoreOptions options,
            Superblocks superblocks,
            DataFiles dataFiles,
            MemoryGovernor memory,
            TemporarySpace space) {
        Follower follower = new Follower(directory, options, superblocks, dataFiles, memory, space);
        follower.lock.lock();
        boolean opened = false;
        try {
            follower.begin();
            follower.tail.ifPresent(found -> {
                found.cursor().checkEnd();
                follower.replayedRecords = found.cursor().recordCount();
                follower.replayedBytes = found.cursor().byteCount();
            });
            opened = true;
            return follower;
        } finally {
            if (!opened) {
                follower.close();
            }
            follower.lock.unlock();
        }
    }

    /** Begins again at the root that counts, and tries again where files vanish because a newer one does. */
    private void begin() {
        Vanished.retry(superblocks::current, this::beginAt, seen -> {
            superblocks.refresh();
            return true;
        });
    }

    private Seen beginAt(Superblock superblock) {
        requireSameDatabase();
        tail.ifPresent(Tail::close);
        tail = Optional.empty();
        Era era = history.era(BaseSnapshot.open(dataFiles, superblock));
        try {
            begin(era, superblock);
            return seen;
        } finally {
            if (seen == null || !seen.era().equals(era)) {
                tail.ifPresent(Tail::close);
                tail = Optional.empty();
                era.close();
            }
        }
    }

    private void begin(Era era, Superblock superblock) {
        NameTable names = new NameTable(era.base().catalog(), log);
        ids = new IdAllocator(era.base());
        log.requiredReader(superblock, era.base()).ifPresent(LogReader::close);
        Seen begun = readOn(new Seen(era, names, era.base().revision()));
        tail.ifPresent(found -> found.cursor().checkReached(LazyLog.requiredRevision(superblock)));
        if (seen != null && begun.revision() < seen.revision()) {
            throw new ThetisException(
                    ErrorCode.LOG_SEGMENT_MISSING,
                    "the log does not reach to what was read before: directory=" + directory + ", revision="
                            + begun.revision() + ", before=" + seen.revision() + "; open the database again");
        }
        Optional<Era> former = Optional.ofNullable(seen).map(Seen::era);
        history.retain(era);
        seen = begun;
        former.ifPresent(history::baseEnded);
        // Perhaps: the other process deletes segments after it has published a root.
        past.noteTruncated();
    }

    private void requireSameDatabase() {
        UUID found = superblocks.current().databaseId();
        if (!found.equals(databaseId)) {
            throw new ThetisException(
                    ErrorCode.CLOSED,
                    "another database has taken the place of this one: directory=" + directory + ", expected="
                            + databaseId + ", found=" + found + "; open it again");
        }
    }

    /** Reads what the log has that was not read before. */
    private Seen readOn(Seen from) {
        if (tail.isEmpty()) {
            Optional<LogReader> reader = log.reader();
            if (reader.isEmpty()) {
                return from;
            }
            LogCursor cursor = reader.get()
                    .cursor(from.revision() + 1)
                    .expect(superblocks.current().logMark());
            tail = Optional.of(new Tail(reader.get(), cursor, from.era().replay(ids)));
        }
        Tail current = tail.get();
        NameTable names = from.names();
        long revision = from.revision();
        while (current.cursor().next()) {
            LogRecord record = current.cursor().record();
            try {
                revision = put(record, current.replay(), names, revision);
            } catch (RuntimeException | AssertionError doesNotFit) {
                throw current.cursor().explain(LazyLog.requiredRevision(superblocks.current()), doesNotFit);
            }
        }
        return revision == from.revision() ? from : new Seen(from.era(), names, revision);
    }

    private static long put(LogRecord record, Era.Replay replay, NameTable names, long revision) {
        return switch (record) {
            case LogRecord.Token token -> {
                Recovery.put(token, names);
                yield revision;
            }
            case LogRecord.Commit commit -> {
                replay.commit(commit.revision(), commit.operations(), names.catalog(), names::apply);
                yield commit.revision();
            }
        };
    }

    /** Looks what the other process has done, unless that was done just now or another thread is at it. */
    private Seen look() {
        if (System.nanoTime() - lookedNanos >= LOOK_NANOS && lock.tryLock()) {
            try {
                lookNow();
            } finally {
                lock.unlock();
            }
        }
        return seen;
    }

    private void lookNow() {
        if (closed) {
            return;
        }
        superblocks.refresh();
        requireSameDatabase();
        boolean done = false;
        if (!spoilt
                && superblocks.current().rootNumber()
                        == seen.era().base().root().number()) {
            spoilt = true;
            try {
                seen = readOn(seen);
                done = true;
            } catch (ThetisException vanished) {
                if (!Vanished.is(vanished)) {
                    throw vanished;
                }
            }
        }
        if (!done) {
            // The era before is not kept: it may lack the last revisions before the new base.
            begin();
        }
        spoilt = false;
        lookedNanos = System.nanoTime();
    }

    @Override
    public void checkConstraints(CheckReport.Collector collector) {
        ConstraintScan.report(this, collector);
    }

    @Override
    public Snapshot snapshot() {
        return newest();
    }

    @Override
    public DeltaSnapshot newest() {
        Optional<DeltaSnapshot> found = Optional.empty();
        while (found.isEmpty()) {
            Seen now = look();
            found = now.era()
                    .usedSnapshot(now.revision(), now.era().catalog(now.names().catalog()));
        }
        return found.get();
    }

    @Override
    public Snapshot snapshot(long revision) {
        Seen now = revision > seen.revision() ? look() : seen;
        Revisions.requirePublished(revision, now.revision());
        Era wanted = find(revision, now);
        return wanted.usedSnapshot(revision, wanted.catalog(now.names().catalog()))
                .map(Snapshot.class::cast)
                .orElseGet(() -> snapshot(revision));
    }

    /** Where files of an earlier root are gone, the newest root may no longer name it. */
    private Era find(long revision, Seen now) {
        return revision >= now.era().base().revision()
                ? now.era()
                : inPast(now, newest -> history.find(revision, newest));
    }

    private <T> T inPast(Seen now, Function<Era, T> look) {
        try {
            return look.apply(now.era());
        } catch (ThetisException vanished) {
            if (!Vanished.is(vanished)) {
                throw vanished;
            }
            lock.lock();
            try {
                lookNow();
            } finally {
                lock.unlock();
            }
            return look.apply(seen.era());
        }
    }

    @Override
    public long revision() {
        return look().revision();
    }

    @Override
    public long revisionAt(long timeMillis) {
        Seen now = look();
        return log.revisionAt(
                timeMillis, now.revision(), now.era().base().root().oldestTimeMillis());
    }

    @Override
    public List<Era> eras() {
        return inPast(seen, history::all);
    }

    @Override
    public Catalog catalog() {
        return seen.names().catalog();
    }

    @Override
    public Optional<LogReader> logReader() {
        return log.reader();
    }

    @Override
    public History history() {
        look();
        return past;
    }

    @Override
    public long replayedRecords() {
        return replayedRecords;
    }

    @Override
    public long replayedBytes() {
        return replayedBytes;
    }

    @Override
    public long changedBytes() {
        return seen.era().delta().bytes();
    }

    @Override
    public BaseSnapshot base() {
        return look().era().base();
    }

    @Override
    public boolean isNewest(Object base) {
        return seen.era().delta().name().equals(base);
    }

    @Override
    public void whenBaseEnds(Consumer<Object> listener) {
        history.whenBaseEnds(listener);
    }

    @Override
    public GraphTransaction begin(Isolation isolation) {
        throw readOnly();
    }

    @Override
    public SchemaWriter schema() {
        throw readOnly();
    }

    @Override
    public void makeCheckpoint() {
        throw readOnly();
    }

    @Override
    public void check(BaseSnapshot checked, StoreCheck check, CheckDepth depth) {
        log.check(superblocks.current(), checked, check);
        new HistoryCheck(this, checked, check).run(depth);
        log.confirm(check);
    }

    /** What was written to the log, whatever it is. */
    @Override
    public long copyableRevision() {
        return Long.MAX_VALUE;
    }

    private ThetisException readOnly() {
        return new ThetisException(
                ErrorCode.STORE_READ_ONLY,
                "the database was opened for reading only: directory=" + directory
                        + "; write in the process that has it open to write, or close it there and open it here");
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            tail.ifPresent(Tail::close);
            tail = Optional.empty();
        } finally {
            lock.unlock();
        }
        past.close();
        log.close();
        if (seen != null) {
            seen.era().closeBase();
        }
    }
}
