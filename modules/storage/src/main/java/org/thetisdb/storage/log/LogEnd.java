package org.thetisdb.storage.log;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.storage.packing.ByteSink;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.UnicodeText;

/**
 * Where a log ends: the segment that takes records, and those that wait in the buffer for being written to it.
 *
 * <pre>
 *   position   0, when the log was opened           taken                 appended
 *              ├──────────── in the file ────────────┼───── in the buffer ─────┤
 *   offset     position - segmentPosition, in the segment that was begun last
 * </pre>
 *
 * <p>Invariants: revisions of commits grow by one; a record lies whole in one segment; chained checksum = that of all
 * records of the segment so far.
 *
 * <p>Guarded by the log's lock.
 */
final class LogEnd {
    private static final int MESSAGE_BYTES_MAX = 1 << 16;
    private static final byte[] NOTHING = {};

    private final FaultPoints faultPoints;
    private final RecordBuffer buffer = new RecordBuffer();
    private SegmentWriter segment;

    /** The position that would be at the segment's first byte. */
    private long segmentPosition;

    /** Positions count bytes of records since the log was opened. */
    private long appended;

    private long lastRevision;
    private int chainedChecksum;
    private LogMark lastCommit = LogMark.NONE;
    private boolean sealed;

    LogEnd(FaultPoints faultPoints, SegmentWriter segment, int chainedChecksum, boolean sealed, LogRecovery recovery) {
        this.faultPoints = faultPoints;
        this.segment = segment;
        this.segmentPosition = -recovery.endOffset();
        this.lastRevision = recovery.lastRevision();
        this.chainedChecksum = chainedChecksum;
        this.sealed = sealed;
    }

    SegmentWriter segment() {
        return segment;
    }

    /** Up to where records were appended. */
    long appended() {
        return appended;
    }

    /** Where the next record begins in the segment. */
    long offset() {
        return appended - segmentPosition;
    }

    /** The position of an offset in the segment. */
    long position(long offset) {
        return offset + segmentPosition;
    }

    long lastRevision() {
        return lastRevision;
    }

    /** The commit that was appended last, by this object. */
    LogMark lastCommit() {
        return lastCommit;
    }

    /** Whether a seal is the last record. */
    boolean isSealed() {
        return sealed;
    }

    // ---------------------------------------------------------------- records

    /** The most bytes that a name or label set takes. */
    static long bytesMax(LogRecord.Token token) {
        return LogLayout.RECORD_OVERHEAD_BYTES_MAX
                + UnicodeText.utf8(token.name()).length
                + token.labelIds().size() * 5L;
    }

    void append(LogRecord.Token token, long durable) {
        ByteSink head = begin(LogLayout.TOKEN, durable);
        head.writeByte(token.kind().ordinal());
        head.writeVarint(token.id());
        if (token.kind() == LogRecord.TokenKind.LABEL_SET) {
            head.writeVarint(token.labelIds().size());
            token.labelIds().forEach(head::writeVarint);
        } else {
            head.writeString(token.name());
        }
        end(NOTHING);
    }

    /**
     * A commit's message as bytes.
     *
     * @throws ThetisException {@link ErrorCode#LIMIT_EXCEEDED} if it is too long
     */
    static Optional<byte[]> checkedMessage(Optional<String> message) {
        Optional<byte[]> bytes = message.map(UnicodeText::utf8);
        if (length(bytes) > MESSAGE_BYTES_MAX) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "the message of a commit is too long: bytes=" + length(bytes) + ", bytesMax=" + MESSAGE_BYTES_MAX);
        }
        return bytes;
    }

    private static int length(Optional<byte[]> message) {
        return message.map(bytes -> bytes.length).orElse(0);
    }

    /** The most bytes that a commit takes. */
    static long bytesMax(Optional<byte[]> message, byte[] operations) {
        return (long) LogLayout.RECORD_OVERHEAD_BYTES_MAX + length(message) + operations.length;
    }

    void requireNext(long revision) {
        if (revision != lastRevision + 1) {
            throw new ThetisException(
                    ErrorCode.INTERNAL,
                    "a revision is out of order: revision=" + revision + ", lastRevision=" + lastRevision);
        }
    }

    void append(long revision, long timeMillis, Optional<byte[]> message, byte[] operations, long durable) {
        requireNext(revision);
        writeCommitHead(begin(LogLayout.COMMIT, durable), revision, timeMillis, message);
        lastCommit = new LogMark(revision, end(operations));
        lastRevision = revision;
    }

    /** What a commit's record has before its operations. */
    static void writeCommitHead(ByteSink head, long revision, long timeMillis, Optional<byte[]> message) {
        head.writeVarint(revision);
        head.writeVarint(timeMillis);
        if (message.isPresent()) {
            head.writeVarint(message.get().length + 1L);
            head.writeBytes(message.get());
        } else {
            head.writeVarint(0);
        }
    }

    /** Says that the log was closed in good order. */
    void appendSeal(long durable) {
        begin(LogLayout.SEAL, durable);
        end(NOTHING);
    }

    private ByteSink begin(int kind, long durable) {
        long durableOffset = Math.max(LogLayout.HEADER_BYTES, durable - segmentPosition);
        sealed = kind == LogLayout.SEAL;
        return buffer.begin(kind, offset() - durableOffset);
    }

    private int end(byte[] rest) {
        long bytesBefore = buffer.bytes();
        faultPoints.pass(Point.LOG_RECORD);
        int checksum = buffer.end(rest, segment.headerChecksum(), offset());
        chainedChecksum = LogLayout.chainedChecksum(chainedChecksum, checksum);
        appended += buffer.bytes() - bytesBefore;
        return checksum;
    }

    /** All records since the last call, to be written; they end where the log ends. */
    MemorySegment take() {
        return buffer.take();
    }

    // ---------------------------------------------------------------- segments

    /** The header of the segment that would begin here. */
    SegmentHeader nextHeader() {
        return new SegmentHeader(
                segment.header().databaseId(),
                segment.header().number() + 1,
                lastRevision + 1,
                offset(),
                chainedChecksum,
                0);
    }

    /** A commit has come as a segment of its own, after all that is here; nothing waits in the buffer. */
    void adopt(PartsFile.Adopted adopted) {
        continueIn(adopted.segment());
        appended += adopted.segment().preallocatedBytes() - LogLayout.HEADER_BYTES;
        chainedChecksum = adopted.chainedChecksum();
        lastCommit = adopted.commit();
        lastRevision = adopted.commit().revision();
        sealed = false;
    }

    /** Records go into another segment from here on; nothing waits in the buffer. */
    void continueIn(SegmentWriter next) {
        segment = next;
        segmentPosition = appended - LogLayout.HEADER_BYTES;
        chainedChecksum = 0;
    }
}
