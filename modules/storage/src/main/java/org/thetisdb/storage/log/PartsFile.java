package org.thetisdb.storage.log;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Locale;
import java.util.UUID;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.WritableFile;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.storage.log.LogDirectory.Segment;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.storage.packing.ByteSink;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A segment of the log in the making: takes the operations of one transaction while it runs, and becomes the next
 * segment when it commits. Nobody else's records are in it.
 *
 * <pre>
 *   log/parts-9f3a….log.new       part ─► part ─► …           the transaction writes and syncs, nobody waits
 *        │ commit, under the log's lock: header and commit record are written and synced, the file is renamed
 *        ▼
 *   log/00000008.log              header, part, part, …, commit
 * </pre>
 *
 * <p>Why a file of its own. Were the parts put between the records of others, they would stay in the log when the
 * transaction rolls back, and each reader of the log had to look for them, in segments that a checkpoint wants to
 * delete. Here a rollback deletes a file, a crash leaves one that has no segment's name, and of a committed one all is
 * in one segment, in the order in which it counts.
 *
 * <p>Invariants: what is in the file up to {@link #bytes()} never changes; the name of a segment is given only when
 * all of it is on the device; once that is begun the file is the log's.
 *
 * <p>Threads: the transaction's until {@link #become}, which the log calls with its lock.
 */
final class PartsFile {
    /** So much is written between two syncs: the last, at the commit, then finds little to do. */
    private static final long SYNC_BYTES = 8L << 20;

    private final FileSystem fileSystem;
    private final UUID databaseId;
    private final long partsId;
    private final FaultPoints faultPoints;
    private final int partsChecksum;
    private final RecordBuffer buffer = new RecordBuffer();
    private final WritableFile file;
    private Path path;
    private long offset = LogLayout.HEADER_BYTES;
    private long syncedOffset;
    private int chainedChecksum;
    private boolean closed;
    private boolean given;

    /** The segment that it has become. */
    record Adopted(SegmentWriter segment, LogMark commit, int chainedChecksum) {}

    private PartsFile(
            FileSystem fileSystem,
            UUID databaseId,
            long partsId,
            FaultPoints faultPoints,
            Path path,
            WritableFile file) {
        this.fileSystem = fileSystem;
        this.databaseId = databaseId;
        this.partsId = partsId;
        this.faultPoints = faultPoints;
        this.partsChecksum = LogLayout.partsChecksum(databaseId, partsId);
        this.path = path;
        this.file = file;
    }

    /**
     * Begins a file beside the segments.
     *
     * @param directory of the log
     * @param partsId drawn for it, not 0: binds the parts to this file before it has a number
     */
    static PartsFile create(
            FileSystem fileSystem, Path directory, UUID databaseId, long partsId, FaultPoints faultPoints) {
        Path path =
                directory.resolve(String.format(Locale.ROOT, "parts-%016x%s", partsId, LogLayout.UNFINISHED_SUFFIX));
        return new PartsFile(fileSystem, databaseId, partsId, faultPoints, path, fileSystem.create(path));
    }

    /** How many bytes of records it has. */
    long bytes() {
        return offset - LogLayout.HEADER_BYTES;
    }

    /** Where the commit is to be, and is once there is one. */
    long commitOffset() {
        return offset;
    }

    /**
     * Writes a part.
     *
     * @param operations whole ones
     * @throws ThetisException {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED}: nothing of the log has changed
     */
    void append(byte[] operations) {
        faultPoints.pass(Point.LOG_PART);
        // Nothing says that it is known to be on the device: the file is no segment before all of it is.
        buffer.begin(LogLayout.PART, 0);
        int checksum = buffer.end(operations, partsChecksum, offset);
        MemorySegment record = buffer.take();
        file.write(offset, record);
        offset += record.byteSize();
        chainedChecksum = LogLayout.chainedChecksum(chainedChecksum, checksum);
        if (offset - syncedOffset >= SYNC_BYTES) {
            sync();
        }
    }

    /** Returns when all parts are on the device. */
    void sync() {
        file.force();
        syncedOffset = offset;
    }

    /** A reader of the parts, before the file is a segment and after that. */
    SegmentReader newReader() {
        SegmentHeader header = new SegmentHeader(databaseId, 0, 0, 0, 0, partsId);
        return new SegmentReader(new Segment(path, header, 0), fileSystem.openForRead(path));
    }

    /**
     * Ends the file with a commit, and makes it a segment of the log.
     *
     * @param header of the segment
     * @param target the segment's name
     * @param commit writes the body of the commit's record but for its operations
     * @return the segment, all of which is on the device under its name
     * @throws ThetisException if {@link #isGiven()}, nobody can say whether there is a segment now; else there is none
     */
    Adopted become(SegmentHeader header, Path target, CommitHead commit, byte[] rest) {
        MemorySegment headerBytes = Arena.ofAuto().allocate(LogLayout.HEADER_BYTES);
        LogLayout.writeHeader(headerBytes, header);
        int headerChecksum = LogLayout.storedHeaderChecksum(headerBytes);
        commit.writeTo(buffer.begin(LogLayout.COMMIT, 0));
        int checksum = buffer.end(rest, headerChecksum, offset);
        MemorySegment record = buffer.take();
        file.write(offset, record);
        file.write(0, headerBytes);
        file.force();
        close();
        given = true;
        fileSystem.renameAtomically(path, target);
        fileSystem.forceEntry(target);
        path = target;
        faultPoints.pass(Point.LOG_ADOPTED);
        return new Adopted(
                SegmentWriter.opened(fileSystem, target, header, headerChecksum, offset + record.byteSize()),
                new LogMark(header.firstRevision(), checksum),
                LogLayout.chainedChecksum(chainedChecksum, checksum));
    }

    /** What a commit's record begins with. */
    interface CommitHead {
        /** Writes it. */
        void writeTo(ByteSink head);
    }

    /** Whether the log has it, or may have. */
    boolean isGiven() {
        return given;
    }

    long partsId() {
        return partsId;
    }

    private void close() {
        if (!closed) {
            closed = true;
            file.close();
        }
    }

    /** Removes the file, unless the log has it. */
    void discard() {
        if (given) {
            return;
        }
        try {
            close();
            fileSystem.delete(path);
        } catch (ThetisException _) {
            // Nobody needs it, and the next who opens the log to write removes it.
            return;
        }
    }
}
