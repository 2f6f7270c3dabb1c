package org.thetisdb.storage.backup;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import org.thetisdb.io.DirectoryLock;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.io.WritableFile;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.report.BackupResult;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Makes a database of a backup. It is built beside its name, verified, and renamed; a database that it replaces is
 * renamed away before, and deleted last. One thread, once.
 */
public final class Restore {
    private static final String REPLACED_SUFFIX = ".replaced";

    private final FileSystem fileSystem;
    private final Path backup;
    private final Path directory;
    private final Path building;
    private final Path replaced;
    private final StoreOptions options;

    /** @param options how to open the database in order to verify it; its file system is the one of both directories */
    public Restore(Path backup, Path directory, StoreOptions options) {
        this.fileSystem = options.fileSystem();
        this.backup = backup;
        this.directory = directory.toAbsolutePath().normalize();
        this.building = StoreFiles.importingDirectory(directory);
        this.replaced = this.directory.resolveSibling(this.directory.getFileName() + REPLACED_SUFFIX);
        this.options = options;
    }

    /**
     * @throws ThetisException {@link ErrorCode#NOT_A_DATABASE} if there is no backup, {@link
     *     ErrorCode#IMPORT_TARGET_EXISTS}, and whatever reading and writing files may end with; what was there before
     *     is there still
     */
    public BackupResult run(boolean overwrite, Verification verification) {
        BackupManifest manifest = BackupManifest.find(fileSystem, backup)
                .orElseThrow(() -> new ThetisException(
                        ErrorCode.NOT_A_DATABASE,
                        "there is no backup here: directory=" + backup + ", expected file=" + BackupManifest.FILE
                                + "; check the path"));
        StoreDirectories.requireOutside(fileSystem, directory);
        finishKilled();
        requireTarget(overwrite);
        if (fileSystem.exists(building)) {
            deleteTree(building);
        }
        Path log = StoreFiles.logDirectory(building);
        fileSystem.createDirectories(log);
        try (DirectoryLock lock = fileSystem.lock(building)) {
            copy(manifest);
            fileSystem.forceDirectory(log);
            fileSystem.forceDirectory(lock.directory());
            Set<Integer> all = new TreeSet<>();
            manifest.parts()
                    .keySet()
                    .forEach(name -> StoreFiles.dataFileNumber(Path.of(name)).ifPresent(all::add));
            long pages = verification.verify(building, options, manifest.revision(), all, 1);
            publish();
            return new BackupResult(
                    directory,
                    manifest.revision(),
                    manifest.timeMillis(),
                    manifest.totalBytes(),
                    manifest.parts().size() + 1,
                    manifest.totalBytes(),
                    pages);
        }
    }

    private void finishKilled() {
        if (fileSystem.exists(replaced)) {
            if (fileSystem.exists(directory)) {
                deleteTree(replaced);
            } else {
                fileSystem.renameAtomically(replaced, directory);
                fileSystem.forceEntry(directory);
            }
        }
    }

    private void requireTarget(boolean overwrite) {
        if (!fileSystem.exists(directory)) {
            return;
        }
        if (!overwrite) {
            throw new ThetisException(
                    ErrorCode.IMPORT_TARGET_EXISTS,
                    "the database exists already: directory=" + directory
                            + "; choose another name, or give --overwrite to replace it");
        }
        if (!fileSystem.exists(directory.resolve(StoreFiles.SUPERBLOCK_FILE))) {
            throw new ThetisException(
                    ErrorCode.IMPORT_TARGET_EXISTS,
                    "will not overwrite what is not a database: directory=" + directory + ", expected file="
                            + StoreFiles.SUPERBLOCK_FILE + "; choose another name");
        }
    }

    private void copy(BackupManifest manifest) {
        for (Map.Entry<String, BackupManifest.Part> part : manifest.parts().entrySet()) {
            CRC32C checksum = new CRC32C();
            long bytes = part.getValue().bytes();
            try (ReadableFile from = fileSystem.openForRead(backup.resolve(part.getKey()));
                    WritableFile to = fileSystem.create(building.resolve(part.getKey()))) {
                Backup.walk(from, 0, bytes, checksum, Optional.of(to));
                to.force();
            }
            boolean isLog = StoreFiles.dataFileNumber(Path.of(part.getKey())).isEmpty();
            if (isLog && (int) checksum.getValue() != part.getValue().checksum()) {
                throw new ThetisException(
                        ErrorCode.CHECKSUM_MISMATCH,
                        "a file of the backup is damaged: file=" + backup.resolve(part.getKey()) + ", bytes=" + bytes
                                + "; use another backup");
            }
        }
        try (WritableFile file = fileSystem.create(building.resolve(StoreFiles.SUPERBLOCK_FILE))) {
            file.write(0, MemorySegment.ofArray(manifest.superblocks()));
            file.force();
        }
    }

    private void publish() {
        boolean replaces = fileSystem.exists(directory);
        if (replaces) {
            try (DirectoryLock lock = fileSystem.lock(directory, StoreFiles.SUPERBLOCK_FILE)) {
                fileSystem.renameAtomically(lock.directory(), replaced);
            }
        }
        fileSystem.renameAtomically(building, directory);
        fileSystem.forceEntry(directory);
        if (replaces) {
            deleteTree(replaced);
        }
    }

    private void deleteTree(Path path) {
        if (fileSystem.isDirectory(path)) {
            fileSystem.list(path).forEach(this::deleteTree);
        }
        fileSystem.delete(path);
    }
}
