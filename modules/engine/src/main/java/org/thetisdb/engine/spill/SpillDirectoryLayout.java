package org.thetisdb.engine.spill;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;

/**
 * Where blocks of rows are in a temporary file, as a page of that file, little-endian:
 *
 * <pre>
 *   0          4            4 + 16 i    12 + 16 i   16 + 16 i   20 + 16 i
 *   | checksum | … entries: | offset    | bytes     | rows      | …
 *       └ CRC-32C of all entries
 * </pre>
 */
final class SpillDirectoryLayout {
    static final int HEADER_BYTES = 4;
    static final int ENTRY_BYTES = 16;

    private static final int BYTES_OFFSET = 8;
    private static final int ROWS_OFFSET = 12;

    static {
        Invariant.check(
                ROWS_OFFSET + Integer.BYTES == ENTRY_BYTES, "an entry ends with its rows", "rowsOffset", ROWS_OFFSET);
    }

    private SpillDirectoryLayout() {}

    /** The length of a page with so many entries. */
    static int bytes(int entryCount) {
        return HEADER_BYTES + ENTRY_BYTES * entryCount;
    }

    /** Writes a page at the buffer's position, and advances that. */
    static void put(ByteBuffer buffer, DirectoryPage page) {
        int at = buffer.position();
        ByteBuffer little = buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        int length = bytes(page.count());
        for (int entry = 0; entry < page.count(); entry++) {
            int place = at + HEADER_BYTES + ENTRY_BYTES * entry;
            little.putLong(place, page.offset(entry));
            little.putInt(place + BYTES_OFFSET, page.length(entry));
            little.putInt(place + ROWS_OFFSET, page.rowCount(entry));
        }
        little.putInt(at, checksum(little, at, length));
        buffer.position(at + length);
    }

    /**
     * Reads a page.
     *
     * @throws ThetisException {@link ErrorCode#CHECKSUM_MISMATCH}
     */
    static DirectoryPage get(byte[] bytes, int entryCount) {
        ByteBuffer little = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int expected = little.getInt(0);
        int found = checksum(little, 0, bytes(entryCount));
        if (expected != found) {
            throw new ThetisException(
                    ErrorCode.CHECKSUM_MISMATCH,
                    "the directory of rows that a query had put on disk is damaged: expected="
                            + Integer.toHexString(expected) + ", found=" + Integer.toHexString(found)
                            + "; check the disk with the folder for temporary files, then run the query again");
        }
        DirectoryPage page = new DirectoryPage();
        for (int entry = 0; entry < entryCount; entry++) {
            int place = HEADER_BYTES + ENTRY_BYTES * entry;
            page.add(little.getLong(place), little.getInt(place + BYTES_OFFSET), little.getInt(place + ROWS_OFFSET));
        }
        return page;
    }

    private static int checksum(ByteBuffer buffer, int at, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(buffer.slice(at + HEADER_BYTES, length - HEADER_BYTES));
        return (int) checksum.getValue();
    }
}
