package org.thetisdb.storage.log;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.Durability;
import org.thetisdb.storage.FaultPoints.Point;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.UnicodeText;

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
 *               ▲                                                  records ^      ^ zeros, synced ahead
 *   append(r9) ─┘ meanwhile, into the other buffer                       durable
 * </pre>
 *
 * <p><b>Group commit.</b> There is no thread that syncs: of those who wait in {@link #awaitDurable}, one leads. While
 * it writes and syncs, others append; when it is done it wakes those whose records are durable, and one of the rest,
 * which leads next. So the batch is whatever came in during one sync, nobody waits for company, and a single client
 * pays for no hand-over between threads.
 *
 * <p><b>A sync that writes nothing but data.</b> A change of a file's length has to be journalled, which makes a sync
 * longer. So zeros are written and synced ahead, 1 MiB at a time, mostly by a leader after it has
 * woken the others; and the sync is that of data ({@code fdatasync}). What is left over is cut off when a segment is
 * full and when the log is closed.
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
    private static final int MESSAGE_BYTES_MAX = 1 << 16;

    private final LogDirectory directory;
    private final LogOptions options;
    private final LogRecovery recovery;
    private final Optional<IntervalFlusher> flusher;

    private final ReentrantLock lock = new ReentrantLock();
    private final LogWaiters waiters = new LogWaiters(lock);

    // All below is guarded by the lock; what is volatile may be read without.

    /** Positions count bytes of records since the log was opened. */
    private long appended;

    private volatile long written;
    private volatile long durable;
    private volatile ThetisException failure;

    /** Made while there is memory for it. */
    private final ThetisException lastResort;

    private volatile boolean closed;

    private final RecordBuffer buffer = new RecordBuffer();

    private SegmentWriter segment;
    /** The position that would be at the segment's first byte. */
    private long segmentPosition;

    private long lastRevision;
    /** Of all records of the segment so far. */
    private int chainedChecksum;

    /** The commit that was appended last, by this object. */
    private LogMark lastCommit = LogMark.NONE;

    private boolean sealed;

    private RedoLog(
            LogDirectory directory,
            LogOptions options,
            SegmentWriter segment,
            int chainedChecksum,
            boolean sealed,
            LogRecovery recovery) {
        this.directory = directory;
        this.options = options;
        this.segment = segment;
        this.segmentPosition = -recovery.endOffset();
        this.lastRevision = recovery.lastRevision();
        this.chainedChecksum = chainedChecksum;
        this.sealed = sealed;
        this.recovery = recovery;
        this.lastResort = LogErrors.failed(segment.path(), new OutOfMemoryError("Nothing more is known."));
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
            throw new ThetisException(ErrorCode.INTERNAL, "There is a log already: directory=" + directory);
        }
        fileSystem.createDirectories(directory);
        fileSystem.forceDirectory(directory.toAbsolutePath().getParent());
        SegmentHeader header = new SegmentHeader(databaseId, 1, lastRevision + 1, 0, 0);
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
        return Optional.ofNullable(failure);
    }

    /** The revision that was appended last. */
    public long lastRevision() {
        lock.lock();
        try {
            return lastRevision;
        } finally {
            lock.unlock();
        }
    }

    /** The record of the last commit appended, on the device or not; {@link LogMark#NONE} if none was since opening. */
    public LogMark lastCommit() {
        lock.lock();
        try {
            return lastCommit;
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
            checkUsable();
            byte[] name = UnicodeText.utf8(token.name());
            long recordBytesMax = LogLayout.RECORD_OVERHEAD_BYTES_MAX
                    + name.length
                    + token.labelIds().size() * 5L;
            makeRoom(recordBytesMax);
            ByteSink head = beginRecord(LogLayout.TOKEN);
            head.writeByte(token.kind().ordinal());
            head.writeVarint(token.id());
            if (token.kind() == LogRecord.TokenKind.LABEL_SET) {
                head.writeVarint(token.labelIds().size());
                token.labelIds().forEach(head::writeVarint);
            } else {
                head.writeString(token.name());
            }
            endRecord(new byte[0]);
            noteAppended();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Appends a commit. It is in order behind all that was appended before, and nothing more: {@link #awaitDurable}
     * makes it last.
     *
     * @param revision one more than that of the commit before it
     * @param timeMillis since 1970-01-01T00:00Z
     * @param message of 64 KiB at most
     * @param operations as {@link ChangeEncoder} wrote them
     * @return the position to wait for
     * @throws ThetisException {@link ErrorCode#DISK_FULL} if there is no room: nothing has happened, and the log can go
     *     on to be used; {@link ErrorCode#LIMIT_EXCEEDED}; {@link ErrorCode#LOG_FAILED}; {@link ErrorCode#CLOSED}.
     *     Whatever else is thrown, nothing has been appended
     */
    public long append(long revision, long timeMillis, Optional<String> message, byte[] operations) {
        Optional<byte[]> messageBytes = message.map(UnicodeText::utf8);
        int messageLength = messageBytes.map(bytes -> bytes.length).orElse(0);
        if (operations.length > ByteSink.BYTES_MAX) {
            throw ByteSink.tooLarge(operations.length);
        }
        if (messageLength > MESSAGE_BYTES_MAX) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "The message of a commit is too long: bytes=" + messageLength + ", bytesMax=" + MESSAGE_BYTES_MAX);
        }
        lock.lock();
        try {
            checkUsable();
            if (revision != lastRevision + 1) {
                throw new ThetisException(
                        ErrorCode.INTERNAL,
                        "A revision is out of order: revision=" + revision + ", lastRevision=" + lastRevision);
            }
            makeRoom((long) LogLayout.RECORD_OVERHEAD_BYTES_MAX + messageLength + operations.length);
            ByteSink head = beginRecord(LogLayout.COMMIT);
            head.writeVarint(revision);
            head.writeVarint(timeMillis);
            if (messageBytes.isPresent()) {
                head.writeVarint(messageLength + 1L);
                head.writeBytes(messageBytes.get());
            } else {
                head.writeVarint(0);
            }
            lastCommit = new LogMark(revision, endRecord(operations));
            lastRevision = revision;
            noteAppended();
            return appended;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns when everything up to a position is as safe as the log's {@link Durability} promises.
     *
     * @throws ThetisException {@link ErrorCode#LOG_FAILED} if it is not and never will be; {@link ErrorCode#CLOSED} if
     *     the log was closed before
     */
    public void awaitDurable(long position) {
        await(position, options.durability() == Durability.SYNC);
    }

    /** Returns when everything appended so far is on the device, whatever the {@link Durability}. */
    public void sync() {
        long position;
        lock.lock();
        try {
            checkUsable();
            position = appended;
        } finally {
            lock.unlock();
        }
        await(position, true);
    }

    /** The file in which the log ends. */
    public Path file() {
        lock.lock();
        try {
            return segment.path();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Deletes whole segments that end before a revision, oldest first; but never that which has the commit right before
     * the revision, because behind it may be names that the revision uses. The log then reaches back to about the
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
            // One by one: a crash must not leave an older segment and a gap behind it.
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
            if (closed) {
                return;
            }
            waiters.awaitFile();
            if (closed) {
                return;
            }
            if (failure == null) {
                closeOrderly();
            } else {
                segment.abandon();
            }
        } finally {
            closed = true;
            wakeWaiters();
            lock.unlock();
        }
    }

    private void closeOrderly() {
        try {
            flush();
            if (!sealed) {
                if (!isRoomFor(LogLayout.RECORD_OVERHEAD_BYTES_MAX)) {
                    preallocateFor(LogLayout.RECORD_OVERHEAD_BYTES_MAX);
                }
                beginRecord(LogLayout.SEAL);
                endRecord(new byte[0]);
                flush();
            }
        } catch (ThetisException e) {
            if (e.code() != ErrorCode.DISK_FULL) {
                segment.abandon();
                throw e;
            }
            // The seal only helps to tell damage from a torn tail; all commits are on the device already.
        }
        segment.finish(appended - segmentPosition);
    }

    private ByteSink beginRecord(int kind) {
        long durableOffset = Math.max(LogLayout.HEADER_BYTES, durable - segmentPosition);
        sealed = kind == LogLayout.SEAL;
        return buffer.begin(kind, appended - segmentPosition - durableOffset);
    }

    private int endRecord(byte[] rest) {
        long bytesBefore = buffer.bytes();
        options.faultPoints().pass(Point.LOG_RECORD);
        int checksum = buffer.end(rest, segment.headerChecksum(), appended - segmentPosition);
        chainedChecksum = LogLayout.chainedChecksum(chainedChecksum, checksum);
        appended += buffer.bytes() - bytesBefore;
        return checksum;
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

    /** Makes sure that a record of so many bytes can be written without the file growing. */
    private void makeRoom(long recordBytes) {
        boolean waited = false;
        try {
            while (isSegmentFull(recordBytes) || !isRoomFor(recordBytes)) {
                if (waiters.isFileTaken()) {
                    waited = true;
                    waiters.awaitFile();
                    checkUsable();
                } else if (isSegmentFull(recordBytes)) {
                    beginSegment(recordBytes);
                } else {
                    preallocateFor(recordBytes);
                }
            }
        } finally {
            if (waited) {
                wakeWaiters();
            }
        }
    }

    private boolean isSegmentFull(long recordBytes) {
        long offset = appended - segmentPosition;
        return offset > LogLayout.HEADER_BYTES && offset + recordBytes > options.segmentBytes();
    }

    private boolean isRoomFor(long recordBytes) {
        return appended - segmentPosition + recordBytes <= segment.preallocatedBytes();
    }

    private void preallocateFor(long recordBytes) {
        long endOffset = appended - segmentPosition + recordBytes;
        try {
            segment.makeRoom(endOffset, options.segmentBytes(), written == durable);
        } catch (ThetisException e) {
            throw failUnlessDiskFull(e);
        }
    }

    /** All of the segment before is on the device before there is one behind it. */
    private void beginSegment(long recordBytes) {
        flush();
        long endOffset = appended - segmentPosition;
        SegmentHeader header = new SegmentHeader(
                segment.header().databaseId(),
                segment.header().number() + 1,
                lastRevision + 1,
                endOffset,
                chainedChecksum);
        SegmentWriter next;
        try {
            next = SegmentWriter.create(
                    directory.fileSystem(),
                    directory.path(),
                    header,
                    LogLayout.HEADER_BYTES + recordBytes,
                    options.segmentBytes());
        } catch (ThetisException e) {
            throw failUnlessDiskFull(e);
        }
        Invariant.check(
                durable == appended,
                "all of a segment is on the device before there is one behind it",
                "durable",
                durable,
                "appended",
                appended);
        SegmentWriter full = segment;
        segment = next;
        segmentPosition = appended - LogLayout.HEADER_BYTES;
        chainedChecksum = 0;
        try {
            full.finish(endOffset);
        } catch (RuntimeException | Error e) {
            throw failLocked(e);
        }
    }

    private void await(long position, boolean forDevice) {
        if (reached(forDevice) >= position) {
            return;
        }
        boolean interrupted = false;
        lock.lock();
        try {
            while (reached(forDevice) < position) {
                checkUsable();
                if (waiters.isLeaderWanted()) {
                    lead(forDevice);
                } else {
                    interrupted |= waiters.park(position, forDevice);
                }
            }
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private long reached(boolean forDevice) {
        return forDevice ? durable : written;
    }

    /** Writes what is buffered, without the lock; syncs if anybody wants that. */
    private void lead(boolean forDevice) {
        boolean force = forDevice || waiters.areAnyForDevice();
        MemorySegment batch = buffer.take();
        long upTo = appended;
        long offset = upTo - batch.byteSize() - segmentPosition;
        SegmentWriter target = segment;
        waiters.takeFile();
        try {
            unlocked(() -> {
                options.faultPoints().pass(Point.LOG_TAKEN);
                write(target, offset, batch);
                options.faultPoints().pass(Point.LOG_WRITTEN);
                if (force) {
                    target.force();
                }
            });
            written = upTo;
            durable = force ? upTo : durable;
            wakeReached();
            preallocateAhead(target);
        } catch (RuntimeException | Error e) {
            // What was taken from the buffer may not be in the file, and nothing may come behind a gap.
            throw failLocked(e);
        } finally {
            waiters.giveFileBack();
            wakeWaiters();
        }
    }

    /** As {@link #lead}, with the lock, and always with a sync. */
    private void flush() {
        MemorySegment batch = buffer.take();
        long offset = appended - batch.byteSize() - segmentPosition;
        try {
            write(segment, offset, batch);
            segment.force();
        } catch (RuntimeException | Error e) {
            throw failLocked(e);
        }
        written = appended;
        durable = appended;
        wakeReached();
    }

    /** That what is written next begins where the last was written, and lies whole in its segment. */
    private void requireBehindTheLast(SegmentWriter target, long offset, MemorySegment batch) {
        Invariant.check(
                offset + segmentPosition == written,
                "nothing is written where a record is, and no gap is left",
                "position",
                offset + segmentPosition,
                "written",
                written);
        Invariant.check(
                offset >= LogLayout.HEADER_BYTES && offset + batch.byteSize() <= target.preallocatedBytes(),
                "records lie in the room of their segment",
                "offset",
                offset,
                "bytes",
                batch.byteSize());
    }

    private void write(SegmentWriter target, long offset, MemorySegment batch) {
        requireBehindTheLast(target, offset, batch);
        if (batch.byteSize() > 0) {
            target.write(offset, batch);
        }
    }

    private void preallocateAhead(SegmentWriter target) {
        long endOffset = appended - segmentPosition;
        if (!target.isRoomScarce(endOffset, options.segmentBytes())) {
            return;
        }
        try {
            unlocked(() -> {
                try {
                    target.makeRoom(endOffset, options.segmentBytes(), written == durable);
                } catch (ThetisException e) {
                    // Whoever needs the room will ask again, and be told.
                    if (e.code() != ErrorCode.DISK_FULL) {
                        throw e;
                    }
                }
            });
        } catch (ThetisException _) {
            // The leader's own commit is on the device; those that come will be told.
            return;
        }
    }

    /** Does something without the lock; whatever it throws is the end of the log. */
    private void unlocked(Runnable io) {
        lock.unlock();
        Throwable problem = null;
        try {
            io.run();
        } catch (RuntimeException | Error e) {
            problem = e;
        } finally {
            lock.lock();
        }
        if (problem != null) {
            throw failLocked(problem);
        }
    }

    /** Wakes those who have what they wait for. */
    private void wakeReached() {
        if (failure != null || closed) {
            waiters.wakeAll();
        } else {
            waiters.wakeReached(written, durable);
        }
    }

    /** As {@link #wakeReached}, and one more to write next if nobody does. */
    private void wakeWaiters() {
        wakeReached();
        waiters.wakeNext();
    }

    private void checkUsable() {
        if (failure != null) {
            throw new ThetisException(ErrorCode.LOG_FAILED, failure.getMessage(), failure);
        }
        if (closed) {
            throw LogErrors.closed(directory.path());
        }
    }

    private ThetisException failUnlessDiskFull(ThetisException cause) {
        return cause.code() == ErrorCode.DISK_FULL ? cause : failLocked(cause);
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
        if (failure == null) {
            // There is one in any case: making a better one may fail, too.
            failure = lastResort;
            failure = LogErrors.failed(segment.path(), cause);
        }
        wakeReached();
        return failure;
    }
}
