package org.thetisdb.io;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The run of checksum pages after the data pages of a file. Checksums are outside the pages they protect, so that an
 * extent that spans pages stays one contiguous range of memory.
 *
 * <pre>
 *   file    | data page 0 | data page 1 | … | data page n-1 | checksum page 0 | checksum page 1 | …
 *           ^ 0                                             ^ checksumTableOffset
 *
 *   checksum page t
 *   byte 0              4              8                       pageBytes-4       pageBytes
 *        +--------------+--------------+------- … -------+--------------+
 *        | checksum of  | checksum of  |                 | checksum of  |
 *        | data page    | data page    |                 | this page,   |
 *        | t*e          | t*e + 1      |                 | see below    |
 *        +--------------+--------------+------- … -------+--------------+
 *   e = pageBytes/4 - 1 entries a page; entries after the last data page, and those of self-checked pages, are zero.
 * </pre>
 *
 * All integers are little-endian. A checksum is the CRC-32C of a page (of bytes 0 to pageBytes-5 of a checksum page),
 * combined with the file's seed and the page's number ({@link BoundChecksum}; checksum page t counts as -1 - t). So a
 * page that was written to or read from the wrong place, or that belongs to another file, is detected.
 */
public final class ChecksumTableLayout {
    static final int ENTRY_BYTES = Integer.BYTES;
    static final ValueLayout.OfInt ENTRY = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private ChecksumTableLayout() {}

    /**
     * {@return how many data pages one checksum page covers}
     *
     * @param pageBytes the size of all pages of the file
     */
    public static int entriesPerPage(int pageBytes) {
        return pageBytes / ENTRY_BYTES - 1;
    }

    /**
     * {@return how many checksum pages cover {@code dataPageCount} data pages}
     *
     * @param pageBytes the size of all pages of the file
     * @param dataPageCount at least 0
     */
    public static long pageCount(int pageBytes, long dataPageCount) {
        int entries = entriesPerPage(pageBytes);
        return (dataPageCount + entries - 1) / entries;
    }

    /** The checksum of a data page of the file with the seed. */
    static int checksumOf(MemorySegment page, long seed, long pageNumber) {
        return boundChecksum(page, seed, pageNumber);
    }

    /** The checksum that belongs into the last entry of checksum page {@code index} of the file with the seed. */
    static int ownChecksumOf(MemorySegment page, long seed, long index) {
        return boundChecksum(page.asSlice(0, ownChecksumOffset(page)), seed, -1 - index);
    }

    private static int boundChecksum(MemorySegment bytes, long seed, long place) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.asByteBuffer());
        return BoundChecksum.of((int) crc.getValue(), seed, place);
    }

    static int storedOwnChecksum(MemorySegment page) {
        return page.get(ENTRY, ownChecksumOffset(page));
    }

    /** Fills checksum page {@code index} from the checksums of all data pages. */
    static void write(MemorySegment page, long seed, long index, int[] checksums, long dataPageCount) {
        page.fill((byte) 0);
        int entries = entriesPerPage((int) page.byteSize());
        long firstPage = index * entries;
        int count = (int) Math.min(entries, dataPageCount - firstPage);
        for (int i = 0; i < count; i++) {
            page.set(ENTRY, (long) i * ENTRY_BYTES, checksums[(int) firstPage + i]);
        }
        page.set(ENTRY, ownChecksumOffset(page), ownChecksumOf(page, seed, index));
    }

    /**
     * The entries of a checksum page whose own checksum has been verified.
     *
     * @param index which one it is
     * @param dataPageCount of the file: the last checksum page has no more entries than there are pages left
     */
    static int[] read(MemorySegment page, long index, long dataPageCount) {
        int most = entriesPerPage((int) page.byteSize());
        int[] entries = new int[(int) Math.min(most, dataPageCount - index * most)];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = page.get(ENTRY, (long) i * ENTRY_BYTES);
        }
        return entries;
    }

    private static long ownChecksumOffset(MemorySegment page) {
        return page.byteSize() - ENTRY_BYTES;
    }
}
