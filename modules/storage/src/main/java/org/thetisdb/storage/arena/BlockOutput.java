package org.thetisdb.storage.arena;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.value.Invariant;

/**
 * Writes a block of a file from its begin to its end, and makes it memory when it is written. Who has much to write
 * does so faster than through the memory of the file: no page has to be made or brought first.
 *
 * <p>Not thread safe; used once.
 */
public final class BlockOutput {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final SpillFile file;
    private final Arena memory;
    private final long offset;
    private final long bytes;
    private final byte[] buffer;
    private int buffered;
    private long written;

    BlockOutput(SpillFile file, long bytes, Arena memory) {
        this.file = file;
        this.memory = memory;
        this.bytes = bytes;
        this.offset = file.reservePages(bytes);
        this.buffer = new byte[(int) Math.min(bytes, BUFFER_BYTES)];
    }

    /** How many bytes were put in. */
    public long position() {
        return written + buffered;
    }

    /** Puts the next bytes in: a long and an int, in the machine's order. */
    public void put(long first, int second) {
        if (buffered + Long.BYTES + Integer.BYTES > buffer.length) {
            flush();
        }
        LONG.set(buffer, buffered, first);
        INT.set(buffer, buffered + Long.BYTES, second);
        buffered += Long.BYTES + Integer.BYTES;
    }

    /** Puts the first bytes of an array in. */
    public void put(byte[] source, int count) {
        for (int from = 0; from < count; ) {
            if (buffered == buffer.length) {
                flush();
            }
            int some = Math.min(count - from, buffer.length - buffered);
            System.arraycopy(source, from, buffer, buffered, some);
            buffered += some;
            from += some;
        }
    }

    private void flush() {
        file.write(offset + written, buffer, 0, buffered);
        written += buffered;
        buffered = 0;
    }

    /** What was put in, as memory, as long as the arena of records is open. */
    public MemorySegment finish() {
        flush();
        Invariant.check(written == bytes, "a block is written to its end", "writtenBytes", written, "bytes", bytes);
        return file.mapWritten(offset, bytes, memory);
    }

    /** As {@link #finish}, though there may be less of it than there was room for. */
    public MemorySegment finishEarly() {
        flush();
        Invariant.check(
                written <= bytes, "a block has room for what is put in", "writtenBytes", written, "bytes", bytes);
        return file.mapWritten(offset, written, memory);
    }
}
