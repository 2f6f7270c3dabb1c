package org.thetisdb.io;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/** A paged file whose 8-byte words tell their own offset, so that every byte read from anywhere can be checked. */
final class PatternFile {
    static final int SELF_CHECKED_PAGES = 2;

    private PatternFile() {}

    static long wordAt(long offset) {
        return offset * 0x9E3779B97F4A7C15L ^ offset >>> 7;
    }

    /** Writes a file of so many data pages, with two self-checked pages that hold zeros. */
    static PagedFileGeometry write(FileSystem fileSystem, Path file, int pageBytes, int dataPageCount) {
        try (PagedFileWriter writer = PagedFileWriter.create(fileSystem, file, pageBytes, SELF_CHECKED_PAGES, 7)) {
            MemorySegment page = MemorySegment.ofArray(new byte[pageBytes]);
            while (writer.position() < (long) dataPageCount * pageBytes) {
                long position = writer.position();
                for (int i = 0; i < pageBytes; i += Long.BYTES) {
                    page.set(ValueLayout.JAVA_LONG_UNALIGNED, i, wordAt(position + i));
                }
                writer.append(page, pageBytes);
            }
            return writer.finish();
        }
    }

    /** Throws unless all words in the range are the ones written. Offsets in bytes, multiples of 8. */
    static void check(MemorySegment memory, long offset, long bytes) {
        for (long at = offset; at < offset + bytes; at += Long.BYTES) {
            long found = memory.get(ValueLayout.JAVA_LONG, at);
            if (found != wordAt(at)) {
                throw new AssertionError("Wrong word: offset=" + at + ", expected=" + wordAt(at) + ", found=" + found);
            }
        }
    }
}
