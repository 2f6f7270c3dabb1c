package org.thetisdb.storage.spill;

import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Vectors in temporary blocks, one after another:
 *
 * <pre>
 *   kind 1 | bytes of what follows 4 | has nulls 1 | nulls: a bit each | the arrays that the kind uses
 *                                                                        │
 *      longs, longs2, longs3   {@link NarrowValues}                       │
 *      doubles                 8 bytes each                              │
 *      strings, objects        lengths as {@link NarrowValues}, then the bytes of each
 * </pre>
 *
 * <p>An entry that is the very same string or object as the one before it that is not null has the length {@link
 * #SAME} and no bytes: rows that an expansion has multiplied share what they hold, however large it is.
 *
 * <p>The process that writes is the one that reads, so ordinals and zone codes may be kept. Immutable.
 */
public final class VectorCodec {
    private static final VectorKind[] KINDS = VectorKind.values();

    /** Kind, count of bytes, whether there are nulls. */
    private static final int HEADER_BYTES = 6;

    private static final int SAME = -1;
    private static final byte[] SAME_BYTES = {};

    private final Function<Object, byte[]> encoder;
    private final Function<byte[], @Nullable Object> decoder;

    /**
     * @param encoder makes bytes of an object, which is not null
     * @param decoder makes the object of them again
     */
    public VectorCodec(Function<Object, byte[]> encoder, Function<byte[], @Nullable Object> decoder) {
        this.encoder = encoder;
        this.decoder = decoder;
    }

    /** The entries of a vector of objects as bytes; nothing for other kinds. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    public byte[][] variants(Vector vector) {
        if (vector.kind() != VectorKind.OBJECT) {
            return new byte[0][];
        }
        byte[][] variants = new byte[vector.count()][];
        Object last = null;
        for (int index = 0; index < variants.length; index++) {
            Object object = vector.isNull(index) ? null : vector.objects()[index];
            if (object == null) {
                variants[index] = new byte[0];
            } else if (object == last) {
                variants[index] = SAME_BYTES;
            } else {
                variants[index] = encoder.apply(object);
                last = object;
            }
        }
        return variants;
    }

    /**
     * A bound of what {@link #put} writes.
     *
     * @param variants of the vector, by {@link #variants}
     */
    public static long bytesMax(Vector vector, byte[][] variants) {
        int count = vector.count();
        long bytes = HEADER_BYTES + 1L + count / Byte.SIZE;
        return switch (vector.kind()) {
            case NULL -> bytes;
            case FLOAT -> bytes + (long) Double.BYTES * count;
            case STRING -> bytes + NarrowValues.bytesMax(count) + sum(stringLengths(vector));
            case OBJECT -> bytes + NarrowValues.bytesMax(count) + sum(variantLengths(variants));
            default -> bytes + 3 * NarrowValues.bytesMax(count);
        };
    }

    private static long sum(long[] lengths) {
        long bytes = 0;
        for (long length : lengths) {
            bytes += Math.max(0, length);
        }
        return bytes;
    }

    private static long[] stringLengths(Vector vector) {
        long[] lengths = new long[vector.count()];
        int last = -1;
        for (int index = 0; index < lengths.length; index++) {
            if (vector.isNull(index)) {
                continue;
            }
            int length = vector.lengths()[index];
            boolean same =
                    last >= 0 && length == vector.lengths()[last] && vector.starts()[index] == vector.starts()[last];
            lengths[index] = same ? SAME : length;
            last = index;
        }
        return lengths;
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private static long[] variantLengths(byte[][] variants) {
        long[] lengths = new long[variants.length];
        for (int index = 0; index < lengths.length; index++) {
            lengths[index] = variants[index] == SAME_BYTES ? SAME : variants[index].length;
        }
        return lengths;
    }

    /**
     * Writes a vector at the buffer's position. What its null entries hold may be changed.
     *
     * @param buffer has room for {@link #bytesMax}
     * @param variants of the vector, by {@link #variants}
     */
    public static void put(ByteBuffer buffer, Vector vector, byte[][] variants) {
        int count = vector.count();
        buffer.put((byte) vector.kind().ordinal());
        int sizeAt = buffer.position();
        buffer.putInt(0).put((byte) (vector.hasNulls() ? 1 : 0));
        if (vector.hasNulls()) {
            putNulls(buffer, vector.nulls(), count);
        }
        switch (vector.kind()) {
            case NULL -> {}
            case FLOAT -> {
                for (int index = 0; index < count; index++) {
                    buffer.putDouble(vector.doubles()[index]);
                }
            }
            case STRING -> putStrings(buffer, vector);
            case OBJECT -> {
                NarrowValues.put(buffer, variantLengths(variants), count);
                for (byte[] variant : variants) {
                    buffer.put(variant);
                }
            }
            default -> {
                putLongs(buffer, vector.longs(), vector);
                if (vector.kind().usesLongs2()) {
                    putLongs(buffer, vector.longs2(), vector);
                }
                if (vector.kind() == VectorKind.RELATIONSHIP) {
                    putLongs(buffer, vector.longs3(), vector);
                }
            }
        }
        buffer.putInt(sizeAt, buffer.position() - sizeAt - Integer.BYTES);
    }

    private static void putNulls(ByteBuffer buffer, boolean[] nulls, int count) {
        for (int from = 0; from < count; from += Byte.SIZE) {
            int bits = 0;
            for (int index = Math.min(count, from + Byte.SIZE) - 1; index >= from; index--) {
                bits = bits << 1 | (nulls[index] ? 1 : 0);
            }
            buffer.put((byte) bits);
        }
    }

    private static void putStrings(ByteBuffer buffer, Vector vector) {
        long[] lengths = stringLengths(vector);
        NarrowValues.put(buffer, lengths, lengths.length);
        for (int index = 0; index < lengths.length; index++) {
            if (lengths[index] > 0) {
                buffer.put(vector.bytes(), vector.starts()[index], (int) lengths[index]);
            }
        }
    }

    private static void putLongs(ByteBuffer buffer, long[] values, Vector vector) {
        if (vector.hasNulls()) {
            zeroNulls(values, vector.nulls(), vector.count());
        }
        NarrowValues.put(buffer, values, vector.count());
    }

    /** What null entries hold must not widen the run. */
    private static void zeroNulls(long[] values, boolean[] nulls, int count) {
        long some = 0;
        for (int index = 0; index < count; index++) {
            if (!nulls[index]) {
                some = values[index];
                break;
            }
        }
        for (int index = 0; index < count; index++) {
            values[index] = nulls[index] ? some : values[index];
        }
    }

    /** Passes over the vector at the buffer's position. */
    public static void skip(ByteBuffer buffer) {
        buffer.get();
        int bytes = buffer.getInt();
        buffer.position(buffer.position() + bytes);
    }

    /**
     * Reads the vector at the buffer's position.
     *
     * @param buffer has an array of its own, from offset 0
     * @param count the entries that were written
     */
    @SuppressWarnings("ByteBufferBackingArray") // As the parameter says.
    public void get(ByteBuffer buffer, int count, Vector into) {
        VectorKind kind = KINDS[buffer.get()];
        buffer.getInt();
        boolean hasNulls = buffer.get() == 1;
        into.reset(kind, count);
        if (hasNulls) {
            getNulls(buffer, into);
        }
        switch (kind) {
            case NULL -> {}
            case FLOAT -> {
                for (int index = 0; index < count; index++) {
                    into.doubles()[index] = buffer.getDouble();
                }
            }
            case STRING -> getStrings(buffer, buffer.array(), into);
            case OBJECT -> getObjects(buffer, into);
            default -> {
                NarrowValues.get(buffer, into.longs(), 0, count);
                if (kind.usesLongs2()) {
                    NarrowValues.get(buffer, into.longs2(), 0, count);
                }
                if (kind == VectorKind.RELATIONSHIP) {
                    NarrowValues.get(buffer, into.longs3(), 0, count);
                }
            }
        }
    }

    private static void getNulls(ByteBuffer buffer, Vector into) {
        for (int from = 0; from < into.count(); from += Byte.SIZE) {
            int bits = buffer.get() & 0xff;
            for (int index = from; bits != 0; index++) {
                if ((bits & 1) != 0) {
                    into.setNull(index);
                }
                bits >>>= 1;
            }
        }
    }

    private static void getStrings(ByteBuffer buffer, byte[] bytes, Vector into) {
        long[] lengths = new long[into.count()];
        NarrowValues.get(buffer, lengths, 0, lengths.length);
        int at = buffer.position();
        int start = into.reserveBytes(sum(lengths));
        int end = start;
        int last = 0;
        for (int index = 0; index < lengths.length; index++) {
            if (lengths[index] == SAME) {
                into.setStringRange(index, into.starts()[last], into.lengths()[last]);
                continue;
            }
            into.setStringRange(index, end, (int) lengths[index]);
            end += (int) lengths[index];
            last = into.isNull(index) ? last : index;
        }
        System.arraycopy(bytes, at, into.bytes(), start, end - start);
        buffer.position(at + end - start);
    }

    private void getObjects(ByteBuffer buffer, Vector into) {
        long[] lengths = new long[into.count()];
        NarrowValues.get(buffer, lengths, 0, lengths.length);
        Object last = null;
        for (int index = 0; index < lengths.length; index++) {
            if (into.isNull(index)) {
                continue;
            }
            if (lengths[index] != SAME) {
                byte[] variant = new byte[(int) lengths[index]];
                buffer.get(variant);
                last = decoder.apply(variant);
            }
            into.objects()[index] = last;
        }
    }
}
