package org.thetisdb.storage.backup;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.thetisdb.io.DirectoryLock;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.IoEngine;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.io.TemporaryFile;
import org.thetisdb.io.WritableFile;
import org.thetisdb.storage.file.DataFile;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.report.CheckReport;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Shows a backup as the database that it is a copy of: only the files of its manifest, only as long as that says. So a
 * backup can be read while the next is written over it. Any thread.
 */
public final class BackupFiles implements FileSystem {
    private final FileSystem fileSystem;
    private final Path directory;
    private final BackupManifest manifest;

    BackupFiles(FileSystem fileSystem, Path directory, BackupManifest manifest) {
        this.fileSystem = fileSystem;
        this.directory = normal(directory);
        this.manifest = manifest;
    }

    /** The view of a directory that holds a backup; empty if it does not. */
    public static Optional<FileSystem> find(FileSystem fileSystem, Path directory) {
        return fileSystem.exists(directory.resolve(StoreFiles.SUPERBLOCK_FILE))
                ? Optional.empty()
                : BackupManifest.find(fileSystem, directory)
                        .map(manifest -> new BackupFiles(fileSystem, directory, manifest));
    }

    /** Whether there is a manifest of a backup, finished or not. */
    public static boolean isBackup(FileSystem fileSystem, Path directory) {
        return fileSystem.exists(directory.resolve(BackupManifest.FILE))
                || fileSystem.exists(directory.resolve(BackupManifest.UNFINISHED_FILE));
    }

    /**
     * Compares the list of files with the files and with what they say.
     *
     * @param root of the database that the backup shows
     * @param revision the newest that can be read
     */
    public void check(Root root, long revision, CheckReport.Collector collector) {
        collector.phase("list of files");
        Map<String, Long> checkedOffsets = new HashMap<>();
        for (DataFile file : root.dataFiles()) {
            Path path = StoreFiles.dataFile(directory, file.number());
            checkedOffsets.put(name(path), file.geometry().checksumTableOffset());
        }
        String location = directory.resolve(BackupManifest.FILE).toString();
        for (String name : checkedOffsets.keySet()) {
            if (!manifest.parts().containsKey(name)) {
                collector.finding(location, "the data file " + name, "none");
            }
        }
        manifest.parts().forEach((name, part) -> {
            boolean isLog = StoreFiles.dataFileNumber(Path.of(name)).isEmpty();
            Long checkedOffset = isLog ? Long.valueOf(0) : checkedOffsets.get(name);
            if (checkedOffset == null) {
                collector.note("a data file of the backup belongs to no root: file=" + directory.resolve(name));
            } else {
                checkPart(directory.resolve(name), part, checkedOffset, collector);
            }
        });
        if (manifest.revision() != revision) {
            collector.finding(location, "revision " + manifest.revision(), "revision " + revision);
        }
    }

    private void checkPart(Path path, BackupManifest.Part part, long checkedOffset, CheckReport.Collector collector) {
        CRC32C checksum = new CRC32C();
        try (ReadableFile file = openForRead(path)) {
            Backup.walk(file, checkedOffset, part.bytes(), checksum, Optional.empty());
        } catch (ThetisException problem) {
            collector.finding(
                    path.toString(), part.bytes() + " bytes", problem.code().code() + " " + problem.getMessage());
            return;
        }
        if ((int) checksum.getValue() != part.checksum()) {
            collector.finding(
                    path.toString(),
                    "checksum 0x" + Integer.toHexString(part.checksum()),
                    "0x" + Integer.toHexString((int) checksum.getValue()));
        }
    }

    private static Path normal(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private String name(Path file) {
        Path normal = normal(file);
        return normal.startsWith(directory)
                ? directory.relativize(normal).toString().replace('\\', '/')
                : normal.toString();
    }

    private boolean isSuperblocks(Path file) {
        return name(file).equals(StoreFiles.SUPERBLOCK_FILE);
    }

    private BackupManifest.Part part(Path file) {
        BackupManifest.Part part = manifest.parts().get(name(file));
        if (part == null) {
            throw new ThetisException(ErrorCode.FILE_MISSING, "the file does not belong to the backup: file=" + file);
        }
        return part;
    }

    @Override
    public List<IoEngine.Candidate> engines() {
        return fileSystem.engines();
    }

    @Override
    public ReadableFile openForRead(Path file) {
        if (isSuperblocks(file)) {
            return new Bytes(file, manifest.superblocks());
        }
        long bytes = part(file).bytes();
        ReadableFile opened = fileSystem.openForRead(file);
        return new Cut(opened, Math.min(bytes, opened.sizeBytes()));
    }

    @Override
    public List<Path> list(Path listed) {
        return fileSystem.list(listed).stream().filter(this::exists).toList();
    }

    @Override
    public boolean exists(Path file) {
        return isSuperblocks(file) || manifest.parts().containsKey(name(file)) || isDirectory(file);
    }

    @Override
    public Path realPath(Path file) {
        return fileSystem.realPath(file);
    }

    @Override
    public boolean isDirectory(Path file) {
        String name = name(file);
        return normal(file).equals(directory)
                || manifest.parts().keySet().stream().anyMatch(part -> part.startsWith(name + "/"));
    }

    @Override
    public long sizeBytes(Path file) {
        return isSuperblocks(file)
                ? manifest.superblocks().length
                : Math.min(part(file).bytes(), fileSystem.sizeBytes(file));
    }

    @Override
    public WritableFile create(Path file) {
        throw readOnly(file);
    }

    @Override
    public TemporaryFile createTemporary(Path parent) {
        return fileSystem.createTemporary(parent);
    }

    @Override
    public WritableFile openForWrite(Path file) {
        throw readOnly(file);
    }

    @Override
    public void createDirectories(Path made) {
        throw readOnly(made);
    }

    @Override
    public void renameAtomically(Path source, Path target) {
        throw readOnly(source);
    }

    @Override
    public void delete(Path file) {
        throw readOnly(file);
    }

    @Override
    public void forceDirectory(Path forced) {
        throw readOnly(forced);
    }

    @Override
    public DirectoryLock lock(Path locked) {
        throw readOnly(locked);
    }

    @Override
    public DirectoryLock lock(Path locked, String fileName) {
        throw readOnly(locked);
    }

    private static ThetisException readOnly(Path file) {
        return new ThetisException(
                ErrorCode.STORE_READ_ONLY,
                "a backup can only be read: path=" + file + "; restore it to a database that can be written");
    }

    /** A file of which only the begin counts. */
    private record Cut(ReadableFile file, long sizeBytes) implements ReadableFile {
        @Override
        public Path path() {
            return file.path();
        }

        @Override
        public long read(long offset, MemorySegment target) {
            long bytes = Math.min(target.byteSize(), sizeBytes - offset);
            return bytes <= 0 ? 0 : file.read(offset, target.asSlice(0, bytes));
        }

        @Override
        public void close() {
            file.close();
        }
    }

    private record Bytes(Path path, byte[] bytes) implements ReadableFile {
        @Override
        public long sizeBytes() {
            return bytes.length;
        }

        @Override
        public long read(long offset, MemorySegment target) {
            long count = Math.min(target.byteSize(), bytes.length - offset);
            if (count <= 0) {
                return 0;
            }
            MemorySegment.copy(MemorySegment.ofArray(bytes), offset, target, 0, count);
            return count;
        }

        @Override
        public void close() {
            // There is nothing to drop.
        }
    }
}
