package org.thetisdb.storage.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.thetisdb.storage.spill.NarrowValues;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Entries of one bucket as they arrive, in bytes.
 *
 * <pre>
 *   count 4 | columns 4 | rows (narrow) | neighbours (narrow) | slots (narrow) | column, column, …
 * </pre>
 *
 * <p>A forward block has no slots (a run of zeros, which takes no room); a backward block has no columns. Also the
 * decoded form, whose arrays are reused. Not thread safe.
 */
final class EntryBlock {
    private static final int HEADER_BYTES = 8;

    int count;
    long[] rows = new long[0];
    long[] neighbours = new long[0];
    long[] slots = new long[0];

    /** Encodes entries whose count is that of the columns. */
    static byte[] encode(
            int count, long[] rows, long[] neighbours, long[] slots, int[] propertyKeyIds, Vector[] columns) {
        long bytes = HEADER_BYTES + 3 * NarrowValues.bytesMax(count);
        byte[][][] variants = new byte[columns.length][][];
        for (int column = 0; column < columns.length; column++) {
            variants[column] = ColumnCodec.variants(columns[column]);
            bytes += ColumnCodec.bytesMax(columns[column], variants[column]);
        }
        ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(bytes));
        buffer.putInt(count).putInt(columns.length);
        NarrowValues.put(buffer, rows, count);
        NarrowValues.put(buffer, neighbours, count);
        NarrowValues.put(buffer, slots, count);
        for (int column = 0; column < columns.length; column++) {
            ColumnCodec.put(buffer, propertyKeyIds[column], columns[column], variants[column]);
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    void decode(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        count = buffer.getInt();
        buffer.getInt();
        if (rows.length < count) {
            rows = new long[count];
            neighbours = new long[count];
            slots = new long[count];
        }
        NarrowValues.get(buffer, rows, 0, count);
        NarrowValues.get(buffer, neighbours, 0, count);
        NarrowValues.get(buffer, slots, 0, count);
    }

    /** Adds the property keys of a block to a set. */
    static void collectKeys(byte[] bytes, java.util.Set<Integer> into) {
        ByteBuffer buffer = atColumns(bytes);
        for (int left = ByteBuffer.wrap(bytes).getInt(4); left > 0; left--) {
            into.add(ColumnCodec.key(buffer));
            ColumnCodec.skip(buffer);
        }
    }

    /** Reads a block's column of a property: nulls if the block has none. */
    static void column(byte[] bytes, int propertyKeyId, Vector into) {
        ByteBuffer buffer = atColumns(bytes);
        int entries = buffer.getInt(0);
        for (int left = buffer.getInt(4); left > 0; left--) {
            if (ColumnCodec.key(buffer) == propertyKeyId) {
                ColumnCodec.get(buffer, entries, into);
                return;
            }
            ColumnCodec.skip(buffer);
        }
        into.reset(VectorKind.NULL, entries);
    }

    private static ByteBuffer atColumns(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int entries = buffer.getInt(0);
        buffer.position(HEADER_BYTES);
        for (int run = 0; run < 3; run++) {
            NarrowValues.skip(buffer, entries);
        }
        return buffer;
    }
}
