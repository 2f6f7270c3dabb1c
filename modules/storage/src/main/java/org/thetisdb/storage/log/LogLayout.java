package org.thetisdb.storage.log;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.thetisdb.io.BoundChecksum;
import org.thetisdb.storage.file.StoreFiles;

/**
 * The bytes of a log segment.
 *
 * <pre>
 *   log/00000007.log
 *   +----------------+----------+----------+--- … ---+----------+------------------------+
 *   | header (64 B)  | record   | record   |         | record   | zeros, written ahead   |
 *   +----------------+----------+----------+--- … ---+----------+------------------------+
 *
 *   header
 *   0          8         12       16           32              40              48                 52       60
 *   +----------+---------+--------+------------+---------------+---------------+------------------+--------+----------+
 *   | THETLOG1 | version | number | databaseId | firstRevision | previousBytes | previousChecksum | parts  | checksum |
 *   +----------+---------+--------+------------+---------------+---------------+------------------+--------+----------+
 *
 *   record
 *   0        4          8      9
 *   +--------+----------+------+----------------------------------------------+
 *   | bytes  | checksum | kind | body                                         |
 *   +--------+----------+------+----------------------------------------------+
 *   kind 1 commit   unsynced, revision, timeMillis, message, operations to the end
 *   kind 2 token    unsynced, token kind (1 byte), id, name or count and label ids
 *   kind 3 seal     unsynced
 *   kind 4 part     unsynced, operations to the end
 *
 *   unsynced, revision, timeMillis, id, count: varint.  name: varint of bytes, UTF-8.
 *   message: 0 if there is none, else varint of bytes + 1, UTF-8.
 * </pre>
 *
 * {@code bytes} counts the whole record. Zero in its place is the end.
 *
 * <p>A <b>segment of one commit</b> has an id of its parts, and version 4; others have 0 there, and version 3. Its
 * records are parts and then the commit, which did what the parts say and after that what its own record says. All of
 * it was on the device before it had its name, so whatever is wrong with it is damage.
 *
 * <pre>
 *   log/00000008.log
 *   +----------------+--------+--------+--- … ---+--------+----------+
 *   | header (64 B)  | part   | part   |         | part   | commit   |      log/00000009.log goes on with what is later
 *   +----------------+--------+--------+--- … ---+--------+----------+
 * </pre>
 *
 * segment's header checksum, the offset and the length; for a part, which is older than the header, the database and
 * the id of the parts take the place of the first. A record that was copied to another place, another segment or
 * another database is no record, nor are bytes of a log that somebody stored as a property. The header of the next
 * segment has a checksum of all records' checksums: a segment of a copy of this database, which has the same header,
 * does not fit.
 *
 * <p>The polynomial is G. Castagnoli's (1993), as iSCSI has it (RFC 3720, appendix B.4); what is added to the plain
 * code is the place, for a checksum over the content alone cannot tell a write that went elsewhere.
 *
 * <p><b>Unsynced</b> is how far the record's begin lies after what was known to be on the device when the record was
 * made. It tells damage from a torn tail: a crash may lose any sectors of what was not synced and keep others, so a
 * valid record after an invalid one proves nothing by itself; but if it says that the invalid one had been synced
 * before, then that was damaged later. That damage and a crash must be told apart, and that a checksum alone cannot, is
 * R. Alagappan et al.: Protocol-Aware Recovery for Consensus-Based Storage, FAST 2018, where a second write of an
 * identifier after each entry tells them; here the next records tell, so nothing more is written. A seal is written
 * when a log is closed, and says this of everything before it.
 */
final class LogLayout {
    static final long MAGIC = 0x31474F4C_54454854L; // "THETLOG1"
    /** That of the whole format. */
    static final int VERSION = StoreFiles.FORMAT_VERSION;

    /** Of a segment of one commit, which a Thetis that knows no parts must not take for one that a crash has torn. */
    static final int PARTS_VERSION = 4;

    static final int HEADER_BYTES = 64;

    static final int COMMIT = 1;
    static final int TOKEN = 2;
    static final int SEAL = 3;
    static final int PART = 4;

    /** Where kind and body begin in a record. */
    static final int KIND_OFFSET = 8;

    static final int BODY_OFFSET = 9;

    /** Kind and a body of the number of unsynced bytes alone. */
    static final int RECORD_BYTES_MIN = BODY_OFFSET + 1;

    /** What a record has at most besides message, name and operations. */
    static final int RECORD_OVERHEAD_BYTES_MAX = BODY_OFFSET + 4 * 10;

    static final String SUFFIX = ".log";

