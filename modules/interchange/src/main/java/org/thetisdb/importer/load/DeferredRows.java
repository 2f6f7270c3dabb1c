package org.thetisdb.importer.load;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.importer.ids.SpillArea;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.io.WritableFile;

/**
 * Chunks of rows that wait for all nodes to be in: in memory while the budget lasts, then in a temporary file. Chunks
 * may be added by any thread; they are read when all are in.
 */
final class DeferredRows implements AutoCloseable {
    private final SpillArea area;
    private final AtomicLong freeBytes;
    private final List<byte[]> inMemory = new ArrayList<>();
    private final List<long[]> onDisk = new ArrayList<>();
    private Optional<WritableFile> file = Optional.empty();
    private Optional<ReadableFile> reader = Optional.empty();
    private long fileBytes;

    /** @param freeBytes what all rows put off may still take in memory, shared */
    DeferredRows(SpillArea area, AtomicLong freeBytes) {
        this.area = area;
        this.freeBytes = freeBytes;
    }

    /** Keeps a chunk, which is not to be changed any more. */
    synchronized void add(byte[] chunk) {
        if (freeBytes.addAndGet(-chunk.length) >= 0) {
            inMemory.add(chunk);
            return;
        }
        freeBytes.addAndGet(chunk.length);
        if (file.isEmpty()) {
            file = Optional.of(area.create("rows"));
        }
        file.get().write(fileBytes, MemorySegment.ofArray(chunk));
        area.wrote(chunk.length);
        onDisk.add(new long[] {fileBytes, chunk.length});
        fileBytes += chunk.length;
    }

    synchronized int chunkCount() {
        return inMemory.size() + onDisk.size();
    }

    /** Takes a chunk out; each may be taken once. */
    synchronized byte[] take(int chunk) {
        if (chunk < inMemory.size()) {
            byte[] bytes = inMemory.set(chunk, new byte[0]);
            freeBytes.addAndGet(bytes.length);
            return bytes;
        }
        if (reader.isEmpty()) {
            reader = Optional.of(area.openForRead(file.orElseThrow().path()));
        }
        long[] extent = onDisk.get(chunk - inMemory.size());
        byte[] bytes = new byte[(int) extent[1]];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(bytes.length);
            reader.get().readFully(extent[0], buffer);
            MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, bytes, 0, bytes.length);
        }
        return bytes;
    }

    @Override
    public synchronized void close() {
        reader.ifPresent(ReadableFile::close);
        Optional<Path> path = file.map(WritableFile::path);
        file.ifPresent(WritableFile::close);
        path.ifPresent(area::delete);
    }
}
