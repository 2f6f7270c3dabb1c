package org.thetisdb.importer.ids;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.io.WritableFile;

/**
 * A directory of temporary files beside the database, made when the first one is needed. A killed import leaves it
 * behind; the next one removes it. Thread safe.
 */
public final class SpillArea implements AutoCloseable {
    private final FileSystem fileSystem;
    private final Path directory;
    private final AtomicLong writtenBytes = new AtomicLong();
    private int fileCount;

    public SpillArea(FileSystem fileSystem, Path directory) {
        this.fileSystem = fileSystem;
        this.directory = directory;
    }

    /** Removes what a killed import left; true if there was something. */
    public boolean removeLeftovers() {
        boolean found = fileSystem.exists(directory);
        if (found) {
            for (Path file : fileSystem.list(directory)) {
                fileSystem.delete(file);
            }
            fileSystem.delete(directory);
        }
        return found;
    }

    public synchronized WritableFile create(String purpose) {
        fileSystem.createDirectories(directory);
        return fileSystem.create(directory.resolve(purpose + "-" + fileCount++ + ".tmp"));
    }

    public ReadableFile openForRead(Path file) {
        return fileSystem.openForRead(file);
    }

    public void delete(Path file) {
        fileSystem.delete(file);
    }

    /** Counts bytes that went to temporary files. */
    public void wrote(long bytes) {
        writtenBytes.addAndGet(bytes);
    }

    public long writtenBytes() {
        return writtenBytes.get();
    }

    @Override
    public void close() {
        removeLeftovers();
    }
}
