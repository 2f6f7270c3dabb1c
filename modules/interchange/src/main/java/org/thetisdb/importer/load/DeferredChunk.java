package org.thetisdb.importer.load;

import java.nio.ByteBuffer;
import org.thetisdb.importer.csv.FieldTable;

/**
 * Some fields of some rows as bytes, with the node of each row.
 *
 * <pre>
 *   [ rows 4 ] then per row [ node 8 | position 8 ] and per field [ length 4 (-1: null) | bytes ]
 * </pre>
 */
final class DeferredChunk {
    private DeferredChunk() {}

    /** Packs the rows whose first field of {@code fields} is not null; empty if there are none. */
    static byte[] pack(FieldTable table, int[] fields, long[] nodes) {
        int rowCount = 0;
        int bytes = Integer.BYTES;
        for (int row = 0; row < table.rowCount(); row++) {
            if (!table.isNull(row, fields[0])) {
                rowCount++;
                bytes += 2 * Long.BYTES;
                for (int field : fields) {
                    bytes += Integer.BYTES + Math.max(0, table.lengths()[row * table.fieldCount() + field]);
                }
            }
        }
        if (rowCount == 0) {
            return new byte[0];
        }
        ByteBuffer buffer = ByteBuffer.allocate(bytes).putInt(rowCount);
        for (int row = 0; row < table.rowCount(); row++) {
            if (!table.isNull(row, fields[0])) {
                buffer.putLong(nodes[row]).putLong(table.lines()[row]);
                for (int field : fields) {
                    int index = row * table.fieldCount() + field;
                    int length = table.lengths()[index];
                    buffer.putInt(length);
                    if (length > 0) {
                        buffer.put(table.bytes(), table.starts()[index], length);
                    }
                }
            }
        }
        return buffer.array();
    }

    /** Makes {@code table} the rows of the chunk, over its bytes; gives their nodes. */
    static long[] unpack(byte[] chunk, int fieldCount, FieldTable table) {
        ByteBuffer buffer = ByteBuffer.wrap(chunk);
        int rowCount = buffer.getInt();
        long[] nodes = new long[rowCount];
        table.reset(chunk, fieldCount, rowCount);
        for (int row = 0; row < rowCount; row++) {
            nodes[row] = buffer.getLong();
            long position = buffer.getLong();
            for (int field = 0; field < fieldCount; field++) {
                int length = buffer.getInt();
                table.lengths()[row * fieldCount + field] = length;
                table.starts()[row * fieldCount + field] = buffer.position();
                buffer.position(buffer.position() + Math.max(0, length));
            }
            table.endRow(position);
        }
        return nodes;
    }
}
