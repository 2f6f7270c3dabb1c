package org.thetisdb.dump;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.WritableFile;

/** Writes a file of text in UTF-8 in large pieces. One thread; {@link #finish} makes it durable. */
final class TextFile implements AutoCloseable {
    private static final int PIECE_UNITS = 1 << 16;

    private final WritableFile file;
    private final StringBuilder pending = new StringBuilder();
    private long bytes;

    TextFile(FileSystem fileSystem, Path path) {
        file = fileSystem.create(path);
    }

    /** To be appended to; handed on from time to time by {@link #passOn}. */
    StringBuilder text() {
        return pending;
    }

    /** To be called where a piece of text is complete. */
    void passOn() {
        if (pending.length() >= PIECE_UNITS) {
            write();
        }
    }

    private void write() {
        byte[] piece = pending.toString().getBytes(StandardCharsets.UTF_8);
        pending.setLength(0);
        if (piece.length > 0) {
            file.write(bytes, MemorySegment.ofArray(piece));
            bytes += piece.length;
        }
    }

    /** Writes the rest and forces it; gives the length in bytes. */
    long finish() {
        write();
        file.force();
        return bytes;
    }

    @Override
    public void close() {
        file.close();
    }
}
