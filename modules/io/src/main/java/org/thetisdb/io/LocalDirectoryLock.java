package org.thetisdb.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A lock of the operating system on the file {@code LOCK}, whose text says who holds it:
 *
 * <pre>
 *   pid=4711
 *   started=2026-11-21T08:15:30Z
 * </pre>
 *
 * Invariants: the file is never deleted (a second process could lock the deleted one while a third creates it anew);
 * its text counts only while the lock is held; and <b>within a process, a locked file is never opened again</b>: POSIX
 * drops all of a process's locks on a file as soon as the process closes any descriptor of it. The last one is why the
 * set of held directories is the one piece of static state in this module: it must span all databases of a process.
 */
final class LocalDirectoryLock implements DirectoryLock {
    static final String FILE_NAME = "LOCK";

    private static final int HOLDER_BYTES_MAX = 1024;
    private static final Set<Path> HELD_BY_THIS_PROCESS = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final Path realDirectory;
    private final FileChannel channel;

    private LocalDirectoryLock(Path directory, Path realDirectory, FileChannel channel) {
        this.directory = directory;
        this.realDirectory = realDirectory;
        this.channel = channel;
    }

    static LocalDirectoryLock acquire(Path directory) {
        Path realDirectory;
        try {
            realDirectory = directory.toRealPath();
        } catch (NoSuchFileException e) {
            throw new ThetisException(
                    ErrorCode.DATABASE_NOT_FOUND, "Directory does not exist: directory=" + directory, e);
        } catch (IOException e) {
            throw IoErrors.failed("resolve the directory", directory, e);
        }
        if (!HELD_BY_THIS_PROCESS.add(realDirectory)) {
            throw new ThetisException(
                    ErrorCode.DATABASE_LOCKED,
                    "This process has the database open already: directory=" + directory + ", pid="
                            + ProcessHandle.current().pid()
                            + ". Share the open database between threads, or close it first.");
        }
        boolean acquired = false;
        try {
            LocalDirectoryLock lock = lockFile(directory, realDirectory);
            acquired = true;
            return lock;
        } finally {
            if (!acquired) {
                HELD_BY_THIS_PROCESS.remove(realDirectory);
            }
        }
    }

    private static LocalDirectoryLock lockFile(Path directory, Path realDirectory) {
        Path file = realDirectory.resolve(FILE_NAME);
        FileChannel channel = null;
        boolean acquired = false;
        try {
            channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new ThetisException(
                        ErrorCode.DATABASE_LOCKED,
                        "Another process has the database open: directory=" + directory + ", " + describeHolder(channel)
                                + ". Close it there, or wait until that process ends.");
            }
            writeHolder(channel);
            acquired = true;
            return new LocalDirectoryLock(directory, realDirectory, channel);
        } catch (IOException e) {
            throw IoErrors.failed("lock", file, e);
        } finally {
            if (!acquired && channel != null) {
                closeChannel(file, channel);
            }
        }
    }

    private static void writeHolder(FileChannel channel) throws IOException {
        ProcessHandle process = ProcessHandle.current();
        String text = "pid=" + process.pid() + "\nstarted="
                + process.info().startInstant().map(Instant::toString).orElse("unknown") + "\n";
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        channel.truncate(0);
        while (bytes.hasRemaining()) {
            channel.write(bytes, bytes.position());
        }
    }

    /** The holder may be about to write its text; then only that there is one can be told. */
    private static String describeHolder(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(HOLDER_BYTES_MAX);
        channel.read(bytes, 0);
        bytes.flip();
        String text = StandardCharsets.UTF_8.decode(bytes).toString().strip();
        return text.startsWith("pid=") ? text.replace("\n", ", ") : "pid=unknown";
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public void close() {
        if (channel.isOpen()) {
            try {
                closeChannel(realDirectory.resolve(FILE_NAME), channel);
            } finally {
                HELD_BY_THIS_PROCESS.remove(realDirectory);
            }
        }
    }

    private static void closeChannel(Path file, FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw IoErrors.failed("close", file, e);
        }
    }
}
