package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.thetisdb.io.PagedFileGeometry;

/**
 * A superblock: one page of 4 KiB, in two places.
 *
 * <pre>
 *    0        8         12          16      32         40           48           56          64
 *    +--------+---------+-----------+-------+----------+------------+------------+-----------+
 *    | magic  | version | pageBytes | id    | revision | timeMillis | rootOffset | rootBytes | …
 *    +--------+---------+-----------+-------+----------+------------+------------+-----------+
 *    64              72                    80     84     88           96         4092
 *    +---------------+---------------------+------+------+------------+--- zeros -+----------+
 *    | dataPageCount | checksumTableOffset | file | slot | rootNumber |           | checksum |
 *    +---------------+---------------------+------+------+------------+-----------+----------+
 * </pre>
 *
 * The magic tells a foreign file, the version one that is too new or too old, the slot a page written to the wrong
 * place, and the checksum (CRC-32C of all before it) a torn or damaged page. The id is the same in both and in all
 * revisions. File, pages and checksum table are those of the data file that holds the root.
 */
final class SuperblockLayout {
    static final long MAGIC = 0x42445349_54454854L; // "THETISDB"
    static final int VERSION = 2;
    static final int SLOT_COUNT = 2;

    /** Bytes of a superblock, whatever pages the data files have: devices write as much at once. */
    static final int BYTES = 4 << 10;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private SuperblockLayout() {}

    static long magic(MemorySegment page) {
        return page.get(LONG, 0);
    }

    static int version(MemorySegment page) {
        return page.get(INT, 8);
    }

    static int pageBytes(MemorySegment page) {
        return page.get(INT, 12);
    }

    static int slot(MemorySegment page) {
        return page.get(INT, 84);
    }

    static int storedChecksum(MemorySegment page) {
        return page.get(INT, BYTES - Integer.BYTES);
    }

    static int checksum(MemorySegment page) {
        CRC32C checksum = new CRC32C();
        checksum.update(page.asSlice(0, BYTES - Integer.BYTES).asByteBuffer());
        return (int) checksum.getValue();
    }

    static Superblock read(MemorySegment page) {
        return new Superblock(
                new UUID(page.get(LONG, 16), page.get(LONG, 24)),
                page.get(LONG, 88),
                page.get(LONG, 32),
                page.get(LONG, 40),
                new Extent(page.get(INT, 80), page.get(LONG, 48), page.get(LONG, 56)),
                new PagedFileGeometry(pageBytes(page), page.get(LONG, 64), 0, page.get(LONG, 72)));
    }

    /** Fills a zeroed page. */
    static void write(MemorySegment page, int slot, Superblock superblock) {
        page.set(LONG, 0, MAGIC);
        page.set(INT, 8, VERSION);
        page.set(INT, 12, superblock.geometry().pageBytes());
        page.set(LONG, 16, superblock.databaseId().getMostSignificantBits());
        page.set(LONG, 24, superblock.databaseId().getLeastSignificantBits());
        page.set(LONG, 32, superblock.revision());
        page.set(LONG, 40, superblock.timeMillis());
        page.set(LONG, 48, superblock.root().offset());
        page.set(LONG, 56, superblock.root().bytes());
        page.set(LONG, 64, superblock.geometry().dataPageCount());
        page.set(LONG, 72, superblock.geometry().checksumTableOffset());
        page.set(INT, 80, superblock.root().file());
        page.set(INT, 84, slot);
        page.set(LONG, 88, superblock.rootNumber());
        page.set(INT, BYTES - Integer.BYTES, checksum(page));
    }
}
