package org.thetisdb.io;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Writes through a {@link FileChannel}. An interrupt of the writing thread ends the file's use with an error. */
final class FileChannelWritableFile implements WritableFile {
    /** What one call hands over at most: a {@link ByteBuffer} is limited to an int, and progress should be seen. */
    private static final long WRITE_BYTES_MAX = 1 << 28;

    private final Path path;
    private final FileChannel channel;

    FileChannelWritableFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public long sizeBytes() {
        try {
            return channel.size();
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
            try {
                while (buffer.hasRemaining()) {
                    channel.write(buffer, offset + doneBytes + buffer.position());
                }
            } catch (IOException e) {
                throw IoErrors.writeFailed(path, offset + doneBytes + buffer.position(), buffer.remaining(), e);
            }
            doneBytes += bytes;
        }
    }

    @Override
    public void force() {
        try {
            channel.force(true);
        } catch (IOException e) {
            // With delayed allocation a full disk may show only here.
            throw IoErrors.writeFailed(path, 0, 0, e);
        }
    }

    @Override
    public void truncate(long sizeBytes) {
        try {
            channel.truncate(sizeBytes);
        } catch (IOException e) {
            throw IoErrors.failed("truncate", path, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw IoErrors.failed("close", path, e);
        }
    }
}
