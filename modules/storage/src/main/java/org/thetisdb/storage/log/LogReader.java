package org.thetisdb.storage.log;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.storage.report.Revision;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Reads a log without changing it: from a revision on, or single revisions in any order. Another thread or process may
 * write it meanwhile. One thread at a time; readers of one {@link RedoLog} share what they find out about where
 * revisions lie.
 */
public final class LogReader implements AutoCloseable {
    private final LogDirectory directory;
    /** Made when first needed. */
    private @Nullable LogCursor skimmer;

    LogReader(LogDirectory directory) {
        this.directory = directory;
    }

    /**
     * Reads the log of a database that this process may or may not have open.
     *
     * @param databaseId whose log it must be
     */
    public static LogReader open(FileSystem fileSystem, Path directory, UUID databaseId) {
        return new LogReader(new LogDirectory(fileSystem, directory, Optional.of(databaseId)));
    }

    /** Another reader of the same log, which shares what this one and others found out about it. */
    public LogReader another() {
        return new LogReader(directory);
    }

    /** Whether a directory has a log. */
    public static boolean exists(FileSystem fileSystem, Path directory) {
        return !new LogDirectory(fileSystem, directory, Optional.empty())
                .numbers()
                .isEmpty();
    }

    /**
     * Makes sure that a database without a log never had one.
     *
     * @throws ThetisException {@link ErrorCode#LOG_SEGMENT_MISSING} if commits were made after the first revision
     */
    public static void checkAbsence(Path directory, long firstRevision, long revision) {
        if (revision > firstRevision) {
            throw LogErrors.endMissing(directory, 0, firstRevision, revision);
        }
    }

    /**
     * Makes sure that every segment is there, is one of this log and follows on the one before it, and that the log
     * reaches back to a revision. Reads the segments' headers, but no records.
     *
     * @throws ThetisException {@link ErrorCode#LOG_SEGMENT_MISSING}, {@link ErrorCode#LOG_DAMAGED}, {@link
     *     ErrorCode#WRONG_DATABASE}, {@link ErrorCode#WRONG_FILE}, {@link ErrorCode#FORMAT_TOO_NEW}
     */
    public void requireSegments(long fromRevision) {
        List<Integer> numbers = directory.numbers();
        if (numbers.isEmpty()) {
            throw LogErrors.noSegment(directory.path());
        }
        directory.requireChain(numbers);
        int first = numbers.getFirst();
        long firstRevision = directory.segment(first).header().firstRevision();
        if (firstRevision > fromRevision) {
            throw LogErrors.beginMissing(directory.path(), first, fromRevision, firstRevision);
        }
    }

    /** The oldest revision that the log reaches back to. */
    public long firstRevision() {
        List<Integer> numbers = directory.numbers();
        if (numbers.isEmpty()) {
            throw LogErrors.noSegment(directory.path());
        }
        return directory.segment(numbers.getFirst()).header().firstRevision();
    }

    /**
     * The newest revision in the log, or that before {@link #firstRevision()} if there is none. Reads what of the last
     * segment was not read before.
     */
    public long lastRevision() {
        List<Integer> numbers = directory.numbers();
        if (numbers.isEmpty()) {
            throw LogErrors.noSegment(directory.path());
        }
        LogCursor cursor = skimmer();
        long segmentRevision = directory.segment(numbers.getLast()).header().firstRevision();
        cursor.seekCommit(
                Math.max(
                        segmentRevision,
                        directory.index(directory.segment(numbers.getLast())).nextRevision() - 1),
                SegmentReader.SCAN_BYTES);
        while (cursor.next()) {
            // Only where it ends is of interest.
        }
        return cursor.lastRevision();
    }

    /**
     * All records from a commit on, with the tokens between it and the commit before it.
     *
     * @param fromRevision may be one more than the last, to wait for it
     * @throws ThetisException {@link ErrorCode#LOG_SEGMENT_MISSING} if the log does not reach back to it
     */
    public LogCursor cursor(long fromRevision) {
        return LogCursor.from(directory, fromRevision);
    }