    /** What the name of a segment ends with until its header is on the device. */
    static final String UNFINISHED_SUFFIX = ".log.new";

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int PARTS_ID_OFFSET = 52;
    private static final int HEADER_CHECKSUM_OFFSET = HEADER_BYTES - Integer.BYTES;

    private LogLayout() {}

    static String fileName(int number) {
        return String.format(Locale.ROOT, "%08d%s", number, SUFFIX);
    }

    /** The number in a segment's file name, or -1 if it is not the name of one. */
    static int number(String fileName) {
        return fileName.matches("\\d{8}\\.log") ? Integer.parseInt(fileName.substring(0, 8)) : -1;
    }

    /** Fills a zeroed header. */
    static void writeHeader(MemorySegment bytes, SegmentHeader header) {
        bytes.set(LONG, 0, MAGIC);
        bytes.set(INT, 8, header.isOfOneCommit() ? PARTS_VERSION : VERSION);
        bytes.set(INT, 12, header.number());
        bytes.set(LONG, 16, header.databaseId().getMostSignificantBits());
        bytes.set(LONG, 24, header.databaseId().getLeastSignificantBits());
        bytes.set(LONG, 32, header.firstRevision());
        bytes.set(LONG, 40, header.previousBytes());
        bytes.set(INT, 48, header.previousChecksum());
        bytes.set(LONG, PARTS_ID_OFFSET, header.partsId());
        bytes.set(INT, HEADER_CHECKSUM_OFFSET, headerChecksum(bytes));
    }

    static SegmentHeader readHeader(MemorySegment bytes) {
        return new SegmentHeader(
                new UUID(bytes.get(LONG, 16), bytes.get(LONG, 24)),
                bytes.get(INT, 12),
                bytes.get(LONG, 32),
                bytes.get(LONG, 40),
                bytes.get(INT, 48),
                version(bytes) == PARTS_VERSION ? bytes.get(LONG, PARTS_ID_OFFSET) : 0);
    }

    /** Whether a segment's header has a version that this package reads. */
    static boolean isKnown(int version) {
        return version == VERSION || version == PARTS_VERSION;
    }

    /** What stands for the header's checksum in those of parts. */
    static int partsChecksum(UUID databaseId, long partsId) {
        long database = databaseId.getMostSignificantBits() * 31 + databaseId.getLeastSignificantBits();
        return BoundChecksum.of(PART, database, partsId);
    }

    static long magic(MemorySegment header) {
        return header.get(LONG, 0);
    }

    static int version(MemorySegment header) {
        return header.get(INT, 8);
    }

    static int storedHeaderChecksum(MemorySegment header) {
        return header.get(INT, HEADER_CHECKSUM_OFFSET);
    }

    static int headerChecksum(MemorySegment header) {
        CRC32C checksum = new CRC32C();
        checksum.update(header.asSlice(0, HEADER_CHECKSUM_OFFSET).asByteBuffer());
        return (int) checksum.getValue();
    }

    /** The length that a record states; 0 at the end of the records, and anything if the bytes are no record. */
    static int recordBytes(MemorySegment bytes, long offset) {
        return bytes.get(INT, offset);
    }

    static int recordKind(MemorySegment bytes, long offset) {
        return bytes.get(ValueLayout.JAVA_BYTE, offset + KIND_OFFSET);
    }

    static int storedRecordChecksum(MemorySegment bytes, long offset) {
        return bytes.get(INT, offset + Integer.BYTES);
    }

    /** Writes length and checksum; kind and body come from the caller. */
    static void writeRecordHead(MemorySegment bytes, long offset, int recordBytes, int checksum) {
        bytes.set(INT, offset, recordBytes);
        bytes.set(INT, offset + Integer.BYTES, checksum);
    }

    /** The checksum of a record whose kind and body have the CRC-32C given, at a place. */
    static int recordChecksum(int contentChecksum, int headerChecksum, long segmentOffset, int recordBytes) {
        return BoundChecksum.of(contentChecksum, headerChecksum, segmentOffset * 31 + recordBytes);
    }

    /** What the next segment says of all records before it, up to one more; 0 before the first. */
    static int chainedChecksum(int chainedBefore, int recordChecksum) {
        return BoundChecksum.of(recordChecksum, chainedBefore, 0);
    }

    /** As {@link #recordChecksum}, of a record in memory. */
    static int recordChecksumOf(
            MemorySegment bytes, long offset, int recordBytes, int headerChecksum, long segmentOffset) {
        CRC32C content = new CRC32C();
        content.update(bytes.asSlice(offset + KIND_OFFSET, recordBytes - (long) KIND_OFFSET)
                .asByteBuffer());
        return recordChecksum((int) content.getValue(), headerChecksum, segmentOffset, recordBytes);
    }
}
