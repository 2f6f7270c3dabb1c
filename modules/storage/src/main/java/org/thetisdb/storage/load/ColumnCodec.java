package org.thetisdb.storage.load;

import java.nio.ByteBuffer;
import org.thetisdb.storage.column.VariantCodec;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Columns in temporary blocks: key, kind, bytes of the rest, nulls flag with one byte for each entry, and the arrays
 * that the kind uses. The process that writes a block is the one that reads it, so ordinals and zone codes may be kept.
 */
final class ColumnCodec {
    private static final VectorKind[] KINDS = VectorKind.values();

    private ColumnCodec() {}

    /** A bound of what {@link #put} writes. */
    static long bytesMax(Vector column, byte[][] variants) {
        int count = column.count();
        long bytes = 32L + count;
        return switch (column.kind()) {
            case NULL -> bytes;
            case STRING -> bytes + NarrowValues.bytesMax(count) + totalLength(column);
            case OBJECT -> {
                for (byte[] variant : variants) {
                    bytes += variant.length;
                }
                yield bytes + NarrowValues.bytesMax(count);
            }
            default -> bytes + 3 * NarrowValues.bytesMax(count);
        };
    }

    private static long totalLength(Vector column) {
        long bytes = 0;
        for (int index = 0; index < column.count(); index++) {
            bytes += column.isNull(index) ? 0 : column.lengths()[index];
        }
        return bytes;
    }

    /** The entries of a column of objects as bytes; nothing for nulls and for other kinds. */
    static byte[][] variants(Vector column) {
        if (column.kind() != VectorKind.OBJECT) {
            return new byte[0][];
        }
        byte[][] variants = new byte[column.count()][];
        for (int index = 0; index < variants.length; index++) {
            variants[index] = column.isNull(index) ? new byte[0] : VariantCodec.encode(column.objects()[index]);
        }
        return variants;
    }

    static void put(ByteBuffer buffer, int propertyKeyId, Vector column, byte[][] variants) {
        int count = column.count();
        buffer.putInt(propertyKeyId).put((byte) column.kind().ordinal());
        int sizeAt = buffer.position();
        buffer.putInt(0).put((byte) (column.hasNulls() ? 1 : 0));
        if (column.hasNulls()) {
            for (int index = 0; index < count; index++) {
                buffer.put((byte) (column.nulls()[index] ? 1 : 0));
            }
        }
        switch (column.kind()) {
            case NULL -> {}
            case FLOAT -> {
                for (int index = 0; index < count; index++) {
                    buffer.putDouble(column.doubles()[index]);
                }
            }
            case STRING -> {
                long[] lengths = new long[count];
                for (int index = 0; index < count; index++) {
                    lengths[index] = column.isNull(index) ? 0 : column.lengths()[index];
                }
                NarrowValues.put(buffer, lengths, count);
                for (int index = 0; index < count; index++) {
                    buffer.put(column.bytes(), lengths[index] == 0 ? 0 : column.starts()[index], (int) lengths[index]);
                }
            }
            case OBJECT -> {
                long[] lengths = new long[count];
                for (int index = 0; index < count; index++) {
                    lengths[index] = variants[index].length;
                }
                NarrowValues.put(buffer, lengths, count);
                for (byte[] variant : variants) {
                    buffer.put(variant);
                }
            }
            default -> {
                zeroNulls(column.longs(), column);
                NarrowValues.put(buffer, column.longs(), count);
                if (column.kind().usesLongs2()) {
                    zeroNulls(column.longs2(), column);
                    NarrowValues.put(buffer, column.longs2(), count);
                }
            }
        }
        buffer.putInt(sizeAt, buffer.position() - sizeAt - Integer.BYTES);
    }

    /** What null entries hold must not widen the run. */
    private static void zeroNulls(long[] values, Vector column) {
        if (!column.hasNulls()) {
            return;
        }
        long some = 0;
        for (int index = 0; index < column.count(); index++) {
            if (!column.nulls()[index]) {
                some = values[index];
                break;
            }
        }
        for (int index = 0; index < column.count(); index++) {
            values[index] = column.nulls()[index] ? some : values[index];
        }
    }

    /** The key of the column at the buffer's position. */
    static int key(ByteBuffer buffer) {
        return buffer.getInt(buffer.position());
    }

    static void skip(ByteBuffer buffer) {
        int bytes = buffer.getInt(buffer.position() + 5);
        buffer.position(buffer.position() + 9 + bytes);
    }

    /** Reads the column at the buffer's position as a vector of its own. */
    @SuppressWarnings("ByteBufferBackingArray") // Made with an array of its own, from offset 0.
    static void get(ByteBuffer buffer, int count, Vector into) {
        buffer.getInt();
        VectorKind kind = KINDS[buffer.get()];
        buffer.getInt();
        boolean hasNulls = buffer.get() == 1;
        into.reset(kind, count);
        if (hasNulls) {
            for (int index = 0; index < count; index++) {
                if (buffer.get() == 1) {
                    into.setNull(index);
                }
            }
        }
        switch (kind) {
            case NULL -> {}
            case FLOAT -> {
                for (int index = 0; index < count; index++) {
                    into.doubles()[index] = buffer.getDouble();
                }
            }
            case STRING -> {
                long[] lengths = new long[count];
                NarrowValues.get(buffer, lengths, 0, count);
                for (int index = 0; index < count; index++) {
                    into.setString(index, buffer.array(), buffer.position(), (int) lengths[index]);
                    buffer.position(buffer.position() + (int) lengths[index]);
                }
            }
            case OBJECT -> {
                long[] lengths = new long[count];
                NarrowValues.get(buffer, lengths, 0, count);
                for (int index = 0; index < count; index++) {
                    byte[] variant = new byte[(int) lengths[index]];
                    buffer.get(variant);
                    into.objects()[index] = into.isNull(index) ? null : VariantCodec.decode(variant);
                }
            }
            default -> {
                NarrowValues.get(buffer, into.longs(), 0, count);
                if (kind.usesLongs2()) {
                    NarrowValues.get(buffer, into.longs2(), 0, count);
                }
            }
        }
    }
}
