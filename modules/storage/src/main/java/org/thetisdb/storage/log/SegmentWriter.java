package org.thetisdb.storage.log;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.WritableFile;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The segment at the log's end. Its file is longer than its records: zeros are written ahead, so that a full
 * disk is met before a record is begun, and synced if commits wait for that: a commit's sync then has no length and no
 * block map to write.
 *
 * <p>All methods are called by one thread at a time, {@link #preallocatedBytes()} by any.
 */
final class SegmentWriter {
    /** How far to write zeros ahead: far enough to be rare, not so far as to be felt. */
    private static final long AHEAD_BYTES = 1 << 20;

    private static final long PAGE_BYTES = 4 << 10;
    private static final MemorySegment ZEROS = Arena.global().allocate(1 << 18).asReadOnly();

    private final Path path;
    private final SegmentHeader header;
    private final int headerChecksum;
    private final WritableFile file;
    private volatile long preallocatedBytes;

    private SegmentWriter(
            Path path, SegmentHeader header, int headerChecksum, WritableFile file, long preallocatedBytes) {
        this.path = path;
        this.header = header;
        this.headerChecksum = headerChecksum;
        this.file = file;
        this.preallocatedBytes = preallocatedBytes;
    }

    /**
     * Makes a segment that is on the device under its name when this returns. If the disk is full there is none.
     *
     * @param endOffset up to where there must be room
     * @param segmentBytes beyond which no more room is made than that
     */
    static SegmentWriter create(
            FileSystem fileSystem, Path directory, SegmentHeader header, long endOffset, long segmentBytes) {
        try {
            return create(fileSystem, directory, header, roomFor(endOffset, segmentBytes));
        } catch (ThetisException e) {
            if (e.code() != ErrorCode.DISK_FULL) {
                throw e;
            }
            return create(fileSystem, directory, header, roundUp(endOffset));
        }
    }

    private static long roomFor(long endOffset, long segmentBytes) {
        return Math.max(roundUp(endOffset), Math.min(endOffset + AHEAD_BYTES, segmentBytes));
    }

    private static long roundUp(long bytes) {
        return (bytes + PAGE_BYTES - 1) & -PAGE_BYTES;
    }

    private static SegmentWriter create(FileSystem fileSystem, Path directory, SegmentHeader header, long fileBytes) {
        Path path = directory.resolve(LogLayout.fileName(header.number()));
        Path unfinished = directory.resolve(path.getFileName() + ".new");
        int headerChecksum;
        try (WritableFile file = fileSystem.create(unfinished);
                Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(LogLayout.HEADER_BYTES);
            LogLayout.writeHeader(bytes, header);
            headerChecksum = LogLayout.storedHeaderChecksum(bytes);
            file.write(0, bytes);
            writeZeros(file, LogLayout.HEADER_BYTES, fileBytes);
            file.force();
        } catch (ThetisException e) {
            discard(fileSystem, unfinished, e);
            throw e;
        }
        fileSystem.renameAtomically(unfinished, path);
        fileSystem.forceDirectory(directory);
        return new SegmentWriter(path, header, headerChecksum, fileSystem.openForWrite(path), fileBytes);
    }

    /** Opens a segment of one commit, all of which is on the device. */
    static SegmentWriter opened(
            FileSystem fileSystem, Path path, SegmentHeader header, int headerChecksum, long endOffset) {
        return new SegmentWriter(path, header, headerChecksum, fileSystem.openForWrite(path), endOffset);
    }

    /** Opens a segment whose records end at an offset; what is after it is cut off. */
    static SegmentWriter reopen(
            FileSystem fileSystem, Path path, SegmentHeader header, int headerChecksum, long endOffset) {
        WritableFile file = fileSystem.openForWrite(path);
        try {
            file.truncate(endOffset);
            file.force();
        } catch (ThetisException e) {
            file.close();
            throw e;
        }
        return new SegmentWriter(path, header, headerChecksum, file, endOffset);
    }

    private static void discard(FileSystem fileSystem, Path unfinished, ThetisException cause) {
        try {
            if (fileSystem.exists(unfinished)) {
                fileSystem.delete(unfinished);
            }
        } catch (ThetisException e) {
            // It is removed at the next open; what matters to the caller is why it could not be written.
            cause.addSuppressed(e);
        }
    }

    Path path() {
        return path;
    }

    SegmentHeader header() {
        return header;
    }

    int headerChecksum() {
        return headerChecksum;
    }

    /** Whether no record may come after those that it has. */
    boolean isComplete() {
        return header.isOfOneCommit();
    }

    /** How far records can be written without a change of the file's length. */
    long preallocatedBytes() {
        return preallocatedBytes;
    }

    /** Whether it is time to make room after an offset, before somebody has to wait for it. */
    boolean isRoomScarce(long endOffset, long segmentBytes) {
        return !isComplete()
                && preallocatedBytes - endOffset < AHEAD_BYTES / 2
                && preallocatedBytes < roomFor(endOffset, segmentBytes);
    }

    /**
     * Makes the file longer by zeros that are on the device when this returns, if commits wait for that; else the
     * system has them, and the next sync takes them along, for which nobody waits. After an error the file is no
     * longer than it was, as far as that could be done.
     *
     * @param endOffset up to where there must be room
     * @param options says how much more room is made, and whether it is to be on the device when this returns
     * @param nothingUnsynced whether all records are on the device: then it is harmless if only the sync finds the
     *     disk full; else that says nothing good of the records, and is {@link ErrorCode#IO_FAILED}
     */
    void makeRoom(long endOffset, LogOptions options, boolean nothingUnsynced) {
        try {
            preallocate(roomFor(endOffset, options.segmentBytes()), options, nothingUnsynced);
        } catch (ThetisException e) {
            if (e.code() != ErrorCode.DISK_FULL) {
                throw e;
            }
            preallocate(roundUp(endOffset), options, nothingUnsynced);
        }
    }

    private void preallocate(long fileBytes, LogOptions options, boolean nothingUnsynced) {
        if (fileBytes <= preallocatedBytes) {
            return;
        }
        try {
            writeZeros(file, preallocatedBytes, fileBytes);
        } catch (ThetisException e) {
            throw cutBack(e);
        }
        try {
            if (options.durability() == Durability.SYNC) {
                file.force();
            }
        } catch (ThetisException e) {
            throw nothingUnsynced ? cutBack(e) : new ThetisException(ErrorCode.IO_FAILED, e.getMessage(), e);
        }
        preallocatedBytes = fileBytes;
    }

    private ThetisException cutBack(ThetisException cause) {
        try {
            file.truncate(preallocatedBytes);
        } catch (ThetisException truncation) {
            cause.addSuppressed(truncation);
        }
        return cause;
    }

    private static void writeZeros(WritableFile file, long from, long to) {
        for (long offset = from; offset < to; ) {
            long bytes = Math.min(to - offset, ZEROS.byteSize());
            file.write(offset, ZEROS.asSlice(0, bytes));
            offset += bytes;
        }
    }

    void write(long offset, MemorySegment bytes) {
        file.write(offset, bytes);
    }

    void force() {
        file.force();
    }

    /** Cuts off the zeros after the last record and closes the file; that is on the device when this returns. */
    void finish(long endOffset) {
        try {
            file.truncate(endOffset);
            file.force();
        } finally {
            file.close();
        }
    }

    /** Closes the file and leaves it as it is. */
    void abandon() {
        file.close();
    }
}
