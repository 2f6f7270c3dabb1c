package org.thetisdb.importer.ids;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import org.thetisdb.io.ReadableFile;

/** Reads a sorted run entry by entry. */
final class RunReader implements AutoCloseable {
    private final ReadableFile file;
    private final SpillArea area;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment buffer;
    private final int entryWords;
    private final long sizeBytes;
    private final long[] entry;
    private long offset;
    private long bufferOffset;
    private long bufferBytes;

    RunReader(SpillArea area, Path path, int entryWords, int bufferEntries) {
        this.area = area;
        this.entryWords = entryWords;
        file = area.openForRead(path);
        sizeBytes = file.sizeBytes();
        buffer = arena.allocate((long) bufferEntries * entryWords * Long.BYTES, Long.BYTES);
        entry = new long[entryWords];
    }

    /** The entry that the last {@link #next} came to. */
    long[] entry() {
        return entry;
    }

    boolean next() {
        if (offset == sizeBytes) {
            return false;
        }
        if (offset == bufferOffset + bufferBytes) {
            bufferOffset = offset;
            bufferBytes = Math.min(buffer.byteSize(), sizeBytes - offset);
            file.readFully(offset, buffer.asSlice(0, bufferBytes));
        }
        MemorySegment.copy(buffer, ValueLayout.JAVA_LONG, offset - bufferOffset, entry, 0, entryWords);
        offset += (long) entryWords * Long.BYTES;
        return true;
    }

    /** Closes and deletes the file. */
    @Override
    public void close() {
        arena.close();
        file.close();
        area.delete(file.path());
    }
}
