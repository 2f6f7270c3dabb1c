package org.thetisdb.h2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonWritableChannelException;
import org.h2.store.fs.FileBaseDefault;
import org.jspecify.annotations.Nullable;

/** A file that H2 has open: reads from pages, does all else with H2's own channel. Thread safe. */
final class PagedChannel extends FileBaseDefault {
    private final FileChannel channel;
    private final SharedFile file;
    private final OpenFiles files;
    private final boolean isWritable;

    /** @param file one use of it, which ends when this is closed */
    PagedChannel(FileChannel channel, SharedFile file, OpenFiles files, boolean isWritable) {
        this.channel = channel;
        this.file = file;
        this.files = files;
        this.isWritable = isWritable;
    }

    @Override
    public long size() throws IOException {
        requireOpen();
        return file.sizeBytes(channel);
    }

    // Positional reads and writes; H2's class makes the others of them. Not synchronized, unlike those that are
    // replaced.

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // Reads at the same time are what pages are for.
    public int read(ByteBuffer target, long position) throws IOException {
        requireOpen();
        return file.read(channel, target, position);
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // The file lets one thread write at a time.
    public int write(ByteBuffer source, long position) throws IOException {
        requireWritable();
        if (position < 0) {
            throw new IllegalArgumentException("negative position: position=" + position + ", file=" + file);
        }
        return file.write(channel, source, position);
    }

    @Override
    protected void implTruncate(long size) throws IOException {
        requireWritable();
        if (size < 0) {
            throw new IllegalArgumentException("negative size: size=" + size + ", file=" + file);
        }
        file.truncate(channel, size);
    }

    @Override
    public void force(boolean metaData) throws IOException {
        requireOpen();
        channel.force(metaData);
    }

    @Override
    public @Nullable FileLock tryLock(long position, long size, boolean shared) throws IOException {
        requireOpen();
        return channel.tryLock(position, size, shared);
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
        requireOpen();
        return channel.lock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        // The last one closed releases the system's lock, and with it ends what pages read by.
        try (FileChannel _ = channel) {
            files.release(file);
        }
    }

    private void requireOpen() throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    private void requireWritable() throws IOException {
        requireOpen();
        if (!isWritable) {
            throw new NonWritableChannelException();
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
