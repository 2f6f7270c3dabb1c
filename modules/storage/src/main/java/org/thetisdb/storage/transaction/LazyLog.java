package org.thetisdb.storage.transaction;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.depth.CommitGate;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.base.StoreCheck;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.storage.file.RootBuilder;
import org.thetisdb.storage.file.Superblock;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.log.LogCheck;
import org.thetisdb.storage.log.LogCursor;
import org.thetisdb.storage.log.LogOptions;
import org.thetisdb.storage.log.LogReader;
import org.thetisdb.storage.log.LogRecord;
import org.thetisdb.storage.log.LogRecord.TokenKind;
import org.thetisdb.storage.log.RedoLog;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The log of a database, which is opened or made when it is first written to: whoever only reads leaves the directory
 * as it is. Thread safe.
 */
final class LazyLog implements NameTable.Listener, AutoCloseable {
    private final Path directory;
    private final StoreOptions options;
    private final UUID databaseId;
    private final long baseRevision;
    private final CommitGate commitGate;
    private final Runnable beforeOpening;
    private @Nullable RedoLog log;
    /** Never used to read; what its like have found out about places in the log is shared through it. */
    private @Nullable LogReader firstReader;

    private boolean closed;

    /**
     * @param commitGate is told when commits wait for the device
     * @param beforeOpening makes sure that the directory is still the one that the process holds
     */
    LazyLog(
            Path directory,
            StoreOptions options,
            UUID databaseId,
            long baseRevision,
            CommitGate commitGate,
            Runnable beforeOpening) {
        this.directory = directory;
        this.options = options;
        this.databaseId = databaseId;
        this.baseRevision = baseRevision;
        this.commitGate = commitGate;
        this.beforeOpening = beforeOpening;
    }

    /**
     * The log, to be written.
     *
     * @throws ThetisException {@link ErrorCode#CLOSED}; from opening or making it
     */
    synchronized RedoLog get() {
        if (closed) {
            throw new ThetisException(ErrorCode.CLOSED, "the database has been closed: log=" + directory);
        }
        RedoLog opened = log;
        if (opened == null) {
            beforeOpening.run();
            LogOptions logOptions = LogOptions.of(options.durability())
                    .withFlushDelayNanos(options.flushDelayNanos())
                    .withSegmentBytes(options.logSegmentBytes())
                    .withRandom(options.random())
                    .withFaultPoints(options.faultPoints())
                    .withCommitGate(commitGate);
            opened = LogReader.exists(options.fileSystem(), directory)
                    ? RedoLog.open(options.fileSystem(), directory, logOptions, databaseId)
                    : RedoLog.create(options.fileSystem(), directory, logOptions, databaseId, baseRevision);
            log = opened;
        }
        return opened;
    }

    /** Deletes what a killed process has left beside the segments; before this one writes any. */
    void removeUnfinished() {
        RedoLog.removeUnfinished(options.fileSystem(), directory);
    }

    /** The log, if it is open. */
    synchronized Optional<RedoLog> opened() {
        return Optional.ofNullable(log);
    }

    /** The last commit that this process has appended. */
    synchronized LogMark lastCommit() {
        return log == null ? LogMark.NONE : log.lastCommit();
    }

    /** Why the log can be written no more; nothing if it can. */
    synchronized Optional<ThetisException> failure() {
        return log == null ? Optional.empty() : log.failure();
    }

    /** A reader of what is in the log; nothing if there is none. */
    synchronized Optional<LogReader> reader() {
        if (log != null) {
            return Optional.of(log.newReader());
        }
        if (firstReader == null && LogReader.exists(options.fileSystem(), directory)) {
            firstReader = LogReader.open(options.fileSystem(), directory, databaseId);
        }
        return Optional.ofNullable(firstReader).map(LogReader::another);
    }

    /** Up to where the log must reach by what a superblock says. */
    static long requiredRevision(Superblock superblock) {
        return Math.max(superblock.revision(), superblock.logMark().revision());
    }

    /**
     * A reader of the log after a look at all of its segments; nothing if there is no log and need not be.
     *
     * @param base what the superblock names
     * @throws ThetisException as {@link LogReader#requireSegments}, and {@link ErrorCode#LOG_SEGMENT_MISSING} if there
     *     was a log once
     */
    Optional<LogReader> requiredReader(Superblock superblock, BaseSnapshot base) {
        Optional<LogReader> found = reader();
        if (found.isEmpty()) {
            LogReader.checkAbsence(directory, RootBuilder.FIRST_REVISION, requiredRevision(superblock));
        } else {
            found.get().requireSegments(base.root().oldestRevision() + 1);
        }
        return found;
    }

