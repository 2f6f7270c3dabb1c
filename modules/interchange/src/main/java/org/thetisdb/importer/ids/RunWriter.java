package org.thetisdb.importer.ids;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import org.thetisdb.io.WritableFile;

/** Writes entries of words to a temporary file, in the machine's byte order. */
final class RunWriter implements AutoCloseable {
    private static final int BUFFER_WORDS = 8 << 10;

    private final WritableFile file;
    private final SpillArea area;
    private final MemorySegment buffer = MemorySegment.ofArray(new byte[BUFFER_WORDS * Long.BYTES]);
    private int bufferedWords;
    private long offset;

    RunWriter(SpillArea area) {
        this.area = area;
        file = area.create("ids");
    }

    void write(long[] words, int from, int count) {
        if (bufferedWords + count > BUFFER_WORDS) {
            flush();
        }
        long at = (long) bufferedWords * Long.BYTES;
        MemorySegment.copy(words, from, buffer, ValueLayout.JAVA_LONG_UNALIGNED, at, count);
        bufferedWords += count;
    }

    private void flush() {
        long bytes = (long) bufferedWords * Long.BYTES;
        file.write(offset, buffer.asSlice(0, bytes));
        area.wrote(bytes);
        offset += bytes;
        bufferedWords = 0;
    }

    Path path() {
        return file.path();
    }

    @Override
    public void close() {
        flush();
        file.close();
    }
}
