package org.thetisdb.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.thetisdb.io.system.IoErrors;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A lock of the operating system on the file {@code LOCK}, whose text says who holds it, and on a file of what is in
 * the directory, if that has one:
 *
 * <pre>
 *   LOCK           pid=4711                          graph.thetis     a {@link FileLatch}: who deletes this
 *                  started=2026-11-21T08:15:30Z                       file has deleted the database
 * </pre>
 *
 * <p>Invariants: {@code LOCK} is never deleted by us (a second process could lock the deleted one while a third creates
 * it again), and should somebody else do so, the second lock remains; its text counts only while the lock is held; what
 * was locked is what is under the name, which is checked again after locking, for the directory may have been
 * replaced between opening and locking; and <b>within a process, a locked {@code LOCK} is never opened again</b>:
 * POSIX drops all of a process's locks on a file as soon as the process closes any descriptor of it. The last one is
 * why the set of held files is the one piece of static state in this module: it must span all databases of a process.
 * Where the classes are loaded twice there are two such sets, and the second lock decides.
 */
final class LocalDirectoryLock implements DirectoryLock {
    static final String FILE_NAME = "LOCK";

    private static final int HOLDER_BYTES_MAX = 1024;

    /** How long a check of the names is valid, as long as the file itself exists. */
    private static final long LOOK_NANOS = 1_000_000;

    /** Together half a second: so long it may take until the system has closed the files of a process that ended. */
    private static final int LATCH_WAITS = 20;

    private static final long LATCH_WAIT_NANOS = 25_000_000;

    /**
     * By the identity of a file, who has it. A lock that nobody closes stays here, and its file open: once the
     * collector had closed that, a file of another database could get its identity.
     */
    private static final Map<Object, Object> HELD_BY_THIS_PROCESS = new ConcurrentHashMap<>();

    private final Path directory;
    private final Path lockFile;
    private final FileChannel channel;
    private final Object lockIdentity;

    /** The file of what the directory holds, as it was locked. */
    private final Optional<Latched> latched;

    /** When {@link #requireHeldLately} checked last. */
    private volatile long lookedNanos = System.nanoTime() - LOOK_NANOS;

    private record Latched(Path file, FileLatch latch, Object identity) {}

    private LocalDirectoryLock(
            Path directory, Path lockFile, FileChannel channel, Object lockIdentity, Optional<Latched> latched) {
        this.directory = directory;
        this.lockFile = lockFile;
        this.channel = channel;
        this.lockIdentity = lockIdentity;
        this.latched = latched;
    }

    static LocalDirectoryLock acquire(Path directory, Optional<String> fileName) {
        Path lockFile = realPath(directory).resolve(FILE_NAME);
        createIfMissing(lockFile);
        Object identity = identity(lockFile);
        reserve(directory, identity);
        boolean acquired = false;
        try {
            LocalDirectoryLock lock = lockFile(directory, lockFile, identity, fileName);
            HELD_BY_THIS_PROCESS.put(identity, lock);
            acquired = true;
            return lock;
        } finally {
            if (!acquired) {
                HELD_BY_THIS_PROCESS.remove(identity);
            }
        }
    }

    private static Path realPath(Path directory) {
        try {
            return directory.toRealPath();
        } catch (NoSuchFileException e) {
            throw new ThetisException(ErrorCode.DATABASE_NOT_FOUND, "no such directory: directory=" + directory, e);
        } catch (IOException e) {
            throw IoErrors.failed("resolve the directory", directory, e);
        }
    }

    /** Opens nothing that is there. */
    private static void createIfMissing(Path lockFile) {
        try {
            Files.createFile(lockFile);
        } catch (FileAlreadyExistsException _) {
            // Nearly always.
        } catch (AccessDeniedException e) {
            throw notAllowed(lockFile, e);
        } catch (IOException e) {
            throw IoErrors.failed("lock", lockFile, e);
        }
    }

    private static ThetisException notAllowed(Path lockFile, AccessDeniedException cause) {
        return new ThetisException(
                ErrorCode.IO_FAILED,
                "could not lock: file=" + lockFile
                        + ", reason=access denied; who may only read the database opens it with"
                        + " --read-only, in a program asReadOnly()",
                cause);
    }

    /** A file's identity, whatever its name; its name where the system has none. */
    private static Object identity(Path file) {
        return find(file).orElseThrow(() -> IoErrors.missing(file));
    }

    private static Optional<Object> find(Path file) {
        try {
            Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            return Optional.of(key == null ? file.toRealPath() : key);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            throw IoErrors.failed("look at", file, e);
        }
    }

