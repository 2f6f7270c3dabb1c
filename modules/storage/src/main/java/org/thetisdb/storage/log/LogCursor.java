package org.thetisdb.storage.log;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.storage.log.LogDirectory.Segment;
import org.thetisdb.storage.log.SegmentReader.Found;
import org.thetisdb.storage.report.Revision;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goes through the records of a log from a revision on, across segments, and follows it while it grows: where
 * {@link #next()} has found the end, it may be called again later, also when another process writes.
 *
 * <pre>
 *   at the cursor          in the last segment              in an earlier one, before its end
 *   -----------------------------------------------------------------------------------------
 *   a record               it                               it
 *   zeros, end of file     the end for now                  LOG_DAMAGED
 *   anything else          the end for now: being written,  LOG_DAMAGED
 *                          or torn by a crash; checkEnd()
 *                          tells these from damage
 * </pre>
 *
 * One thread at a time. A record may be seen before it is on the device: after a crash of the machine, what a follower
 * saw last may not be there.
 */
public final class LogCursor implements AutoCloseable {
    private static final int KEPT_READERS_MAX = 32;

    private final LogDirectory directory;
    private final boolean skimming;
    private final List<Integer> numbers;

    /** Open segments, that which was not used for longest first. */
    private final Map<Integer, SegmentReader> kept = new LinkedHashMap<>(16, 0.75f, true);

    @SuppressWarnings("NullAway.Init") // Whoever makes a cursor has it begin somewhere before it is asked for anything.
    private SegmentReader reader;

    @SuppressWarnings("NullAway.Init") // As the reader.
    private RevisionIndex index;

    private int aheadBytes = SegmentReader.SCAN_BYTES;
    private long fromRevision;
    private long nextRevision;
    private long offset;
    /** Before this, all records were verified, and before what is buffered was read. */
    private long trustedBytes;

    /** Of the records of the segment so far; of use if all were verified, from the first on. */
    private int chainedChecksum;

    private boolean chainKnown;
    private LogMark expected = LogMark.NONE;
    private boolean atRecord;
    private boolean verified;
    private boolean sealed;

    private long recordCount;
    private long commitCount;
    private long byteCount;

    private LogCursor(LogDirectory directory, boolean skimming) {
        this.directory = directory;
        this.skimming = skimming;
        this.numbers = new ArrayList<>(directory.numbers());
        if (numbers.isEmpty()) {
            throw LogErrors.noSegment(directory.path());
        }
    }

    /**
     * Reads and verifies all records.
     *
     * @param fromRevision of the first commit to be given; tokens between it and the commit before it are given too
     */
    static LogCursor from(LogDirectory directory, long fromRevision) {
        LogCursor cursor = new LogCursor(directory, false);
        // New names may come right after the previous commit: begin there.
        cursor.seek(fromRevision, fromRevision - 1, SegmentReader.SCAN_BYTES);
        return cursor;
    }

    /** Reads and verifies one segment from its begin. */
    static LogCursor ofSegment(LogDirectory directory, Segment segment) {
        LogCursor cursor = new LogCursor(directory, false);
        cursor.fromRevision = segment.header().firstRevision();
        cursor.nextRevision = cursor.fromRevision;
        cursor.open(segment);
        cursor.beginChain();
        return cursor;
    }

    /** Looks for single commits by {@link #seekCommit}; reads records whole only where none has been before it. */
    static LogCursor skimming(LogDirectory directory) {
        return new LogCursor(directory, true);
    }

    /** Makes {@link #next()} give commits from a revision on, and perhaps tokens. */
    void seekCommit(long revision, int bytesAtOnce) {
        seek(revision, revision, bytesAtOnce);
    }

    private void seek(long revision, long beginRevision, int bytesAtOnce) {
        // Where all that it knows was deleted, the one after it may have been, too.
        if (directory.exists(numbers.getLast() + 1) || !directory.exists(numbers.getLast())) {
            numbers.clear();
            numbers.addAll(directory.numbers());
        }
        long firstRevision = directory.segment(numbers.getFirst()).header().firstRevision();
        if (revision < firstRevision) {
            throw LogErrors.beforeLog(directory.path(), revision, firstRevision);
        }
        aheadBytes = bytesAtOnce;
        fromRevision = revision;
        Segment segment = segmentOf(beginRevision, revision);
        if (reader == null || !reader.segment().equals(segment)) {
            open(segment);
        }
        reader.refresh();
        trustedBytes = index.coveredBytes();
        RevisionIndex.Place place = index.placeBefore(beginRevision);
        nextRevision = place.nextRevision();
        atRecord = false;
        chainKnown = false;
        if (place.offset() == LogLayout.HEADER_BYTES) {
            beginChain();
        }
        offset = place.offset();
    }

    /** Nothing comes after the one commit of a segment that has but one. */
    private Segment segmentOf(long beginRevision, long revision) {
        Segment found = directory.find(numbers, beginRevision);
        boolean isPassed = found.header().isOfOneCommit() && found.header().firstRevision() < revision;
        return isPassed && found.number() < numbers.getLast() ? directory.segment(found.number() + 1) : found;
    }

    private void beginChain() {
        offset = LogLayout.HEADER_BYTES;
        chainedChecksum = 0;
        chainKnown = true;
    }

    /**
     * Has a commit compared with what is known of it when the cursor comes by; that it does come by is for
     * {@link #checkReached} to say.
     */
    public LogCursor expect(LogMark mark) {
        expected = mark;
        return this;
    }

    private void open(Segment segment) {
        SegmentReader opened = kept.get(segment.number());
        if (opened == null) {
            opened = new SegmentReader(segment, directory.open(segment.number()));
            kept.put(segment.number(), opened);
        }
        reader = opened;
        index = directory.index(segment);
        if (kept.size() > (skimming ? KEPT_READERS_MAX : 1)) {
            // The one that was not used for longest is first.
            Iterator<SegmentReader> readers = kept.values().iterator();
            SegmentReader oldest = readers.next();
            readers.remove();
            oldest.close();
        }
    }

    /**
     * Goes to the next record.
     *
     * @return false at the end for now
     * @throws ThetisException {@link ErrorCode#LOG_DAMAGED} with file and offset, {@link
     *     ErrorCode#LOG_SEGMENT_MISSING}
     */
    public boolean next() {
        atRecord = false;
        while (true) {
            verified = !skimming || offset >= trustedBytes;
            Found found = reader.read(offset, aheadBytes, verified);
            if (found != Found.RECORD) {
                // What was buffered may be older than the record.
                reader.refresh();
                found = reader.read(offset, aheadBytes, verified);
            }
            if (found == Found.RECORD) {
                if (pass()) {
                    atRecord = true;
                    return true;
                }
            } else if (!advanceToNextSegment()) {
                return false;
            }
        }
    }

    /** Takes note of the current record, and says whether it is one to be given. */
    private boolean pass() {
        long begin = offset;
        long end = reader.endOffset();
        boolean given;
        if (reader.kind() == LogLayout.COMMIT) {
            long revision = reader.revision();
            if (revision != nextRevision) {
                throw LogErrors.damaged(reader.path(), begin, "revision " + nextRevision, "revision " + revision);
            }
            if (verified && revision == expected.revision() && reader.checksum() != expected.checksum()) {
                throw LogErrors.otherCourse(reader.path(), begin, expected, reader.checksum());
            }
            given = revision >= fromRevision;
            index.passedCommit(begin, end, revision);
            nextRevision++;
            commitCount += given ? 1 : 0;
        } else {
            given = reader.kind() == LogLayout.TOKEN && nextRevision >= fromRevision;
            index.passedOther(begin, end);
        }
        offset = end;
        chainKnown &= verified;
        chainedChecksum = chainKnown ? LogLayout.chainedChecksum(chainedChecksum, reader.checksum()) : 0;
        sealed = reader.kind() == LogLayout.SEAL;
        recordCount += given ? 1 : 0;
        byteCount += given ? end - begin : 0;
        return given;
    }

    /** Where no record is: goes to the next segment, if there is one. */
    private boolean advanceToNextSegment() {
        int number = reader.segment().number();
        if (offset < trustedBytes) {
            throw LogErrors.damaged(reader.path(), offset, "the record that was here", "none");
        }
        if (reader.segment().header().isOfOneCommit()
                && nextRevision == reader.segment().header().firstRevision()) {
            reader.refresh();
            throw LogErrors.damaged(
                    reader.path(),
                    offset,
                    "a part or the commit of revision " + nextRevision,
                    reader.read(offset, aheadBytes, true).text());
        }
        if (!directory.exists(number + 1)) {
            if (!directory.exists(number)) {
                throw LogErrors.segmentMissing(directory.path(), number, "it was removed while it was read");
            }
            return false;
        }
        Segment next = directory.segment(number + 1);
        long end = next.header().previousBytes();
        if (offset < end) {
            // The writer may have gone on between the two looks.
            reader.refresh();
            Found found = reader.read(offset, aheadBytes, true);
            if (found != Found.RECORD) {
                throw LogErrors.damaged(
                        reader.path(),
                        offset,
                        "a record, because the segment has " + end + " bytes by the header of "
                                + next.path().getFileName(),
                        found.text());
            }
            return true;
        }
        if (offset > end || next.header().firstRevision() != nextRevision) {
            throw LogErrors.damaged(
                    next.path(),
                    0,
                    "a segment after offset " + offset + " and revision " + (nextRevision - 1),
                    "after offset " + end + " and revision " + (next.header().firstRevision() - 1));
        }
        if (chainKnown && next.header().previousChecksum() != chainedChecksum) {
            throw LogErrors.wrongFile(
                    next.path(),
                    48,
                    "a segment written after " + reader.path(),
                    "one written after another, or that is another");
        }
        open(next);
        trustedBytes = index.coveredBytes();
        beginChain();
        if (numbers.getLast() == number) {
            numbers.add(number + 1);
        }
        return true;
    }

    /**
     * Where {@link #next()} has found the end: makes sure that it is one, or a tail that a crash has torn.
     *
     * @throws ThetisException {@link ErrorCode#LOG_DAMAGED} if records after it show that it was whole once
     */
    public void checkEnd() {
        reader.refresh();
        long claim = reader.findClaim(offset, offset);
        reader.refresh();
        // Where another process writes, the log may have grown since the end was found.
        if (claim >= 0 && reader.read(offset, aheadBytes, true) != Found.RECORD) {
            throw LogErrors.damaged(
                    reader.path(), offset, "a record, because that at offset " + claim + " comes later", "none");
        }
    }

    /**
     * Where {@link #next()} has found the end: makes sure that it is not before a revision that was in the log once.
     *
     * @throws ThetisException {@link ErrorCode#LOG_SEGMENT_MISSING} if it is
     */
    public void checkReached(long revision) {
        if (lastRevision() < revision) {
            throw LogErrors.endMissing(directory.path(), reader.segment().number(), lastRevision(), revision);
        }
    }

    /**
     * Goes on to the end, which verifies all records.
     *
     * @param revision up to which the log must reach
     * @throws ThetisException {@link ErrorCode#WRONG_FILE}, {@link ErrorCode#LOG_DAMAGED}, {@link
     *     ErrorCode#LOG_SEGMENT_MISSING}
     */
    public void verifyRest(long revision) {
        while (next()) {
            // Going on verifies a record.
        }
        checkEnd();
        checkReached(revision);
    }

    /**
     * To be called where the current record cannot be applied to what was read before: says what is wrong with the log.
     * A log of another course, or with damage, may be found out only after the records that do not fit.
     *
     * @param revision up to which the log must reach
     * @param cause what applying the record ended in
     * @return what to throw if nothing else is wrong with the log
     * @throws ThetisException as {@link #verifyRest}
     */
    public ThetisException explain(long revision, Throwable cause) {
        ThetisException problem = reader.doesNotFit(cause);
        verifyRest(revision);
        return problem;
    }

    /** Whether the current record is a commit; else it is a token. */
    public boolean isCommit() {
        return reader.kind() == LogLayout.COMMIT;
    }

    /** The current record. */
    public LogRecord record() {
        verify();
        LogRecord record = reader.record();
        return record instanceof LogRecord.Commit commit
                        && reader.segment().header().isOfOneCommit()
                        && commit.operations() instanceof KeptOperations rest
                ? new LogRecord.Commit(
                        commit.revision(),
                        commit.timeMillis(),
                        commit.message(),
                        new LoggedOperations(directory, reader.segment(), reader.offset(), rest))
                : record;
    }

    /** The current commit without its operations. */
    public Revision info() {
        verifyPlace();
        return reader.info();
    }

    /** What is to be noted of the current commit so that it is known again. */
    public LogMark mark() {
        verify();
        return new LogMark(reader.revision(), reader.checksum());
    }

    private void verify() {
        verifyPlace();
        if (!verified) {
            long begin = reader.offset();
            if (reader.read(begin, aheadBytes, true) != Found.RECORD) {
                throw LogErrors.damaged(reader.path(), begin, "the record that was here", "another checksum");
            }
            verified = true;
        }
    }

    private void verifyPlace() {
        if (!atRecord) {
            throw new ThetisException(ErrorCode.INTERNAL, "a cursor of the log was asked for a record beyond its end");
        }
    }

    /** The revision of the last commit passed, or of the last before the first to be given. */
    public long lastRevision() {
        return nextRevision - 1;
    }

    /** The segment in which the cursor is. */
    public Path file() {
        return reader.path();
    }

    /** Where the next record begins, or where the valid tail ends, in {@link #file()}. */
    public long offset() {
        return offset;
    }

    /** At the end: how many bytes after it, up to the last that is not zero, are no record. */
    public long tornBytes() {
        reader.refresh();
        return reader.lastNonZero(offset) + 1 - offset;
    }

    /** Records given so far, tokens included. */
    public long recordCount() {
        return recordCount;
    }

    /** Commits given so far. */
    public long commitCount() {
        return commitCount;
    }

    /** Bytes of the records given so far. */
    public long byteCount() {
        return byteCount;
    }

    Segment segment() {
        return reader.segment();
    }

    /** Whether the record before {@link #offset()} is the seal of a log that was closed. */
    boolean isSealed() {
        return sealed;
    }

    /** The chained checksums of all records of the segment up to {@link #offset()}, if all were read. */
    int chainedChecksum() {
        return chainedChecksum;
    }

    @Override
    public void close() {
        kept.values().forEach(SegmentReader::close);
        kept.clear();
    }
}
