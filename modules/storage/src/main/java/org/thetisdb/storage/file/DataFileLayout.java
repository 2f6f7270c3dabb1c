package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The header of a data file, which begins its first page.
 *
 * <pre>
 *   0          8         12       16           32       40                      60         64
 *   +----------+---------+--------+------------+--------+------- zeros ---------+----------+
 *   | THETDATA | version | number | databaseId | fileId |                       | checksum |
 *   +----------+---------+--------+------------+--------+-----------------------+----------+
 * </pre>
 *
 * The magic tells a file that is none of Thetis, the version one that is too new or too old, the database's id one of
 * another database, the number one that was given another name, the file's id an older or newer file that had the same
 * name, and the checksum (CRC-32C of all before it) damage in the header itself. The checksums of all pages are bound
 * to the same three numbers ({@link DataFileIdentity#checksumSeed}), so that no part of another file passes either.
 */
final class DataFileLayout {
    static final long MAGIC = 0x41544144_54454854L; // "THETDATA"
    static final int VERSION = SuperblockLayout.VERSION;
    static final int HEADER_BYTES = 64;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final long VERSION_OFFSET = Long.BYTES;
    private static final long NUMBER_OFFSET = VERSION_OFFSET + Integer.BYTES;
    private static final long DATABASE_OFFSET = NUMBER_OFFSET + Integer.BYTES;
    private static final long FILE_ID_OFFSET = DATABASE_OFFSET + 2 * Long.BYTES;
    private static final long ZEROS_OFFSET = FILE_ID_OFFSET + Long.BYTES;
    private static final long CHECKSUM_OFFSET = HEADER_BYTES - Integer.BYTES;

    static {
        if (ZEROS_OFFSET != 40 || CHECKSUM_OFFSET != 60) {
            throw new ThetisException(ErrorCode.INTERNAL, "the header of a data file is not laid out as drawn");
        }
    }

    private DataFileLayout() {}

    /** A header as it is written. */
    static MemorySegment header(DataFileIdentity identity) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[HEADER_BYTES]);
        bytes.set(LONG, 0, MAGIC);
        bytes.set(INT, VERSION_OFFSET, VERSION);
        bytes.set(INT, NUMBER_OFFSET, identity.number());
        bytes.set(LONG, DATABASE_OFFSET, identity.databaseId().getMostSignificantBits());
        bytes.set(LONG, DATABASE_OFFSET + Long.BYTES, identity.databaseId().getLeastSignificantBits());
        bytes.set(LONG, FILE_ID_OFFSET, identity.fileId());
        bytes.set(INT, CHECKSUM_OFFSET, checksum(bytes));
        return bytes;
    }

    static long magic(MemorySegment header) {
        return header.get(LONG, 0);
    }

    static int version(MemorySegment header) {
        return header.get(INT, VERSION_OFFSET);
    }

    static DataFileIdentity identity(MemorySegment header) {
        UUID databaseId = new UUID(header.get(LONG, DATABASE_OFFSET), header.get(LONG, DATABASE_OFFSET + Long.BYTES));
        return new DataFileIdentity(databaseId, header.get(INT, NUMBER_OFFSET), header.get(LONG, FILE_ID_OFFSET));
    }

    static int storedChecksum(MemorySegment header) {
        return header.get(INT, CHECKSUM_OFFSET);
    }

    static int checksum(MemorySegment header) {
        CRC32C checksum = new CRC32C();
        checksum.update(header.asSlice(0, CHECKSUM_OFFSET).asByteBuffer());
        return (int) checksum.getValue();
    }
}
