package org.thetisdb.storage.load;

import java.nio.ByteBuffer;
import org.thetisdb.storage.column.VariantCodec;
import org.thetisdb.storage.spill.VectorCodec;
import org.thetisdb.value.vector.Vector;

/** Columns of properties in temporary blocks: the key, then the column's values by {@link VectorCodec}. */
final class ColumnCodec {
    private static final VectorCodec VALUES = new VectorCodec(VariantCodec::encode, VariantCodec::decode);

    private ColumnCodec() {}

    /** The entries of a column of objects as bytes; nothing for other kinds. */
    static byte[][] variants(Vector column) {
        return VALUES.variants(column);
    }

    /** A bound of what {@link #put} writes. */
    static long bytesMax(Vector column, byte[][] variants) {
        return Integer.BYTES + VectorCodec.bytesMax(column, variants);
    }

    static void put(ByteBuffer buffer, int propertyKeyId, Vector column, byte[][] variants) {
        buffer.putInt(propertyKeyId);
        VectorCodec.put(buffer, column, variants);
    }

    /** The key of the column at the buffer's position. */
    static int key(ByteBuffer buffer) {
        return buffer.getInt(buffer.position());
    }

    static void skip(ByteBuffer buffer) {
        buffer.getInt();
        VectorCodec.skip(buffer);
    }

    /** Reads the column at the buffer's position as a vector of its own. */
    static void get(ByteBuffer buffer, int count, Vector into) {
        buffer.getInt();
        VALUES.get(buffer, count, into);
    }
}
