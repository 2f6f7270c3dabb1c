package org.thetisdb.io;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.thetisdb.io.system.IoErrors;
import org.thetisdb.value.ThetisException;

/** The checksums of one file's pages, each page of the table read when it is first needed. Thread safe. */
final class PageChecksums {
    private final ReadableFile file;
    private final PagedFileGeometry geometry;
    private final AtomicReferenceArray<int[]> tables;

    PageChecksums(ReadableFile file, PagedFileGeometry geometry) {
        this.file = file;
        this.geometry = geometry;
        this.tables = new AtomicReferenceArray<>((int) geometry.checksumPageCount());
    }

    /** The size of the file's pages. */
    int pageBytes() {
        return geometry.pageBytes();
    }

    /** Compares a data page's content with its checksum; pages that check themselves are taken as they are. */
    void verify(int page, MemorySegment content) {
        if (page < geometry.selfCheckedPageCount()) {
            return;
        }
        int entriesPerPage = ChecksumTableLayout.entriesPerPage(geometry.pageBytes());
        int tableIndex = page / entriesPerPage;
        int[] entries = tables.get(tableIndex);
        if (entries == null) {
            // Two threads may both read it; the results are the same.
            entries = read(tableIndex);
            tables.set(tableIndex, entries);
        }
        int expected = entries[page % entriesPerPage];
        int found = ChecksumTableLayout.checksumOf(content, geometry.checksumSeed(), page);
        if (expected != found) {
            long offset = (long) page * geometry.pageBytes();
            throw IoErrors.checksum(file.path(), "page " + page, offset, expected, found);
        }
    }

    private int[] read(int tableIndex) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment page = arena.allocate(geometry.pageBytes(), PagedFileGeometry.PAGE_BYTES_MIN);
            long offset = geometry.checksumTableOffset() + (long) tableIndex * geometry.pageBytes();
            file.readFully(offset, page);
            int expected = ChecksumTableLayout.storedOwnChecksum(page);
            int found = ChecksumTableLayout.ownChecksumOf(page, geometry.checksumSeed(), tableIndex);
            if (expected != found) {
                throw IoErrors.checksum(file.path(), "checksum page " + tableIndex, offset, expected, found);
            }
            return ChecksumTableLayout.read(page, tableIndex, geometry.dataPageCount());
        }
    }

    /** Reads all data pages and compares each; tells of those that are damaged, and returns how many were compared. */
    long verifyAll(Consumer<ThetisException> damage) {
        long verifiedPages = 0;
        int pageBytes = geometry.pageBytes();
        int pageCount = (int) geometry.dataPageCount();
        int stepPages = PagedFile.READ_BYTES_MAX / pageBytes;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(PagedFile.READ_BYTES_MAX, PagedFileGeometry.PAGE_BYTES_MIN);
            int page = geometry.selfCheckedPageCount();
            while (page < pageCount) {
                int count = Math.min(stepPages, pageCount - page);
                MemorySegment pages = buffer.asSlice(0, (long) count * pageBytes);
                file.readFully((long) page * pageBytes, pages);
                for (int i = 0; i < count; i++) {
                    try {
                        verify(page + i, pages.asSlice((long) i * pageBytes, pageBytes));
                        verifiedPages++;
                    } catch (ThetisException e) {
                        damage.accept(e);
                    }
                }
                page += count;
            }
        }
        return verifiedPages;
    }
}
