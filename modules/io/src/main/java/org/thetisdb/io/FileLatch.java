package org.thetisdb.io;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.thetisdb.io.system.IoErrors;
import org.thetisdb.io.system.NativeCalls;

/**
 * An exclusive lock on a file that others may read, and that this process opens and closes as well.
 *
 * <p>POSIX drops a process's locks on a file as soon as it closes any descriptor of it, so on Linux the lock is {@code
 * flock(2)}: it belongs to the one descriptor that is kept for it, and nothing else in the process can end it.
 * Elsewhere, and where native calls are not allowed, it is one of {@link FileChannel}, on a byte beyond all that a
 * file can hold, so that readers are not kept out where such locks are mandatory.
 *
 * <p>Any thread.
 */
sealed interface FileLatch extends AutoCloseable {
    /**
     * Locks a file that exists; nothing if another process, or this one, has it locked.
     *
     * @throws org.thetisdb.value.ThetisException if the file is not there or cannot be locked
     */
    static Optional<FileLatch> tryLock(Path file) {
        return switch (NativeCalls.find()) {
            case NativeCalls.Found(NativeCalls calls) -> Descriptor.tryLock(calls, file);
            case NativeCalls.NotFound _ -> Channel.tryLock(file);
        };
    }

    /** Whether the file certainly was not deleted; cheaper than looking up its name, false where it is not known. */
    boolean isThere();

    @Override
    void close();

    /** The lock of a descriptor. */
    record Descriptor(NativeCalls calls, Path file, int number, NativeCalls.LinkCountMemory memory)
            implements FileLatch {
        static Optional<FileLatch> tryLock(NativeCalls calls, Path file) {
            int number = calls.openToWrite(file);
            boolean locked = false;
            try {
                locked = calls.tryLock(file, number);
                return locked
                        ? Optional.of(new Descriptor(calls, file, number, new NativeCalls.LinkCountMemory()))
                        : Optional.empty();
            } finally {
                if (!locked) {
                    calls.close(file, number);
                }
            }
        }

        @Override
        public boolean isThere() {
            return calls.linkCount(number, memory) > 0;
        }

        @Override
        public void close() {
            calls.close(file, number);
        }
    }

    /** The lock of a process. */
    record Channel(Path file, FileChannel channel) implements FileLatch {
        static Optional<FileLatch> tryLock(Path file) {
            Optional<FileLatch> locked = Optional.empty();
            try {
                FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                try {
                    FileLock lock = channel.tryLock(Long.MAX_VALUE - 1, 1, false);
                    locked = Optional.ofNullable(lock).map(_ -> new Channel(file, channel));
                    return locked;
                } catch (OverlappingFileLockException _) {
                    // This process has it: one that loaded the classes twice.
                    return locked;
                } finally {
                    if (locked.isEmpty()) {
                        channel.close();
                    }
                }
            } catch (IOException problem) {
                throw IoErrors.failed("lock", file, problem);
            }
        }

        @Override
        public boolean isThere() {
            return false;
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException problem) {
                throw IoErrors.failed("close", file, problem);
            }
        }
    }
}
