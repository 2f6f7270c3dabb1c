package org.thetisdb.storage.backup;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.base.DataFiles;
import org.thetisdb.storage.file.DataFile;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.file.Superblock;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.log.LogExtent;
import org.thetisdb.storage.log.LogReader;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A database as of a moment, to be copied while it is written: the superblock of that moment, the data files of its
 * root, the log up to a revision after it. All files are open, so nothing that is deleted meanwhile is lost. One
 * thread.
 */
final class BackupSource implements AutoCloseable {
    /** How often a checkpoint may delete files between the look at the superblock and their opening. */
    private static final int TRIES_MAX = 50;

    private static final long RETRY_NANOS = 5_000_000;

    /**
     * A file, or its begin.
     *
     * @param name relative to the directory
     * @param checkedOffset where what the checksum covers begins: the table of checksums of a data file
     * @param dataFile its number, or -1 for a part of the log
     */
    record Piece(String name, ReadableFile file, long bytes, long checkedOffset, int dataFile) {}

    private final FileSystem fileSystem;
    private final Path directory;
    private final List<Piece> pieces = new ArrayList<>();
    private Superblock superblock;
    private long revision;
    private long timeMillis;

    private BackupSource(FileSystem fileSystem, Path directory, Superblock superblock) {
        this.fileSystem = fileSystem;
        this.directory = directory;
        this.superblock = superblock;
        revision = superblock.revision();
        timeMillis = superblock.timeMillis();
    }

    /** @param newest tells up to which revision the log may be copied; asked after the superblock was read */
    static BackupSource open(FileSystem fileSystem, Path directory, DataFiles dataFiles, LongSupplier newest) {
        for (int count = 1; ; count++) {
            try {
                return openOnce(fileSystem, directory, dataFiles, newest);
            } catch (ThetisException vanished) {
                boolean again =
                        vanished.code() == ErrorCode.FILE_MISSING || vanished.code() == ErrorCode.LOG_SEGMENT_MISSING;
                if (!again || count == TRIES_MAX) {
                    throw vanished;
                }
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private static BackupSource openOnce(
            FileSystem fileSystem, Path directory, DataFiles dataFiles, LongSupplier newest) {
        BackupSource source = new BackupSource(
                fileSystem, directory, Superblocks.read(fileSystem, directory).current());
        boolean opened = false;
        try {
            source.openAll(dataFiles, newest);
            opened = true;
            return source;
        } finally {
            if (!opened) {
                source.close();
            }
        }
    }

    private void openAll(DataFiles dataFiles, LongSupplier newest) {
        long oldest;
        try (BaseSnapshot base = BaseSnapshot.open(dataFiles, superblock)) {
            for (DataFile file : base.root().dataFiles()) {
                Path path = StoreFiles.dataFile(directory, file.number());
                pieces.add(new Piece(
                        path.getFileName().toString(),
                        fileSystem.openForRead(path),
                        file.geometry().endOffset(),
                        file.geometry().checksumTableOffset(),
                        file.number()));
            }
            oldest = base.root().oldestRevision();
        }
        Path log = StoreFiles.logDirectory(directory);
        if (LogReader.exists(fileSystem, log)) {
            openLog(log, oldest, newest.getAsLong());
        }
    }

    private void openLog(Path log, long oldest, long newest) {
        LogExtent extent;
        try (LogReader reader = LogReader.open(fileSystem, log, superblock.databaseId())) {
            extent = reader.extent(newest);
        }
        if (extent.firstRevision() > oldest + 1) {
            throw new ThetisException(
                    ErrorCode.LOG_SEGMENT_MISSING,
                    "the log does not reach back to the oldest root: directory=" + log + ", expected=" + (oldest + 1)
                            + ", found=" + extent.firstRevision());
        }
        for (LogExtent.Piece piece : extent.pieces()) {
            pieces.add(new Piece(
                    log.getFileName() + "/" + piece.path().getFileName(),
                    fileSystem.openForRead(piece.path()),
                    piece.bytes(),
                    0,
                    -1));
        }
        if (extent.end().revision() >= superblock.revision()) {
            // The copy's log ends there, and has to.
            superblock = superblock.withLogMark(extent.end());
        }
        if (extent.revision() > revision) {
            revision = extent.revision();
            timeMillis = extent.timeMillis();
        }
    }

    Superblock superblock() {
        return superblock;
    }

    List<Piece> pieces() {
        return pieces;
    }

    long revision() {
        return revision;
    }

    long timeMillis() {
        return timeMillis;
    }

    @Override
    public void close() {
        pieces.forEach(piece -> piece.file().close());
    }
}
