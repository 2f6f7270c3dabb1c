package org.thetisdb.io;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.thetisdb.io.depth.ReaderThreads;
import org.thetisdb.io.system.IoErrors;

/**
 * Reads through {@link FileChannel}: the engine for wherever native calls are not allowed. A batch is read by some
 * threads at a time.
 *
 * <p>The JDK closes an interruptible channel under all its users when one reading thread is interrupted. In a database
 * that runs inside somebody's program that would be the end of every query for the interrupt of one, so a channel that
 * was closed in this way is opened again, the read repeated, and the thread's interrupt kept for the caller.
 */
final class FileChannelEngine implements IoEngine {
    static final String NAME = "filechannel";

    private final ReaderThreads threads = new ReaderThreads(ReaderThreads.NAME, ReaderThreads.THREADS);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ReadableFile open(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw IoErrors.failed("open for reading", file, "it is a directory");
            }
            return new ChannelFile(threads, file, FileChannel.open(file, StandardOpenOption.READ));
        } catch (IOException e) {
            throw IoErrors.failed("open for reading", file, e);
        }
    }

    private static final class ChannelFile implements ReadableFile {
        private final ReaderThreads threads;
        private final Path path;
        private volatile FileChannel channel;
        private volatile boolean closed;

        ChannelFile(ReaderThreads threads, Path path, FileChannel channel) {
            this.threads = threads;
            this.path = path;
            this.channel = channel;
            threads.retain();
        }

        @Override
        public Path path() {
            return path;
        }

        @Override
        public long sizeBytes() {
            return uninterrupted(FileChannel::size, "read the size");
        }

        @Override
        public long read(long offset, MemorySegment target) {
            long bytes = Math.min(target.byteSize(), Integer.MAX_VALUE);
            ByteBuffer buffer = target.asSlice(0, bytes).asByteBuffer();
            long count = uninterrupted(
                    readable -> {
                        buffer.clear();
                        return readable.read(buffer, offset);
                    },
                    "read " + bytes + " bytes at offset " + offset);
            return Math.max(0, count);
        }

        @Override
        public void readBatch(ReadBatch batch) {
            threads.run(batch.count(), ReaderThreads.THREADS, range -> readRange(batch, range));
        }

        private interface ChannelAction {
            long run(FileChannel channel) throws IOException;
        }

        private long uninterrupted(ChannelAction action, String what) {
            boolean interrupted = false;
            try {
                while (true) {
                    FileChannel current = channel;
                    try {
                        return action.run(current);
                    } catch (ClosedChannelException e) {
                        if (closed) {
                            throw IoErrors.closed(path);
                        }
                        interrupted |= Thread.interrupted();
                        reopen(current);
                    }
                }
            } catch (IOException e) {
                throw IoErrors.failed(what, path, e);
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @SuppressWarnings("ReferenceEquality") // The very same object is meant.
        private synchronized void reopen(FileChannel broken) throws IOException {
            if (channel == broken && !closed) {
                channel = FileChannel.open(path, StandardOpenOption.READ);
            }
        }

        @Override
        public synchronized void close() {
            if (closed) {
                return;
            }
            closed = true;
            threads.release();
            try {
                channel.close();
            } catch (IOException e) {
                throw IoErrors.failed("close", path, e);
            }
        }
    }
}