    private static void reserve(Path directory, Object identity) {
        if (HELD_BY_THIS_PROCESS.putIfAbsent(identity, directory) != null) {
            throw new ThetisException(
                    ErrorCode.DATABASE_LOCKED,
                    "this process has the database open already: directory=" + directory + ", pid="
                            + ProcessHandle.current().pid()
                            + "; share the open database between threads, or close it first");
        }
    }

    private static LocalDirectoryLock lockFile(
            Path directory, Path lockFile, Object identity, Optional<String> fileName) {
        FileChannel channel = null;
        Optional<Latched> latched = Optional.empty();
        boolean acquired = false;
        try {
            channel = FileChannel.open(lockFile, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (!tryLock(channel)) {
                throw locked(directory, describeHolder(channel));
            }
            requireSame(directory, lockFile, identity);
            latched = fileName.map(name -> latch(directory, directory.resolve(name)));
            writeHolder(channel);
            acquired = true;
            return new LocalDirectoryLock(directory, lockFile, channel, identity, latched);
        } catch (AccessDeniedException e) {
            throw notAllowed(lockFile, e);
        } catch (IOException e) {
            throw IoErrors.failed("lock", lockFile, e);
        } finally {
            if (!acquired) {
                latched.ifPresent(LocalDirectoryLock::release);
            }
            if (!acquired && channel != null) {
                closeChannel(lockFile, channel);
            }
        }
    }

    /** The identity first: once a file that was deleted is closed, another one may get it. */
    private static void release(Latched latched) {
        HELD_BY_THIS_PROCESS.remove(latched.identity());
        latched.latch().close();
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException _) {
            // This process has it, under classes that were loaded another time.
            return false;
        }
    }

    private static Latched latch(Path directory, Path file) {
        Object identity = identity(file);
        reserve(directory, identity);
        Optional<FileLatch> latch = Optional.empty();
        boolean latched = false;
        try {
            latch = tryLatch(file);
            if (latch.isEmpty()) {
                throw locked(directory, "pid=unknown, for its file " + FILE_NAME + " was deleted");
            }
            requireSame(directory, file, identity);
            latched = true;
            return new Latched(file, latch.get(), identity);
        } finally {
            if (!latched) {
                latch.ifPresent(FileLatch::close);
                HELD_BY_THIS_PROCESS.remove(identity);
            }
        }
    }

    /**
     * Whoever has the latch has the lock file as well, unless that was deleted, or the system is about to take both
     * from a process that has ended: then the latch is free soon.
     */
    private static Optional<FileLatch> tryLatch(Path file) {
        Optional<FileLatch> latch = FileLatch.tryLock(file);
        for (int wait = 0; wait < LATCH_WAITS && latch.isEmpty(); wait++) {
            LockSupport.parkNanos(LATCH_WAIT_NANOS);
            latch = FileLatch.tryLock(file);
        }
        return latch;
    }

    private static ThetisException locked(Path directory, String holder) {
        return new ThetisException(
                ErrorCode.DATABASE_LOCKED,
                "another process has the database open: directory=" + directory + ", " + holder
                        + "; close it there, or wait until that process ends");
    }

    private static void requireSame(Path directory, Path file, Object identity) {
        if (!isSame(file, identity)) {
            throw new ThetisException(
                    ErrorCode.DATABASE_LOCKED,
                    "another process is replacing the database: directory=" + directory
                            + "; wait until it is done, and open it again");
        }
    }

    private static boolean isSame(Path file, Object identity) {
        return find(file).filter(identity::equals).isPresent();
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

    /** The holder may be about to write its text; then all that is known is that there is one. */
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
    public void requireHeld() {
        Path file = latched.map(Latched::file).orElse(lockFile);
        Object identity = latched.map(Latched::identity).orElse(lockIdentity);
        Optional<Object> found = find(file);
        if (found.filter(identity::equals).isEmpty()) {
            throw new ThetisException(
                    ErrorCode.DATABASE_REPLACED,
                    "the database was deleted, renamed or replaced while it was open here, and what is under its name"
                            + " now is left alone: file=" + file + ", "
                            + (found.isPresent() ? "another file" : "missing")
                            + "; what was committed before went with the former directory; close it, and open it"
                            + " again");
        }
    }

    @Override
    public void requireHeldLately() {
        // Looking up a name resolves its whole path, checking an open file does not: 1.4 µs and a third of that.
        long nowNanos = System.nanoTime();
        boolean isThere = latched.isPresent() && latched.get().latch().isThere();
        if (!isThere || nowNanos - lookedNanos >= LOOK_NANOS) {
            requireHeld();
            lookedNanos = nowNanos;
        }
    }

    @Override
    public synchronized void close() {
        if (channel.isOpen()) {
            HELD_BY_THIS_PROCESS.remove(lockIdentity);
            try {
                latched.ifPresent(LocalDirectoryLock::release);
            } finally {
                closeChannel(lockFile, channel);
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
