package org.thetisdb.io;

import java.nio.file.Path;
import java.util.List;

/**
 * The file system of the holder of a directory: before a file is made, opened to write, renamed or deleted, it makes
 * sure that the directory is still the one that was locked. Another directory may have been put in its place meanwhile,
 * and what is under the same names there belongs to others. As thread safe as what it delegates to.
 */
public final class HeldFileSystem implements FileSystem {
    private final FileSystem fileSystem;
    private final DirectoryLock held;

    /**
     * A file system that changes nothing once the directory is no longer held.
     *
     * @param fileSystem does the work
     * @param held is asked before each change; it lasts as long as this is used
     */
    public HeldFileSystem(FileSystem fileSystem, DirectoryLock held) {
        this.fileSystem = fileSystem;
        this.held = held;
    }

    @Override
    public List<IoEngine.Candidate> engines() {
        return fileSystem.engines();
    }

    @Override
    public ReadableFile openForRead(Path file) {
        return fileSystem.openForRead(file);
    }

    @Override
    public WritableFile create(Path file) {
        held.requireHeld();
        return fileSystem.create(file);
    }

    @Override
    public TemporaryFile createTemporary(Path directory) {
        held.requireHeld();
        return fileSystem.createTemporary(directory);
    }

    @Override
    public WritableFile openForWrite(Path file) {
        held.requireHeld();
        return fileSystem.openForWrite(file);
    }

    @Override
    public List<Path> list(Path directory) {
        return fileSystem.list(directory);
    }

    @Override
    public boolean exists(Path file) {
        return fileSystem.exists(file);
    }

    @Override
    public Path realPath(Path file) {
        return fileSystem.realPath(file);
    }

    @Override
    public boolean isDirectory(Path file) {
        return fileSystem.isDirectory(file);
    }

    @Override
    public long sizeBytes(Path file) {
        return fileSystem.sizeBytes(file);
    }

    @Override
    public void createDirectories(Path directory) {
        held.requireHeld();
        fileSystem.createDirectories(directory);
    }

    @Override
    public void renameAtomically(Path source, Path target) {
        held.requireHeld();
        fileSystem.renameAtomically(source, target);
    }

    @Override
    public void delete(Path file) {
        held.requireHeld();
        fileSystem.delete(file);
    }

    @Override
    public void forceDirectory(Path directory) {
        fileSystem.forceDirectory(directory);
    }

    @Override
    public DirectoryLock lock(Path directory) {
        return fileSystem.lock(directory);
    }

    @Override
    public DirectoryLock lock(Path directory, String fileName) {
        return fileSystem.lock(directory, fileName);
    }
}
