package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.thetisdb.io.PagedFileGeometry;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A superblock: one page of 4 KiB, in two places.
 *
 * <pre>
 *    0        8         12          16      32         40           48           56          64
 *    +--------+---------+-----------+-------+----------+------------+------------+-----------+
 *    | magic  | version | pageBytes | id    | revision | timeMillis | rootOffset | rootBytes | …
 *    +--------+---------+-----------+-------+----------+------------+------------+-----------+
 *    64              72                    80     84     88           96
 *    +---------------+---------------------+------+------+------------+
 *    | dataPageCount | checksumTableOffset | file | slot | rootNumber | …
 *    +---------------+---------------------+------+------+------------+
 *    96           104        112            120            124     4092
 *    +------------+----------+--------------+--------------+ zeros +----------+
 *    | rootFileId | sequence | markRevision | markChecksum |       | checksum |
 *    +------------+----------+--------------+--------------+-------+----------+
 * </pre>
 *
 * The magic tells a foreign file, the version one that is too new or too old, the slot a page written to the wrong
 * place, and the checksum (CRC-32C of all before it) a torn or damaged page. The id is the same in both and in all
 * revisions. File, its id, pages and checksum table are those of the data file that holds the root: they tell a file
 * that was put in its place. The sequence grows by one with each superblock that is written. The mark is a commit that
 * the log must have ({@link LogMark}): it tells a log that was cut, or put back to an older state.
 */
final class SuperblockLayout {
    static final long MAGIC = 0x42445349_54454854L; // "THETISDB"
    static final int VERSION = 3;
    static final int SLOT_COUNT = 2;

    /** Bytes of a superblock, whatever pages the data files have: devices write as much at once. */
    static final int BYTES = 4 << 10;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final long ROOT_NUMBER_OFFSET = 88;
    private static final long ROOT_FILE_ID_OFFSET = ROOT_NUMBER_OFFSET + Long.BYTES;
    private static final long SEQUENCE_OFFSET = ROOT_FILE_ID_OFFSET + Long.BYTES;
    private static final long MARK_REVISION_OFFSET = SEQUENCE_OFFSET + Long.BYTES;
    private static final long MARK_CHECKSUM_OFFSET = MARK_REVISION_OFFSET + Long.BYTES;

    static {
        if (MARK_CHECKSUM_OFFSET != 120 || BYTES - Integer.BYTES != 4092) {
            throw new ThetisException(ErrorCode.INTERNAL, "a superblock is not laid out as drawn");
        }
    }

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

    static long sequence(MemorySegment page) {
        return page.get(LONG, SEQUENCE_OFFSET);
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
        UUID databaseId = new UUID(page.get(LONG, 16), page.get(LONG, 24));
        Extent root = new Extent(page.get(INT, 80), page.get(LONG, 48), page.get(LONG, 56));
        long fileId = page.get(LONG, ROOT_FILE_ID_OFFSET);
        long seed = new DataFileIdentity(databaseId, root.file(), fileId).checksumSeed();
        return new Superblock(
                databaseId,
                page.get(LONG, ROOT_NUMBER_OFFSET),
                page.get(LONG, 32),
                page.get(LONG, 40),
                root,
                fileId,
                new PagedFileGeometry(pageBytes(page), page.get(LONG, 64), 0, page.get(LONG, 72), seed),
                new LogMark(page.get(LONG, MARK_REVISION_OFFSET), page.get(INT, MARK_CHECKSUM_OFFSET)));
    }

    /** Fills a zeroed page. */
    static void write(MemorySegment page, int slot, Superblock superblock, long sequence) {
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
        page.set(LONG, ROOT_NUMBER_OFFSET, superblock.rootNumber());
        page.set(LONG, ROOT_FILE_ID_OFFSET, superblock.rootFileId());
        page.set(LONG, SEQUENCE_OFFSET, sequence);
        page.set(LONG, MARK_REVISION_OFFSET, superblock.logMark().revision());
        page.set(INT, MARK_CHECKSUM_OFFSET, superblock.logMark().checksum());
        page.set(INT, BYTES - Integer.BYTES, checksum(page));
    }
}
