package org.thetisdb.storage.log;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The log's end: takes records, makes them durable, and is recovered here after a crash.
 *
 * <pre>
 *   append(r7) ─┐ under the caller's commit lock: encode, checksum, copy
 *   append(r8) ─┤
 *               ▼
 *          +--------+   whoever waits and finds nobody writing   +-----------------------+
 *          | buffer |──────────── leads: swap buffers, ─────────►| segment ▒▒▒▒▒▒▒0000000 |
 *          +--------+       one write, one sync for all          +-----------------------+
 *               ▲                                                  records ^      ^ zeros, written ahead
 *   append(r9) ─┘ meanwhile, into the other buffer                       durable
 * </pre>
 *
 * <p>Parts: {@link LogEnd} knows where the log ends and what waits in the buffer, {@link LogRoom} makes room ahead of
 * it, {@link GroupCommit} writes and syncs, {@link LogWaiters} sleep meanwhile, {@link LogLifetime} knows whether all
 * that can still be done.
 *
 * <p>The protocol is write-ahead redo logging without undo (C. Mohan et al.: ARIES, TODS 1992): since data files are
 * never written to by commits, there is nothing to undo, no page has a log sequence number, and recovery is one pass
 * forward from the newest root. A record names what a commit did, by ids, not which bytes it changed.
 *
 * <p><b>A sync that writes nothing but data.</b> A change of a file's length has to be journalled, which makes a sync
 * longer. So zeros are written ahead, and synced where commits wait for the device, 1 MiB at a time, mostly by a
 * leader after it has woken the others; and the sync is that of data ({@code fdatasync}). What is left over is cut off
 * when a segment is full and when the log is closed.
 *
 * <p>Measured on a busy machine of two processors: 2,500 commits of one client, in turn with 2,500 plain writes of 200
 * bytes with a sync each, took 0.99 times as long (median 2.3 ms, tenth percentile 0.15 ms, both); of sixteen clients
 * eight commits share a sync, 0.04 to 0.06 ms each. {@code ./thetis bench micro LogBenchmark} measures it again.
 *
 * <p><b>Faults.</b> Room for a record is there before the record is begun: a full disk makes {@link #append} fail with
 * {@link ErrorCode#DISK_FULL}, nothing has happened, and it may be tried again. After any other failure of a write or
 * a sync nobody can say what is on the device, and a second sync that succeeds would say nothing about the first: the
 * log has failed for good. Everything that waits, and whatever comes, gets {@link ErrorCode#LOG_FAILED}. So it is with
 * any error between a record's entry into the buffer and its end on the device, memory that is exhausted among them.
 *
 * <p>Any thread.
 */
public final class RedoLog implements AutoCloseable {
    private final LogDirectory directory;
    private final UUID databaseId;
    private final LogOptions options;
    private final LogRecovery recovery;
    private final Optional<IntervalFlusher> flusher;
    private final ReentrantLock lock = new ReentrantLock();
    private final LogWaiters waiters = new LogWaiters(lock);
    private final LogLifetime lifetime;
    private final LogEnd end;
    private final GroupCommit commits;
    private final LogRoom room;

    private RedoLog(
            LogDirectory directory,
            LogOptions options,
            SegmentWriter segment,
            int chainedChecksum,
            boolean sealed,
            LogRecovery recovery) {
        this.directory = directory;
        this.databaseId = segment.header().databaseId();
        this.options = options;
        this.recovery = recovery;
        this.lifetime = new LogLifetime(directory.path(), segment.path(), waiters);
        this.end = new LogEnd(options.faultPoints(), segment, chainedChecksum, sealed, recovery);
        this.commits = new GroupCommit(lock, waiters, lifetime, end, options);
        this.room = new LogRoom(directory, options, waiters, lifetime, end, commits);
        this.flusher = options.durability() == Durability.INTERVAL
                ? Optional.of(new IntervalFlusher(
                        options.threads(), options.flushDelayNanos(), this::syncByItself, this::fail))
                : Optional.empty();
    }

    private RedoLog start() {
        flusher.ifPresent(IntervalFlusher::start);
        return this;
    }

    /**
     * Begins a log where there is none.
     *
     * @param directory made if it is not there
     * @param lastRevision what the database has without the log; the first to be appended is one more
     */
    public static RedoLog create(
            FileSystem fileSystem, Path directory, LogOptions options, UUID databaseId, long lastRevision) {
        LogDirectory segments = new LogDirectory(fileSystem, directory, Optional.of(databaseId));
        if (!segments.numbers().isEmpty()) {
            throw new ThetisException(ErrorCode.INTERNAL, "there is a log already: directory=" + directory);
        }
        fileSystem.createDirectories(directory);
        fileSystem.forceEntry(directory);
        SegmentHeader header = new SegmentHeader(databaseId, 1, lastRevision + 1, 0, 0, 0);
        SegmentWriter segment =
                SegmentWriter.create(fileSystem, directory, header, LogLayout.HEADER_BYTES, options.segmentBytes());
        LogRecovery recovery = new LogRecovery(segment.path(), LogLayout.HEADER_BYTES, lastRevision, 0);
        return new RedoLog(segments, options, segment, 0, false, recovery).start();
    }

    /**
     * Opens a log, after any kind of stop: looks for the end of the last segment and cuts off what a crash has torn.
     *
     * @throws ThetisException {@link ErrorCode#LOG_SEGMENT_MISSING} if there is no log, or a gap in it; {@link
     *     ErrorCode#LOG_DAMAGED} if there is damage in the last segment, before its end. Nothing has been changed then.
     */
    public static RedoLog open(FileSystem fileSystem, Path directory, LogOptions options, UUID databaseId) {
        LogDirectory segments = new LogDirectory(fileSystem, directory, Optional.of(databaseId));
        LogTail tail = LogTail.find(segments);
        return new RedoLog(
                        segments, options, tail.cut(segments), tail.chainedChecksum(), tail.sealed(), tail.recovery())
                .start();
    }

    /**
     * Deletes what a process that was killed has left of segments that never came about, transactions that did not
     * commit among them. Opening a log does so, too; to be called by the one process that writes, before that.
     */
    public static void removeUnfinished(FileSystem fileSystem, Path directory) {
        new LogDirectory(fileSystem, directory, Optional.empty()).removeUnfinished();
    }

    /** What was found when the log was opened. */
    public LogRecovery recovery() {
        return recovery;
    }

    /** A reader of this log, which may run beside all else. It does not see what is not written yet. */
    public LogReader newReader() {
        return new LogReader(directory);
    }

    /** Why nothing can be written any more; nothing if it can. */
    public Optional<ThetisException> failure() {
        return lifetime.failure();
    }

    /** The revision that was appended last. */
    public long lastRevision() {
        lock.lock();
        try {
            return end.lastRevision();
        } finally {
            lock.unlock();
        }
    }

    /** The record of the last commit appended, on the device or not; {@link LogMark#NONE} if none was since opening. */
    public LogMark lastCommit() {
        lock.lock();
        try {
            return end.lastCommit();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Appends a new name or label set. It becomes durable with the next commit, or with {@link #sync()}. The caller
     * puts it into the catalog before a checkpoint can look there, and not if this fails: else it could be missing in
     * both root and replay.
     *
     * @throws ThetisException as {@link #append}
     */
    public void appendToken(LogRecord.Token token) {
        lock.lock();
        try {
            lifetime.requireUsable();
            room.require(LogEnd.bytesMax(token));
            end.append(token, commits.durable());
            noteAppended();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Appends a commit. It is in order after all that was appended before, and nothing more: {@link #awaitDurable}
     * makes it last.
     *
     * @param revision one more than that of the commit before it
     * @param timeMillis since 1970-01-01T00:00Z
     * @param message of 64 KiB at most
     * @param operations in memory, or from an {@link OperationSpool} of this log
     * @return the position to wait for
     * @throws ThetisException {@link ErrorCode#DISK_FULL} if there is no room: nothing has happened, and the log can go
     *     on to be used; {@link ErrorCode#LIMIT_EXCEEDED}; {@link ErrorCode#LOG_FAILED}; {@link ErrorCode#CLOSED}.
     *     Whatever else is thrown, nothing has been appended
     */
    public long append(long revision, long timeMillis, Optional<String> message, Operations operations) {
        Optional<byte[]> messageBytes = LogEnd.checkedMessage(message);
        lock.lock();
        try {
            lifetime.requireUsable();
            end.requireNext(revision);
            switch (operations) {
                case KeptOperations kept -> {
                    room.require(LogEnd.bytesMax(messageBytes, kept.content()));
                    end.append(revision, timeMillis, messageBytes, kept.content(), commits.durable());
                }
                case SpooledOperations spooled ->
                    room.adopt(
                            spooled.parts(),
                            head -> LogEnd.writeCommitHead(head, revision, timeMillis, messageBytes),
                            spooled.rest().content());
                case LoggedOperations logged ->
                    throw new ThetisException(
                            ErrorCode.INTERNAL, "what is in a log already is not appended to one: " + logged.segment());
            }
            noteAppended();
            return end.appended();
        } finally {
            lock.unlock();
        }
    }

    /**
     * A file for the operations of a transaction that are too many for one record; beside the log until the commit is
     * appended.
     */
    PartsFile newParts() {
        lifetime.requireUsable();
        long drawn = options.random().nextLong();
        return PartsFile.create(
                directory.fileSystem(), directory.path(), databaseId, drawn == 0 ? 1 : drawn, options.faultPoints());
    }

    /**
     * Returns when everything up to a position is as safe as the log's {@link Durability} promises.
     *
     * @throws ThetisException {@link ErrorCode#LOG_FAILED} if it is not and never will be; {@link ErrorCode#CLOSED} if
     *     the log was closed before
     */
    public void awaitDurable(long position) {
        commits.await(position, options.durability() == Durability.SYNC);
    }

    /** Returns when everything appended so far is on the device, whatever the {@link Durability}. */
    public void sync() {
        long position;
        lock.lock();
        try {
            lifetime.requireUsable();
            position = end.appended();
        } finally {
            lock.unlock();
        }
        commits.await(position, true);
    }

    /** The file in which the log ends. */
    public Path file() {
        lock.lock();
        try {
            return end.segment().path();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Deletes whole segments that end before a revision, oldest first; but never that which has the commit right before
     * the revision, because after it may be names that the revision uses. The log then reaches back to about the
     * revision; a root at or before it must be on the device.
     *
     * @return how many bytes were given back
     */
    public long deleteBefore(long revision) {
        long givenBack = 0;
        List<Integer> numbers = directory.numbers();
        for (int i = 0; i + 1 < numbers.size(); i++) {
            if (directory.segment(numbers.get(i + 1)).header().firstRevision() >= revision) {
                break;
            }
            Path path = directory.path(numbers.get(i));
            long bytes = directory.fileSystem().sizeBytes(path);
            directory.fileSystem().delete(path);
            // One by one: a crash must not leave an older segment and a gap after it.
            directory.fileSystem().forceDirectory(directory.path());
            directory.forget(numbers.get(i));
            givenBack += bytes;
        }
        return givenBack;
    }

    /**
     * Makes all durable, cuts off what was written ahead, and closes. After a failure it only closes. Who still waits
     * gets an error if what it waits for was lost.
     */
    @Override
    public void close() {
        flusher.ifPresent(IntervalFlusher::stop);
        lock.lock();
        try {
            if (lifetime.isClosed()) {
                return;
            }
            waiters.awaitFile();
            if (lifetime.isClosed()) {
                return;
            }
            if (lifetime.failure().isEmpty()) {
                closeOrderly();
            } else {
                end.segment().abandon();
            }
        } finally {
            lifetime.close();
            commits.wakeWaiters();
            lock.unlock();
        }
    }

    private void closeOrderly() {
        try {
            commits.flush();
            if (!end.isSealed()) {
                room.requireForSeal();
                end.appendSeal(commits.durable());
                commits.flush();
            }
        } catch (ThetisException e) {
            if (e.code() != ErrorCode.DISK_FULL) {
                end.segment().abandon();
                throw e;
            }
            // The seal only helps to tell damage from a torn tail; all commits are on the device already.
        }
        end.segment().finish(end.offset());
    }

    private void noteAppended() {
        if (flusher.isPresent()) {
            try {
                flusher.get().appended();
            } catch (RuntimeException | Error e) {
                throw failLocked(e);
            }
        }
    }

    /** As the log's own thread does. */
    private void syncByItself() {
        options.faultPoints().pass(Point.FLUSH);
        sync();
    }

    /**
     * Ends all writing, because something went wrong after which nobody can say what a commit has reached: as after a
     * failed write. What was acknowledged is safe. Whoever calls throws what this returns.
     */
    public ThetisException fail(Throwable cause) {
        lock.lock();
        try {
            return failLocked(cause);
        } finally {
            lock.unlock();
        }
    }

    private ThetisException failLocked(Throwable cause) {
        return lifetime.fail(end.segment().path(), cause);
    }
}
