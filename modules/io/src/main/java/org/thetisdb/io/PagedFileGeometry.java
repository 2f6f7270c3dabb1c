package org.thetisdb.io;

import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Where the parts of a paged file are. A {@link PagedFileWriter} returns it when it is finished; the owner of the file
 * keeps it in a superblock and passes it in when the file is opened.
 *
 * @param pageBytes bytes of a page, a power of two from {@link #PAGE_BYTES_MIN} to {@link #PAGE_BYTES_MAX}
 * @param dataPageCount data pages, the self-checked ones included; the pages lie at the file's start
 * @param selfCheckedPageCount how many pages at the start have no entry in the checksum table, because they carry a
 *     checksum of their own (superblocks, which change when the rest does not)
 * @param checksumTableOffset the offset of the first checksum page, a multiple of {@code pageBytes}
 * @param checksumSeed what all checksums of the file are bound to, so that pages of other files are not mistaken for
 *     its own; {@link BoundChecksum}
 * @see ChecksumTableLayout
 */
public record PagedFileGeometry(
        int pageBytes, long dataPageCount, int selfCheckedPageCount, long checksumTableOffset, long checksumSeed) {
    /** The smallest page: what the hardware maps and devices write at once. Tests use it. */
    public static final int PAGE_BYTES_MIN = 4 << 10;

    /** The largest page: the cost of one miss at which a point read would be all transfer. */
    public static final int PAGE_BYTES_MAX = 1 << 20;

    /** Pages are counted by an int; with 16 KiB pages that is 32 TiB a file. */
    public static final long DATA_PAGE_COUNT_MAX = Integer.MAX_VALUE - 8;

    /**
     * Checks that the parts fit each other.
     *
     * @throws ThetisException if they do not: the file is damaged
     */
    public PagedFileGeometry {
        require(isPageBytes(pageBytes), "pageBytes", pageBytes);
        require(dataPageCount >= 0 && dataPageCount <= DATA_PAGE_COUNT_MAX, "dataPageCount", dataPageCount);
        require(
                selfCheckedPageCount >= 0 && selfCheckedPageCount <= dataPageCount,
                "selfCheckedPageCount",
                selfCheckedPageCount);
        require(
                checksumTableOffset % pageBytes == 0 && checksumTableOffset >= dataPageCount * pageBytes,
                "checksumTableOffset",
                checksumTableOffset);
    }

    /**
     * {@return the geometry of a file that is all data, with no entry in a checksum table} Its last page may be longer
     * than what is left of the file.
     */
    static PagedFileGeometry unchecked(int pageBytes, long fileBytes) {
        require(isPageBytes(pageBytes), "pageBytes", pageBytes);
        long pageCount = (fileBytes + pageBytes - 1) / pageBytes;
        require(pageCount <= DATA_PAGE_COUNT_MAX, "dataPageCount", pageCount);
        return new PagedFileGeometry(pageBytes, pageCount, (int) pageCount, pageCount * pageBytes, 0);
    }

    /**
     * {@return whether a page may have this size}
     *
     * @param pageBytes any number
     */
    public static boolean isPageBytes(long pageBytes) {
        return pageBytes >= PAGE_BYTES_MIN && pageBytes <= PAGE_BYTES_MAX && Long.bitCount(pageBytes) == 1;
    }

    /** {@return bytes of all data pages} */
    public long dataBytes() {
        return dataPageCount * pageBytes;
    }

    /** {@return how many pages the checksum table has} */
    public long checksumPageCount() {
        return ChecksumTableLayout.pageCount(pageBytes, dataPageCount);
    }

    /** {@return bytes from the file's start to the end of the checksum table; the file is at least as long} */
    public long endOffset() {
        return checksumTableOffset + checksumPageCount() * pageBytes;
    }

    private static void require(boolean holds, String name, long value) {
        if (!holds) {
            throw new ThetisException(
                    ErrorCode.CORRUPT_STRUCTURE, "geometry of a paged file is out of range: " + name + "=" + value);
        }
    }
}
