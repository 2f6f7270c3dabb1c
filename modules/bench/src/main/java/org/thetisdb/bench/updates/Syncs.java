package org.thetisdb.bench.updates;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.BooleanSupplier;

/**
 * A step of what the log's writer does at least: overwrites some bytes of a file, and waits until they are on the
 * device. One thread.
 */
final class Syncs implements BooleanSupplier, AutoCloseable {
    private static final int FILE_BYTES = 1 << 20;
    private static final int WRITE_BYTES = 512;

    private final Path path;
    private final FileChannel file;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(WRITE_BYTES);
    private long position;

    Syncs(Path path) throws IOException {
        this.path = path;
        file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        file.write(ByteBuffer.allocate(FILE_BYTES), 0);
        file.force(true);
    }

    @Override
    public boolean getAsBoolean() {
        try {
            bytes.clear();
            file.write(bytes, position);
            file.force(false);
            position = (position + WRITE_BYTES) % FILE_BYTES;
            return true;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
        Files.delete(path);
    }
}