    /**
     * One commit.
     *
     * @throws ThetisException {@link ErrorCode#REVISION_NOT_FOUND}, {@link ErrorCode#LOG_SEGMENT_MISSING} if the log
     *     does not reach back to it, {@link ErrorCode#LOG_DAMAGED}
     */
    public LogRecord.Commit commit(long revision) {
        LogCursor cursor = seek(revision, SegmentReader.POINT_BYTES);
        if (!nextCommit(cursor)) {
            throw LogErrors.afterLog(directory.path(), revision, cursor.lastRevision());
        }
        return (LogRecord.Commit) cursor.record();
    }

    /** As {@link #commit}, without what the commit did. */
    public Revision info(long revision) {
        LogCursor cursor = seek(revision, SegmentReader.POINT_BYTES);
        if (!nextCommit(cursor)) {
            throw LogErrors.afterLog(directory.path(), revision, cursor.lastRevision());
        }
        return cursor.info();
    }

    /**
     * Number, time and message of commits, ascending. What they did is not read, but for the first time.
     *
     * @param toRevision the last one; fewer are given if the log ends before it
     */
    public List<Revision> revisions(long fromRevision, long toRevision) {
        List<Revision> revisions = new ArrayList<>();
        LogCursor cursor = seek(fromRevision, SegmentReader.SCAN_BYTES);
        while (cursor.lastRevision() < toRevision && nextCommit(cursor)) {
            revisions.add(cursor.info());
        }
        return revisions;
    }

    /**
     * Where the log lies up to a commit.
     *
     * @param toRevision the last commit; the newest if that is older
     * @throws ThetisException {@link ErrorCode#LOG_SEGMENT_MISSING} also if a segment is removed meanwhile
     */
    public LogExtent extent(long toRevision) {
        List<Integer> numbers = directory.numbers();
        if (numbers.isEmpty()) {
            throw LogErrors.noSegment(directory.path());
        }
        long firstRevision = directory.segment(numbers.getFirst()).header().firstRevision();
        LogDirectory.Segment last = directory.find(numbers, toRevision);
        long endOffset = LogLayout.HEADER_BYTES;
        long revision;
        long timeMillis = 0;
        LogMark end = LogMark.NONE;
        try (LogCursor cursor = LogCursor.ofSegment(directory, last)) {
            revision = cursor.lastRevision();
            while (revision < toRevision && cursor.next()) {
                if (cursor.isCommit()) {
                    revision = cursor.lastRevision();
                    end = cursor.mark();
                    timeMillis = cursor.info().timeMillis();
                    endOffset = cursor.offset();
                    last = cursor.segment();
                }
            }
        }
        if (timeMillis == 0 && revision >= firstRevision) {
            timeMillis = info(revision).timeMillis();
        }
        List<LogExtent.Piece> pieces = new ArrayList<>();
        for (int number = numbers.getFirst(); number < last.number(); number++) {
            pieces.add(new LogExtent.Piece(
                    directory.path(number),
                    directory.segment(number + 1).header().previousBytes()));
        }
        pieces.add(new LogExtent.Piece(last.path(), endOffset));
        return new LogExtent(firstRevision, revision, timeMillis, end, pieces);
    }

    private static boolean nextCommit(LogCursor cursor) {
        while (cursor.next()) {
            if (cursor.isCommit()) {
                return true;
            }
        }
        return false;
    }

    private LogCursor seek(long revision, int bytesAtOnce) {
        LogCursor cursor = skimmer();
        cursor.seekCommit(revision, bytesAtOnce);
        return cursor;
    }

    private LogCursor skimmer() {
        LogCursor known = skimmer;
        if (known == null) {
            known = LogCursor.skimming(directory);
            skimmer = known;
        }
        return known;
    }

    @Override
    public void close() {
        if (skimmer != null) {
            skimmer.close();
            skimmer = null;
        }
    }
}
