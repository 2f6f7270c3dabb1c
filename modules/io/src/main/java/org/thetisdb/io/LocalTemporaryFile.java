package org.thetisdb.io;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.thetisdb.io.system.IoErrors;

/**
 * A temporary file of the operating system, without a name from the moment it is open, where the system allows that.
 *
 * <p>A channel would be closed by an interrupt of a thread that uses it, and a file without a name cannot be opened
 * again. A {@link RandomAccessFile} knows no interrupts; it has one position, so its users take turns.
 */
final class LocalTemporaryFile implements TemporaryFile {
    private final Path path;
    private final RandomAccessFile file;
    private boolean named;

    private LocalTemporaryFile(Path path, RandomAccessFile file) {
        this.path = path;
        this.file = file;
    }

    /** Makes a file with a name of its own, which only this user may read as long as it has one. */
    static LocalTemporaryFile create(Path directory) {
        try {
            Files.createDirectories(directory);
            Path path = Files.createTempFile(directory, NAME_PREFIX, NAME_SUFFIX);
            LocalTemporaryFile created = new LocalTemporaryFile(path, new RandomAccessFile(path.toFile(), "rw"));
            created.dropName();
            return created;
        } catch (IOException e) {
            throw IoErrors.createFailed(directory.resolve(NAME_PREFIX + NAME_SUFFIX), e);
        }
    }

    private void dropName() {
        try {
            Files.deleteIfExists(path);
            named = false;
        } catch (IOException _) {
            // This system keeps the names of open files: close() tries again, and then whoever sweeps the directory.
            named = true;
        }
    }

    @Override
    public synchronized void write(long offset, byte[] source, int from, int length) {
        try {
            file.seek(offset);
            file.write(source, from, length);
        } catch (IOException e) {
            throw IoErrors.writeFailed(path, offset, length, e);
        }
    }

    @Override
    public synchronized void read(long offset, byte[] into, int from, int length) {
        try {
            file.seek(offset);
            file.readFully(into, from, length);
        } catch (EOFException e) {
            throw IoErrors.truncated(path, offset + length, offset);
        } catch (IOException e) {
            throw IoErrors.failed("read " + length + " bytes at offset " + offset, path, e);
        }
    }

    /** An interrupt closes a channel while it maps: whoever is interrupted is so again afterwards. */
    @Override
    public synchronized MemorySegment map(long offset, long length, Arena arena) {
        boolean interrupted = Thread.interrupted();
        try {
            return file.getChannel().map(FileChannel.MapMode.READ_WRITE, offset, length, arena);
        } catch (IOException e) {
            throw IoErrors.failed("map " + length + " bytes at offset " + offset, path, e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public synchronized void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw IoErrors.failed("close", path, e);
        }
        if (named) {
            dropName();
        }
    }
}
