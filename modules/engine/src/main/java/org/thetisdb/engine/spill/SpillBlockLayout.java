package org.thetisdb.engine.spill;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;

/**
 * A block of rows in a temporary file, little-endian but for what {@code VectorCodec} writes:
 *
 * <pre>
 *   0          4          8          12            16
 *   | checksum | bytes    | rows     | columns     | column, column, … by VectorCodec
 *       │          └ of the whole block
 *       └ CRC-32C of all that follows
 * </pre>
 *
 * <p>The checksum finds what a device returns damaged: wrong rows would look like a wrong answer.
 */
final class SpillBlockLayout {
    static final int HEADER_BYTES = 16;

    private static final int CHECKSUM_OFFSET = 0;
    private static final int BYTES_OFFSET = 4;
    private static final int ROWS_OFFSET = 8;
    private static final int COLUMNS_OFFSET = 12;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    static {
        Invariant.check(
                COLUMNS_OFFSET + Integer.BYTES == HEADER_BYTES, "the columns follow the header", "at", COLUMNS_OFFSET);
    }

    private SpillBlockLayout() {}

    /** Writes the header of a block whose columns have been written. */
    static void seal(byte[] block, int at, int bytes, int rowCount, int columnCount) {
        INT.set(block, at + BYTES_OFFSET, bytes);
        INT.set(block, at + ROWS_OFFSET, rowCount);
        INT.set(block, at + COLUMNS_OFFSET, columnCount);
        INT.set(block, at + CHECKSUM_OFFSET, checksum(block, at, bytes));
    }

    private static int checksum(byte[] block, int at, int bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(block, at + BYTES_OFFSET, bytes - BYTES_OFFSET);
        return (int) checksum.getValue();
    }

    /**
     * Makes sure that a block is the one that was written.
     *
     * @throws ThetisException {@link ErrorCode#CHECKSUM_MISMATCH}
     */
    static void check(byte[] block, int at, int bytes, int rowCount, int columnCount) {
        int expected = (int) INT.get(block, at + CHECKSUM_OFFSET);
        int found = checksum(block, at, bytes);
        if (expected != found
                || (int) INT.get(block, at + BYTES_OFFSET) != bytes
                || (int) INT.get(block, at + ROWS_OFFSET) != rowCount
                || (int) INT.get(block, at + COLUMNS_OFFSET) != columnCount) {
            throw new ThetisException(
                    ErrorCode.CHECKSUM_MISMATCH,
                    "rows that a query had put on disk are damaged: expected=" + Integer.toHexString(expected)
                            + ", found=" + Integer.toHexString(found) + ", bytes=" + bytes
                            + "; check the disk with the folder for temporary files, then run the query again");
        }
    }
}
