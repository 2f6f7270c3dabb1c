package org.thetisdb.storage.log;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.storage.log.LogDirectory.Segment;
import org.thetisdb.storage.log.LogRecord.TokenKind;
import org.thetisdb.storage.report.Revision;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Reads the records of one segment through a buffer, in any order; in ascending order fastest. The record that the last
 * {@link #read} found is the current one. One thread at a time.
 */
final class SegmentReader implements AutoCloseable {
    /** What is at an offset. */
    enum Found {
        RECORD,
        /** Zeros or the end of the file. */
        END,
        /** Bytes that are no record: torn, damaged, or being written. */
        INVALID;

        /** For error messages. */
        String text() {
            return this == END ? "zeros or the end of the file" : "bytes that are no record";
        }
    }

    /** For a point read: an index entry's distance and a small record more. */
    static final int POINT_BYTES = 5 << 10;

    /** For a scan. */
    static final int SCAN_BYTES = 128 << 10;

    private static final int TIME_AND_MESSAGE_MAX = 1 << 17;
    private static final TokenKind[] TOKEN_KINDS = TokenKind.values();

    private final Segment segment;
    private final int partsChecksum;
    private final ReadableFile file;
    private static final MemorySegment ZEROS =
            MemorySegment.ofArray(new byte[4 << 10]).asReadOnly();

    private final ReadBuffer readBuffer = new ReadBuffer(POINT_BYTES);
    private MemorySegment buffer = readBuffer.memory();
    private long bufferOffset;
    private long bufferedBytes;

    private long recordOffset;
    private int recordBytes;
    private int recordChecksum;
    private long revision;

    SegmentReader(Segment segment, ReadableFile file) {
        this.segment = segment;
        this.partsChecksum = LogLayout.partsChecksum(
                segment.header().databaseId(), segment.header().partsId());
        this.file = file;
    }

    Segment segment() {
        return segment;
    }

    Path path() {
        return segment.path();
    }

    /** Forgets what was buffered: somebody may have written since. */
    void refresh() {
        bufferedBytes = 0;
        if (buffer.byteSize() > SCAN_BYTES) {
            replaceBuffer(SCAN_BYTES);
        }
    }

    /**
     * Looks at what lies at an offset, and makes it the current record if it is one.
     *
     * @param aheadBytes how much to read at once when the buffer has not got it
     * @param verify whether to compare the checksum; without, only what was verified before may be read
     */
    Found read(long offset, int aheadBytes, boolean verify) {
        if (!load(offset, LogLayout.RECORD_BYTES_MIN, aheadBytes)) {
            return isZero(offset) ? Found.END : Found.INVALID;
        }
        int bytes = LogLayout.recordBytes(buffer, offset - bufferOffset);
        if (bytes == 0) {
            return Found.END;
        }
        if (bytes < LogLayout.RECORD_BYTES_MIN) {
            return Found.INVALID;
        }
        if (!verify) {
            load(offset, Math.min(bytes, LogLayout.RECORD_OVERHEAD_BYTES_MAX), aheadBytes);
            recordOffset = offset;
            recordBytes = bytes;
            return readRevision() ? Found.RECORD : Found.INVALID;
        }
        if (offset + bytes > bufferOffset + bufferedBytes
                && (offset + bytes > file.sizeBytes() || !load(offset, bytes, aheadBytes))) {
            return Found.INVALID;
        }
        int stored = LogLayout.storedRecordChecksum(buffer, offset - bufferOffset);
        boolean isPart = LogLayout.recordKind(buffer, offset - bufferOffset) == LogLayout.PART;
        int seed = isPart ? partsChecksum : segment.headerChecksum();
        int computed = LogLayout.recordChecksumOf(buffer, offset - bufferOffset, bytes, seed, offset);
        if (stored != computed) {
            return Found.INVALID;
        }
        recordOffset = offset;
        recordBytes = bytes;
        recordChecksum = stored;
        return readRevision() ? Found.RECORD : Found.INVALID;
    }

    /** Whether the rest of the file after an offset, less than a record, is zeros or nothing. */
    private boolean isZero(long offset) {
        for (long at = offset; at < bufferOffset + bufferedBytes; at++) {
            if (buffer.get(ValueLayout.JAVA_BYTE, at - bufferOffset) != 0) {
                return false;
            }
        }
        return true;
    }

    private boolean readRevision() {
        int kind = kind();
        if (kind == LogLayout.COMMIT) {
            try {
                ByteSource source = body(Math.min(recordBytes, LogLayout.RECORD_OVERHEAD_BYTES_MAX));
                source.readVarint();
                revision = source.readVarint();
            } catch (ThetisException e) {
                throw damaged(e);
            }
            return true;
        }
        boolean isOfOneCommit = segment.header().isOfOneCommit();
        return isOfOneCommit ? kind == LogLayout.PART : kind == LogLayout.TOKEN || kind == LogLayout.SEAL;
    }

    long offset() {
        return recordOffset;
    }

    /** Where the current record ends and the next begins. */
    long endOffset() {
        return recordOffset + recordBytes;
    }

    int kind() {
        return LogLayout.recordKind(buffer, recordOffset - bufferOffset);
    }

    /** The current record's stored checksum, if it was verified. */
    int checksum() {
        return recordChecksum;
    }

    /** The current commit's revision. */
    long revision() {
        return revision;
    }

    /** Up to where the segment was known to be on the device when the current record was made. */
    long syncedBytes() {
        return recordOffset - body(recordBytes).readVarint();
    }

    /** The operations of the current record, which is a part. */
    ByteSource part() {
        ByteSource source = body(recordBytes);
        source.readVarint();
        return source;
    }

    /** The current record, unless it is a seal or a part; of a commit, the operations that it has itself. */
    LogRecord record() {
        try {
            ByteSource source = body(recordBytes);
            source.readVarint();
            if (kind() == LogLayout.TOKEN) {
                return token(source);
            }
            source.readVarint();
            long timeMillis = source.readVarint();
            Optional<String> message = message(source);
            return new LogRecord.Commit(
                    revision, timeMillis, message, new KeptOperations(source.readBytes(source.remaining())));
        } catch (ThetisException e) {
            throw damaged(e);
        }
    }

    /** The current commit without its operations. */
    Revision info() {
        try {
            int bytes = Math.min(recordBytes, TIME_AND_MESSAGE_MAX);
            if (!load(recordOffset, bytes, bytes)) {
                throw LogErrors.damaged(path(), recordOffset, recordBytes + " bytes", "the end of the file");
            }
            ByteSource source = body(bytes);
            source.readVarint();
            source.readVarint();
            long timeMillis = source.readVarint();
            return new Revision(revision, timeMillis, message(source));
        } catch (ThetisException e) {
            throw damaged(e);
        }
    }

    /** What to say when the current record cannot be applied. */
    ThetisException doesNotFit(Throwable cause) {
        return cause instanceof ThetisException known && known.code() != ErrorCode.INTERNAL
                ? damaged(known)
                : LogErrors.recordDoesNotFit(path(), recordOffset, cause);
    }

    private ThetisException damaged(ThetisException cause) {
        return cause.code() == ErrorCode.CORRUPT_STRUCTURE
                ? LogErrors.damagedRecord(path(), recordOffset, cause)
                : cause;
    }

    private static Optional<String> message(ByteSource source) {
        int lengthAndOne = source.readInt(source.remaining() + 1);
        return lengthAndOne == 0
                ? Optional.empty()
                : Optional.of(new String(source.readBytes(lengthAndOne - 1), StandardCharsets.UTF_8));
    }

    private static LogRecord.Token token(ByteSource source) {
        TokenKind kind = TOKEN_KINDS[source.readInt(TOKEN_KINDS.length - 1)];
        int id = source.readInt(Integer.MAX_VALUE);
        if (kind != TokenKind.LABEL_SET) {
            return LogRecord.Token.named(kind, id, source.readString());
        }
        int count = source.readCount();
        List<Integer> labelIds = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            labelIds.add(source.readInt(Integer.MAX_VALUE));
        }
        return LogRecord.Token.labelSet(id, labelIds);
    }

    private ByteSource body(int bytes) {
        long from = recordOffset + LogLayout.BODY_OFFSET - bufferOffset;
        ByteBuffer body = buffer.asSlice(from, Math.min(bytes - LogLayout.BODY_OFFSET, bufferedBytes - from))
                .asByteBuffer();
        return new ByteSource(body);
    }

    /** Whether a range of the file is in the buffer, perhaps after reading it. */
    private boolean load(long offset, int bytes, int aheadBytes) {
        if (offset >= bufferOffset && offset + bytes <= bufferOffset + bufferedBytes) {
            return true;
        }
        int wantedBytes = Math.max(bytes, aheadBytes);
        if (wantedBytes > buffer.byteSize()) {
            replaceBuffer(wantedBytes <= SCAN_BYTES ? wantedBytes : Long.highestOneBit(2L * wantedBytes - 1));
        }
        bufferOffset = offset;
        bufferedBytes = 0;
        while (bufferedBytes < wantedBytes) {
            long count = file.read(offset + bufferedBytes, buffer.asSlice(bufferedBytes, wantedBytes - bufferedBytes));
            if (count <= 0) {
                break;
            }
            bufferedBytes += count;
        }
        return bufferedBytes >= bytes;
    }

    private void replaceBuffer(long bytes) {
        bufferedBytes = 0;
        buffer = MemorySegment.NULL;
        readBuffer.replace(bytes);
        buffer = readBuffer.memory();
    }

    /**
     * The first valid record from an offset on that says that something after {@code syncedOffset} was on the device
     * when it was made; -1 if there is none.
     */
    long findClaim(long from, long syncedOffset) {
        long fileBytes = file.sizeBytes();
        for (long at = from; load(at, LogLayout.RECORD_BYTES_MIN, SCAN_BYTES); at++) {
            int bytes = LogLayout.recordBytes(buffer, at - bufferOffset);
            if (bytes == 0) {
                // Most of what is after a log's end are the zeros written ahead.
                at = Math.max(at, nextNonZero(at) - Integer.BYTES);
                continue;
            }
            int kind = LogLayout.recordKind(buffer, at - bufferOffset);
            if (bytes < LogLayout.RECORD_BYTES_MIN
                    || bytes > fileBytes - at
                    || kind < LogLayout.COMMIT
                    || kind > LogLayout.PART) {
                continue;
            }
            // Reading a candidate may move the buffer: by much only if the candidate is long, and few are.
            recordOffset = at;
            recordBytes = bytes;
            if (load(at, Math.min(bytes, LogLayout.RECORD_OVERHEAD_BYTES_MAX), SCAN_BYTES)
                    && claims(syncedOffset)
                    && read(at, SCAN_BYTES, true) == Found.RECORD) {
                return at;
            }
        }
        return -1;
    }

    /** Where the last byte from an offset on lies that is not zero; the byte before it if there is none. */
    long lastNonZero(long from) {
        long last = from - 1;
        for (long at = from; load(at, 1, SCAN_BYTES); at++) {
            at = nextNonZero(at);
            if (at < bufferOffset + bufferedBytes) {
                last = at;
            } else {
                at--;
            }
        }
        return last;
    }

    /** The first byte in the buffer, from an offset on, that is not zero; after the buffer if there is none. */
    private long nextNonZero(long from) {
        long place = from - bufferOffset;
        long left = bufferedBytes - place;
        while (left > 0) {
            long bytes = Math.min(left, ZEROS.byteSize());
            long mismatch = MemorySegment.mismatch(buffer, place, place + bytes, ZEROS, 0, bytes);
            if (mismatch >= 0) {
                return bufferOffset + place + mismatch;
            }
            place += bytes;
            left -= bytes;
        }
        return bufferOffset + place;
    }

    private boolean claims(long syncedOffset) {
        try {
            return syncedBytes() > syncedOffset;
        } catch (ThetisException _) {
            // Not even a number: this is no record.
            return false;
        }
    }

    @Override
    public void close() {
        readBuffer.close();
        file.close();
    }
}
