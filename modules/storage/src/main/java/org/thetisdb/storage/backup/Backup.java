package org.thetisdb.storage.backup;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;
import org.thetisdb.io.DirectoryLock;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.io.WritableFile;
import org.thetisdb.storage.base.DataFiles;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.report.BackupResult;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Copies a database to a directory, or what has come since the last copy there. One thread, once. */
public final class Backup {
    private static final int COPY_BYTES = 1 << 20;

    private final FileSystem fileSystem;
    private final Path target;
    private final StoreOptions options;
    private final Map<String, BackupManifest.Part> parts = new LinkedHashMap<>();
    private final Set<Integer> newDataFiles = new TreeSet<>();
    private long copiedBytes;
    private int copiedFiles;

    /** @param options how to open the copy in order to verify it; its file system is the one of both directories */
    public Backup(Path target, StoreOptions options) {
        this.fileSystem = options.fileSystem();
        this.target = target;
        this.options = options;
    }

    /**
     * Makes the copy and has it verified. When this returns, it holds and is on the device.
     *
     * @param newest tells up to which revision the log may be copied
     * @param verification what to read of the copy before it counts
     * @throws ThetisException {@link ErrorCode#BACKUP_DIFFERS}, {@link ErrorCode#IMPORT_TARGET_EXISTS}, {@link
     *     ErrorCode#DATABASE_LOCKED} if another backup writes to the target, and whatever reading and writing files may
     *     end with; the copy that was there before holds on then
     */
    public BackupResult run(Path directory, DataFiles dataFiles, LongSupplier newest, Verification verification) {
        StoreDirectories.requireOutside(fileSystem, target);
        Optional<BackupManifest> former = prepareTarget(directory);
        try (DirectoryLock lock = fileSystem.lock(target);
                BackupSource source = BackupSource.open(fileSystem, directory, dataFiles, newest)) {
            former.ifPresent(each -> requireSameDatabase(each, source));
            for (BackupSource.Piece piece : source.pieces()) {
                put(piece, former.map(each -> each.parts().get(piece.name())));
            }
            forceDirectories();
            BackupManifest manifest = new BackupManifest(
                    Superblocks.image(source.superblock()),
                    source.superblock().databaseId(),
                    source.revision(),
                    source.timeMillis(),
                    parts);
            manifest.writeUnfinished(fileSystem, target);
            StoreOptions toRead = options.withFileSystem(new BackupFiles(fileSystem, target, manifest));
            long fromRevision = former.map(BackupManifest::revision).orElse(0L) + 1;
            long pages = verification.verify(target, toRead, manifest.revision(), newDataFiles, fromRevision);
            manifest.publish(fileSystem, lock.directory());
            removeOthers(target, manifest);
            removeOthers(StoreFiles.logDirectory(target), manifest);
            return new BackupResult(
                    target,
                    manifest.revision(),
                    manifest.timeMillis(),
                    copiedBytes,
                    copiedFiles,
                    manifest.totalBytes(),
                    pages);
        }
    }

    private Optional<BackupManifest> prepareTarget(Path directory) {
        if (target.toAbsolutePath()
                .normalize()
                .equals(directory.toAbsolutePath().normalize())) {
            throw new ThetisException(
                    ErrorCode.IMPORT_TARGET_EXISTS,
                    "a database cannot be its own backup: directory=" + directory + "; give another directory");
        }
        fileSystem.createDirectories(target);
        Optional<BackupManifest> former = BackupManifest.find(fileSystem, target);
        for (Path entry : former.isPresent() ? Set.<Path>of() : fileSystem.list(target)) {
            String name = entry.getFileName().toString();
            boolean ours = StoreFiles.dataFileNumber(entry).isPresent()
                    || entry.equals(StoreFiles.logDirectory(target))
                    || name.equals(BackupManifest.UNFINISHED_FILE)
                    || name.equals(StoreFiles.LOCK_FILE);
            if (!ours) {
                throw new ThetisException(
                        ErrorCode.IMPORT_TARGET_EXISTS,
                        "the directory holds something other than a backup: directory=" + target + ", found=" + name
                                + "; give a new or an empty directory, or the one of an earlier backup");
            }
        }
        fileSystem.createDirectories(StoreFiles.logDirectory(target));
        return former;
    }

