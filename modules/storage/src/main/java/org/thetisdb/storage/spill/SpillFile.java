package org.thetisdb.storage.spill;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.io.TemporaryFile;
import org.thetisdb.io.memory.MemoryAdvice;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A temporary file of one user of a {@link TemporarySpace}: places are reserved one after another, each is written once
 * and read any number of times. Its space is free when it is closed, which nobody may do while another uses it.
 *
 * <p>Thread safe.
 */
public final class SpillFile implements AutoCloseable {
    private static final long PAGE_BYTES = 4 << 10;
    private static final int ZERO_BYTES = 64 << 10;

    private final TemporarySpace space;
    private final TemporaryFile file;
    private final Held held;
    private final AtomicLong reservedBytes = new AtomicLong();

    SpillFile(TemporarySpace space, TemporaryFile file) {
        this.space = space;
        this.file = file;
        this.held = new Held(space, file);
    }

    /** What is to be freed, once; it does not refer to the file's object, and may outlive it. */
    static final class Held {
        private final TemporarySpace space;
        private final TemporaryFile file;
        private final AtomicLong writtenBytes = new AtomicLong();
        private final AtomicBoolean closed = new AtomicBoolean();

        private Held(TemporarySpace space, TemporaryFile file) {
            this.space = space;
            this.file = file;
        }

        void close() {
            if (closed.compareAndSet(false, true)) {
                space.freed(writtenBytes.get());
                file.close();
            }
        }
    }

    Held held() {
        return held;
    }

    /** A place for so many bytes, which nobody else gets: its offset. */
    public long reserve(int bytes) {
        return reservedBytes.getAndAdd(bytes);
    }

    /** A place that begins with a page of the system, so that it can be mapped: its offset. */
    public long reservePages(long bytes) {
        return reservedBytes.getAndAdd(bytes + PAGE_BYTES - 1 & -PAGE_BYTES);
    }

    /**
     * What was written to a place of {@link #reservePages}, as memory, where little is read ahead.
     *
     * @param arena as long as which it is there
     * @throws ThetisException {@link ErrorCode#IO_FAILED}
     */
    public MemorySegment mapWritten(long offset, long bytes, Arena arena) {
        return space.mapped().map(own -> mapPages(offset, bytes, own), arena);
    }

    private MemorySegment mapPages(long offset, long bytes, Arena arena) {
        MemorySegment mapped = file.map(offset, bytes, arena);
        MemoryAdvice.random(mapped);
        return mapped;
    }

    /**
     * Writes to a place that was reserved.
     *
     * @param from where the bytes start in their array
     * @throws ThetisException {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED}
     */
    public void write(long offset, byte[] source, int from, int length) {
        try {
            file.write(offset, source, from, length);
        } catch (ThetisException problem) {
            throw problem.code() == ErrorCode.DISK_FULL ? space.full(length, problem) : problem;
        }
        held.writtenBytes.addAndGet(length);
        space.wrote(length);
    }

    /**
     * Reads what was written.
     *
     * @param into takes the bytes, from its start on
     * @throws ThetisException {@link ErrorCode#IO_FAILED}
     */
    public void read(long offset, byte[] into, int length) {
        file.read(offset, into, 0, length);
    }

    /**
     * A place as memory, all zeros, which can be written.
     *
     * @param arena as long as which it is there
     * @throws ThetisException {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED}
     */
    public MemorySegment map(long bytes, Arena arena) {
        long offset = reservePages(bytes);
        // So that there is room on the disk: later the system could say only by a fault that there is none.
        byte[] zeros = new byte[(int) Math.min(bytes, ZERO_BYTES)];
        for (long at = 0; at < bytes; at += zeros.length) {
            write(offset + at, zeros, 0, (int) Math.min(zeros.length, bytes - at));
        }
        return mapWritten(offset, bytes, arena);
    }

    /** The bytes written so far. */
    public long writtenBytes() {
        return held.writtenBytes.get();
    }

    /** Frees the space. Does nothing the second time. */
    @Override
    public void close() {
        held.close();
    }
}
