package org.thetisdb.storage.arena;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.column.VariantCodec;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * The value of a property within a record. Only this process reads it.
 *
 * <pre>
 *   tag (1 byte)   then
 *   0              null: the property was removed
 *   1, 2           false, true
 *   3, 4, 5, 6     an INTEGER in 1, 2, 4, 8 bytes
 *   7              a FLOAT, 8 bytes
 *   8, 9           a STRING: count of bytes (1 or 4 bytes), UTF-8
 *   10             a count (4 bytes) and bytes as VariantCodec writes them
 *   16 + kind      what vectors of a kind have in longs (8 bytes), and in longs2 (8 bytes) where they use it
 * </pre>
 *
 * <p>Stateless.
 */
public final class PropertyBytes {
    static final int NULL = 0;
    static final int FALSE = 1;
    static final int TRUE = 2;
    static final int INTEGER_1 = 3;
    static final int INTEGER_2 = 4;
    static final int INTEGER_4 = 5;
    static final int INTEGER_8 = 6;
    static final int FLOAT = 7;
    static final int STRING_SHORT = 8;
    static final int STRING = 9;
    static final int VARIANT = 10;
    static final int FIRST_KIND = 16;

    private static final VectorKind[] KINDS = VectorKind.values();

    private PropertyBytes() {}

    /** How many bytes the value at a place takes. */
    public static long length(MemorySegment block, long at) {
        int tag = block.get(JAVA_BYTE, at);
        return switch (tag) {
            case NULL, FALSE, TRUE -> 1;
            case INTEGER_1 -> 2;
            case INTEGER_2 -> 3;
            case INTEGER_4 -> 5;
            case INTEGER_8, FLOAT -> 9;
            case STRING_SHORT -> 2L + (block.get(JAVA_BYTE, at + 1) & 0xFF);
            case STRING, VARIANT -> 5L + block.get(JAVA_INT_UNALIGNED, at + 1);
            default -> KINDS[tag - FIRST_KIND].usesLongs2() ? 17 : 9;
        };
    }

    /** Whether the value at a place says that the property was removed. */
    public static boolean isNull(MemorySegment block, long at) {
        return block.get(JAVA_BYTE, at) == NULL;
    }

    /** The value at a place, boxed; null if the property was removed. */
    public static @Nullable Object get(MemorySegment block, long at) {
        int tag = block.get(JAVA_BYTE, at);
        return switch (tag) {
            case NULL -> null;
            case FALSE -> false;
            case TRUE -> true;
            case INTEGER_1, INTEGER_2, INTEGER_4, INTEGER_8 -> integer(block, at, tag);
            case FLOAT -> Double.longBitsToDouble(block.get(JAVA_LONG_UNALIGNED, at + 1));
            case STRING_SHORT, STRING -> new String(bytes(block, at, tag), StandardCharsets.UTF_8);
            case VARIANT -> VariantCodec.decode(bytes(block, at, tag));
            default -> {
                Vector single = new Vector();
                single.reset(VectorKind.NULL, 1);
                copy(block, at, single, 0);
                yield single.valueAt(0);
            }
        };
    }

    private static long integer(MemorySegment block, long at, int tag) {
        return switch (tag) {
            case INTEGER_1 -> block.get(JAVA_BYTE, at + 1);
            case INTEGER_2 -> block.get(JAVA_SHORT_UNALIGNED, at + 1);
            case INTEGER_4 -> block.get(JAVA_INT_UNALIGNED, at + 1);
            default -> block.get(JAVA_LONG_UNALIGNED, at + 1);
        };
    }

    private static int contentLength(MemorySegment block, long at, int tag) {
        return tag == STRING_SHORT ? block.get(JAVA_BYTE, at + 1) & 0xFF : block.get(JAVA_INT_UNALIGNED, at + 1);
    }

    private static long contentAt(long at, int tag) {
        return tag == STRING_SHORT ? at + 2 : at + 5;
    }

    private static byte[] bytes(MemorySegment block, long at, int tag) {
        byte[] bytes = new byte[contentLength(block, at, tag)];
        MemorySegment.copy(block, JAVA_BYTE, contentAt(at, tag), bytes, 0, bytes.length);
        return bytes;
    }

    /** Makes the value at a place an entry of a vector, which is null there. */
    public static void copy(MemorySegment block, long at, Vector into, int index) {
        int tag = block.get(JAVA_BYTE, at);
        switch (tag) {
            case NULL -> {}
            case FALSE, TRUE -> copyLong(block, at, VectorKind.BOOLEAN, tag - FALSE, into, index);
            case INTEGER_1, INTEGER_2, INTEGER_4, INTEGER_8 ->
                copyLong(block, at, VectorKind.INTEGER, integer(block, at, tag), into, index);
            case FLOAT -> {
                if (into.become(VectorKind.FLOAT)) {
                    into.doubles()[index] = Double.longBitsToDouble(block.get(JAVA_LONG_UNALIGNED, at + 1));
                    into.setNotNull(index);
                } else {
                    into.setValue(index, get(block, at));
                }
            }
            case STRING_SHORT, STRING -> copyString(block, at, tag, into, index);
            case VARIANT -> {
                Object made = get(block, at);
                into.objectBytes().made(made);
                into.setValue(index, made);
            }
            default -> copyKind(block, at, KINDS[tag - FIRST_KIND], into, index);
        }
    }

    private static void copyLong(MemorySegment block, long at, VectorKind kind, long value, Vector into, int index) {
        if (into.become(kind)) {
            into.longs()[index] = value;
            into.setNotNull(index);
        } else {
            into.setValue(index, get(block, at));
        }
    }

    private static void copyString(MemorySegment block, long at, int tag, Vector into, int index) {
        if (into.become(VectorKind.STRING)) {
            int length = contentLength(block, at, tag);
            int start = into.reserveBytes(length);
            MemorySegment.copy(block, JAVA_BYTE, contentAt(at, tag), into.bytes(), start, length);
            into.setStringRange(index, start, length);
            into.setNotNull(index);
        } else {
            into.setValue(index, get(block, at));
        }
    }

    private static void copyKind(MemorySegment block, long at, VectorKind kind, Vector into, int index) {
        if (into.become(kind)) {
            into.longs()[index] = block.get(JAVA_LONG_UNALIGNED, at + 1);
            if (kind.usesLongs2()) {
                into.longs2()[index] = block.get(JAVA_LONG_UNALIGNED, at + 9);
            }
            into.setNotNull(index);
        } else {
            into.setValue(index, get(block, at));
        }
    }
}