    private void requireSameDatabase(BackupManifest former, BackupSource source) {
        if (!former.databaseId().equals(source.superblock().databaseId())) {
            throw differs("database " + source.superblock().databaseId(), "database " + former.databaseId());
        }
        if (former.revision() > source.revision()) {
            throw differs("at most revision " + source.revision(), "revision " + former.revision());
        }
    }

    private ThetisException differs(String expected, String found) {
        return new ThetisException(
                ErrorCode.BACKUP_DIFFERS,
                "the backup is of another database, or of another history of this one: target=" + target
                        + ", expected=" + expected + ", found=" + found
                        + "; give another directory; this one is left as it was");
    }

    /** Copies what of a piece is not there; makes sure that what is there is the same. */
    private void put(BackupSource.Piece piece, Optional<BackupManifest.Part> former) {
        boolean isLog = piece.dataFile() < 0;
        long keptBytes = former.map(BackupManifest.Part::bytes).orElse(0L);
        CRC32C checksum = new CRC32C();
        if (former.isPresent()) {
            long comparedBytes = isLog ? keptBytes : piece.bytes();
            boolean fits = isLog ? keptBytes <= piece.bytes() : keptBytes == piece.bytes();
            if (fits) {
                walk(piece.file(), piece.checkedOffset(), comparedBytes, checksum, Optional.empty());
            }
            if (!fits || (int) checksum.getValue() != former.get().checksum()) {
                throw differs(piece.name() + " as in the database", "other bytes");
            }
        }
        if (keptBytes < piece.bytes()) {
            Path path = target.resolve(piece.name());
            try (WritableFile file = former.isPresent() ? fileSystem.openForWrite(path) : fileSystem.create(path)) {
                // A backup that was killed may have left more than the former one counts.
                file.truncate(keptBytes);
                if (!isLog) {
                    walk(piece.file(), 0, piece.checkedOffset(), new CRC32C(), Optional.of(file));
                }
                walk(
                        piece.file(),
                        Math.max(keptBytes, piece.checkedOffset()),
                        piece.bytes(),
                        checksum,
                        Optional.of(file));
                file.force();
            }
            copiedBytes += piece.bytes() - keptBytes;
            copiedFiles++;
            if (!isLog) {
                newDataFiles.add(piece.dataFile());
            }
        }
        parts.put(piece.name(), new BackupManifest.Part(piece.bytes(), (int) checksum.getValue()));
    }

    /** Reads a range and perhaps writes it to the same place of another file. */
    static void walk(ReadableFile from, long begin, long end, CRC32C checksum, Optional<WritableFile> to) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(COPY_BYTES, Long.BYTES);
            for (long offset = begin; offset < end; offset += COPY_BYTES) {
                MemorySegment bytes = buffer.asSlice(0, Math.min(COPY_BYTES, end - offset));
                from.readFully(offset, bytes);
                checksum.update(bytes.asByteBuffer());
                if (to.isPresent()) {
                    to.get().write(offset, bytes);
                }
            }
        }
    }

    private void forceDirectories() {
        fileSystem.forceDirectory(StoreFiles.logDirectory(target));
        fileSystem.forceDirectory(target);
        fileSystem.forceEntry(target);
    }

    /** What no backup names any more: files that the database has dropped, and what killed backups left. */
    private void removeOthers(Path directory, BackupManifest manifest) {
        Set<String> kept = manifest.parts().keySet();
        for (Path entry : fileSystem.list(directory)) {
            boolean isPart =
                    StoreFiles.dataFileNumber(entry).isPresent() || directory.equals(StoreFiles.logDirectory(target));
            if (isPart && !kept.contains(target.relativize(entry).toString().replace('\\', '/'))) {
                fileSystem.delete(entry);
            }
        }
    }
}