    /** Reads the whole log, if there is one or ought to be. */
    void check(Superblock superblock, BaseSnapshot checked, StoreCheck check) {
        check.phase("log");
        check.guarded("log", () -> {
            long required = requiredRevision(superblock);
            if (LogReader.exists(options.fileSystem(), directory)) {
                new LogCheck(options.fileSystem(), directory, databaseId, check)
                        .run(checked.root().oldestRevision() + 1, required, superblock.logMark());
            } else {
                LogReader.checkAbsence(directory, RootBuilder.FIRST_REVISION, required);
            }
        });
    }

    /** To be called at the end of a check: see {@link StoreCheck#confirmVanished}. */
    void confirm(StoreCheck check) {
        check.confirmVanished(
                (superblock, newest) -> requiredReader(superblock, newest).ifPresent(LogReader::close));
    }

    /**
     * A reader of what is in the log, up to a revision at least.
     *
     * @throws ThetisException {@link ErrorCode#LOG_SEGMENT_MISSING} if there is no log
     */
    LogReader requiredReader(long revision) {
        Optional<LogReader> found = reader();
        if (found.isEmpty()) {
            LogReader.checkAbsence(directory, 0, revision);
        }
        return found.orElseThrow();
    }

    /**
     * Reads what was committed from one revision to another, in its order; nothing if the first is after the last.
     *
     * @throws ThetisException {@link ErrorCode#LOG_SEGMENT_MISSING} if the log does not have all of it
     */
    void forEachCommit(long firstRevision, long lastRevision, Consumer<LogRecord.Commit> reader) {
        if (firstRevision > lastRevision) {
            return;
        }
        try (LogReader opened = requiredReader(lastRevision);
                LogCursor cursor = opened.cursor(firstRevision)) {
            while (cursor.lastRevision() < lastRevision && cursor.next()) {
                if (cursor.record() instanceof LogRecord.Commit commit) {
                    reader.accept(commit);
                }
            }
            cursor.checkReached(lastRevision);
        }
    }

    /**
     * The newest revision that was committed at or before a time; 0 if there is none.
     *
     * @param newest the newest revision that counts
     * @param oldestMillis the time of the oldest root, which is all that there is if there is no log
     */
    long revisionAt(long timeMillis, long newest, long oldestMillis) {
        Optional<LogReader> found = reader();
        if (found.isEmpty()) {
            return oldestMillis <= timeMillis ? newest : 0;
        }
        try (LogReader opened = found.get()) {
            long low = opened.firstRevision() - 1;
            long high = newest;
            while (low < high) {
                long middle = low + high + 1 >>> 1;
                if (opened.info(middle).timeMillis() <= timeMillis) {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            boolean isRoot = low < opened.firstRevision();
            return isRoot && oldestMillis > timeMillis ? 0 : low;
        }
    }

    @Override
    public void label(int id, String name) {
        get().appendToken(LogRecord.Token.named(TokenKind.LABEL, id, name));
    }

    @Override
    public void type(int id, String name) {
        get().appendToken(LogRecord.Token.named(TokenKind.TYPE, id, name));
    }

    @Override
    public void propertyKey(int id, String name) {
        get().appendToken(LogRecord.Token.named(TokenKind.PROPERTY_KEY, id, name));
    }

    @Override
    public void labelSet(int id, int[] labelIds) {
        get().appendToken(LogRecord.Token.labelSet(
                id, Arrays.stream(labelIds).boxed().toList()));
    }

    /**
     * To be called after {@link #close}, which has made all durable: whoever opens the database next is told how far
     * the log reaches, and finds out if it does not.
     */
    void noteEnd(Superblocks superblocks) {
        LogMark end = lastCommit();
        Superblock current = superblocks.current();
        if (failure().isEmpty() && end.revision() > current.logMark().revision()) {
            try {
                superblocks.publish(current.withLogMark(end));
            } catch (ThetisException e) {
                // The directory is another's now: it is not to be told of our log, and ours is told nothing more.
                if (e.code() != ErrorCode.DATABASE_REPLACED) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void told() {
        options.faultPoints().pass(Point.NAME_LOGGED);
    }

    @Override
    public void halfKnown(Throwable cause) {
        fail(cause);
    }

    /** Ends all writing; see {@link RedoLog#fail}. */
    ThetisException fail(Throwable cause) {
        return get().fail(cause);
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (log != null) {
            log.close();
        }
    }
}
