package org.thetisdb.storage.spill;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.io.WritableFile;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.value.Invariant;

/** Keeps blocks in memory up to a limit and the rest in one temporary file. Thread safe. */
public final class SpillPool implements AutoCloseable {
    /** Small blocks go to the file together. */
    private static final int STAGING_BYTES = 1 << 20;

    /** What a block costs beside its bytes: objects, array header, queue slot. */
    private static final int BLOCK_OVERHEAD_BYTES = 96;

    private final FileSystem fileSystem;
    private final Path file;
    private final long limitBytes;
    private final ArrayDeque<SpillBlock> inMemory = new ArrayDeque<>();

    private long usedBytes;
    private long fileBytes;
    private @Nullable WritableFile writer;
    private volatile @Nullable ReadableFile reader;

    public SpillPool(FileSystem fileSystem, Path file, long limitBytes) {
        this.fileSystem = fileSystem;
        this.file = file;
        this.limitBytes = limitBytes;
    }

    /** Takes bytes over; they may be in the file when this returns. */
    public synchronized SpillBlock add(byte[] bytes) {
        SpillBlock block = new SpillBlock(this, bytes);
        inMemory.add(block);
        usedBytes += bytes.length + BLOCK_OVERHEAD_BYTES;
        makeRoom();
        return block;
    }

    /** Counts memory that a caller is about to use for itself; to be given back by {@link #release}. */
    public synchronized void reserve(long bytes) {
        usedBytes += bytes;
        makeRoom();
    }

    public synchronized void release(long bytes) {
        usedBytes -= bytes;
        requireCounted();
    }

    private void requireCounted() {
        Invariant.check(usedBytes >= 0, "no more memory is given back than was counted", "usedBytes", usedBytes);
    }

    public long limitBytes() {
        return limitBytes;
    }

    /** What was written to the file so far. */
    public synchronized long spilledBytes() {
        return fileBytes;
    }

    private void makeRoom() {
        if (usedBytes <= limitBytes || inMemory.isEmpty()) {
            return;
        }
        // Down to half, so that spilling comes rarely and in large pieces.
        byte[] staging = new byte[Math.clamp(limitBytes / 8, NodeIdLayout.CHUNK_ROWS, STAGING_BYTES)];
        List<SpillBlock> staged = new ArrayList<>();
        int filled = 0;
        while (usedBytes > limitBytes / 2 && !inMemory.isEmpty()) {
            SpillBlock block = inMemory.poll();
            byte[] held = block.held();
            if (held == null) {
                continue;
            }
            if (filled + held.length > staging.length) {
                flush(staging, filled, staged);
                filled = 0;
            }
            if (held.length > staging.length) {
                flush(held, held.length, List.of(block));
            } else {
                System.arraycopy(held, 0, staging, filled, held.length);
                filled += held.length;
                staged.add(block);
            }
            usedBytes -= held.length;
        }
        flush(staging, filled, staged);
        Invariant.check(
                usedBytes <= limitBytes || inMemory.isEmpty(),
                "blocks are spilled until the rest fits",
                "usedBytes",
                usedBytes,
                "limitBytes",
                limitBytes);
    }

    private void flush(byte[] source, int count, List<SpillBlock> blocks) {
        if (count == 0) {
            return;
        }
        WritableFile open = writer;
        if (open == null) {
            open = fileSystem.create(file);
            writer = open;
        }
        open.write(fileBytes, MemorySegment.ofArray(source).asSlice(0, count));
        long offset = fileBytes;
        fileBytes += count;
        for (SpillBlock block : blocks) {
            block.moved(offset);
            offset += block.length();
        }
        if (blocks instanceof ArrayList<SpillBlock> reused) {
            reused.clear();
        }
    }

    byte[] read(long offset, int count) {
        byte[] bytes = new byte[count];
        try (var arena = java.lang.foreign.Arena.ofConfined()) {
            MemorySegment target = arena.allocate(Math.max(count, 1));
            reader().readFully(offset, target.asSlice(0, count));
            MemorySegment.copy(target, 0, MemorySegment.ofArray(bytes), 0, count);
        }
        return bytes;
    }

    private ReadableFile reader() {
        ReadableFile open = reader;
        if (open == null) {
            synchronized (this) {
                open = reader;
                if (open == null) {
                    open = fileSystem.openForRead(file);
                    reader = open;
                }
            }
        }
        return open;
    }

    synchronized void free(SpillBlock block) {
        byte[] held = block.held();
        if (held != null) {
            usedBytes -= held.length;
            block.dropped();
        }
        usedBytes -= BLOCK_OVERHEAD_BYTES;
        requireCounted();
        // Blocks are freed about in the order in which they came, so that dead ones do not pile up.
        while (!inMemory.isEmpty() && inMemory.peek().held() == null) {
            inMemory.poll();
        }
    }

    /** Closes and deletes the file. */
    @Override
    public synchronized void close() {
        inMemory.clear();
        try (ReadableFile read = reader;
                WritableFile written = writer) {
            reader = null;
            writer = null;
            if (written != null) {
                fileSystem.delete(file);
            }
        }
    }
}
