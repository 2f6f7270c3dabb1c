package org.thetisdb.io;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.thetisdb.io.system.IoErrors;

/**
 * Writes through a {@link FileChannel}, and syncs through an {@link AsynchronousFileChannel} on the same file.
 *
 * <p>The JDK closes a file channel under its users when one of their threads is interrupted. The threads of a program
 * commit, and may be interrupted while they do: that must not be the end of the log. A write can be repeated, so it is,
 * through a channel that was opened again, and the interrupt is kept for the caller. A sync cannot: the operating
 * system reports a failed write-back once, and the interrupt's exception could take its place. The
 * asynchronous channel syncs in the calling thread and knows no interrupts.
 */
final class FileChannelWritableFile implements WritableFile {
    /** What one call hands over at most: a {@link ByteBuffer} is limited to an int, and progress should be seen. */
    private static final long WRITE_BYTES_MAX = 1 << 28;

    private final Path path;
    private final AsynchronousFileChannel syncChannel;
    private FileChannel channel;

    private FileChannelWritableFile(Path path, FileChannel channel, AsynchronousFileChannel syncChannel) {
        this.path = path;
        this.channel = channel;
        this.syncChannel = syncChannel;
    }

    static FileChannelWritableFile open(Path path, OpenOption... options) throws IOException {
        FileChannel channel = FileChannel.open(path, options);
        try {
            return new FileChannelWritableFile(
                    path, channel, AsynchronousFileChannel.open(path, StandardOpenOption.WRITE));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public Path path() {
        return path;
    }

    private interface ChannelAction {
        void run(FileChannel channel) throws IOException;
    }

    /** Does something that can be repeated. */
    private void uninterrupted(ChannelAction action) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    action.run(channel);
                    return;
                } catch (ClosedByInterruptException _) {
                    interrupted = true;
                    boolean _ = Thread.interrupted();
                    channel = FileChannel.open(path, StandardOpenOption.WRITE);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public long sizeBytes() {
        try {
            return syncChannel.size();
        } catch (IOException e) {
            throw IoErrors.failed("read the size", path, e);
        }
    }

    @Override
    public void write(long offset, MemorySegment source) {
        long doneBytes = 0;
        while (doneBytes < source.byteSize()) {
            long bytes = Math.min(WRITE_BYTES_MAX, source.byteSize() - doneBytes);
            ByteBuffer buffer = source.asSlice(doneBytes, bytes).asByteBuffer();
            long begin = offset + doneBytes;
            try {
                uninterrupted(writable -> {
                    while (buffer.hasRemaining()) {
                        writable.write(buffer, begin + buffer.position());
                    }
                });
            } catch (IOException e) {
                throw IoErrors.writeFailed(path, begin + buffer.position(), buffer.remaining(), e);
            }
            doneBytes += bytes;
        }
    }

    @Override
    public void force() {
        try {
            // Without metadata (fdatasync), which is still with the length and all that is needed to find the data.
            syncChannel.force(false);
        } catch (IOException e) {
            // With delayed allocation a full disk may be noticed only here.
            throw IoErrors.writeFailed(path, 0, 0, e);
        }
    }

    @Override
    public void truncate(long sizeBytes) {
        try {
            uninterrupted(writable -> writable.truncate(sizeBytes));
        } catch (IOException e) {
            throw IoErrors.failed("truncate", path, e);
        }
    }

    @Override
    public void close() {
        try (AsynchronousFileChannel _ = syncChannel) {
            channel.close();
        } catch (IOException e) {
            throw IoErrors.failed("close", path, e);
        }
    }
}
