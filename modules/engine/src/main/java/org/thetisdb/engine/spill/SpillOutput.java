package org.thetisdb.engine.spill;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.spill.SpillFile;

/**
 * Where one thread's blocks wait until a large write is worth its while. Several {@link RowWriter}s of the thread may
 * share one, so that the partitions of a table go to the file together:
 *
 * <pre>
 *   RowWriter ─┐
 *   RowWriter ─┼─ blocks ──► | block | block | block |   staged ──full──► one write of about {@link #STAGED_BYTES}
 *   RowWriter ─┘               the place in the file is reserved when the first block is staged
 * </pre>
 *
 * <p>Used by one thread at a time; {@link #flush} may be called by all who read, when nobody writes any more.
 */
public final class SpillOutput {
    /** Large enough that a device works at its full speed; each thread that spills takes as much. */
    public static final int STAGED_BYTES = 256 << 10;

    private final SpillFile file;
    private final ValueBytes values = new ValueBytes();
    private @Nullable ByteBuffer staged;
    private long place;

    public SpillOutput(SpillFile file) {
        this.file = file;
    }

    SpillFile file() {
        return file;
    }

    /** Encodes what is in the file, and decodes it. */
    ValueBytes values() {
        return values;
    }

    /** A buffer whose position is at the begin of a new block, with so much room at least. */
    ByteBuffer room(long bytesMax) {
        ByteBuffer buffer = staged;
        if (buffer != null && buffer.remaining() < bytesMax) {
            flush();
            // A longer one was made for one long block.
            buffer = buffer.capacity() == STAGED_BYTES && bytesMax <= STAGED_BYTES ? buffer.clear() : null;
        }
        if (buffer == null) {
            buffer = ByteBuffer.allocate(Math.max(STAGED_BYTES, Math.toIntExact(bytesMax)));
        }
        staged = buffer;
        if (buffer.position() == 0) {
            place = file.reserve(buffer.capacity());
        }
        return buffer;
    }

    /** Where in the file the byte at a position of the buffer will be. */
    long offset(int position) {
        return place + position;
    }

    /** Writes what is staged, and frees the buffer. */
    @SuppressWarnings("ByteBufferBackingArray") // Made with an array of its own, from offset 0.
    public synchronized void flush() {
        ByteBuffer buffer = staged;
        if (buffer != null) {
            staged = null;
            file.write(place, buffer.array(), 0, buffer.position());
        }
    }

    /** Closes the file: nothing that was written may be read any more. */
    public synchronized void close() {
        staged = null;
        file.close();
    }
}
