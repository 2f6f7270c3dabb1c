package org.thetisdb.storage.arena;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.column.VariantCodec;
import org.thetisdb.value.UnicodeText;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Properties that are to become a part of a record; used again for the next one. Not thread safe. */
public final class PropertyDraft {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int LONGEST_FIXED_BYTES = 17;

    /** A draft that was once larger gives the memory back. */
    private static final int KEPT_BYTES_MAX = 1 << 16;

    private final Vector single = new Vector();
    private int[] keys = new int[8];
    private int[] starts = new int[8];
    private int count;
    private byte[] bytes = new byte[256];
    private int size;

    /** Begins again. */
    public void clear() {
        count = 0;
        size = 0;
        if (bytes.length > KEPT_BYTES_MAX) {
            bytes = new byte[256];
        }
    }

    /** How many properties there are. */
    public int count() {
        return count;
    }

    /** The keys, ascending, in the first {@link #count} places; not to be changed. */
    public int[] keys() {
        return keys;
    }

    /** How many bytes all values take. */
    public int size() {
        return size;
    }

    /** Where among the bytes the value of a property begins. */
    public int start(int place) {
        return starts[place];
    }

    /** Writes all values. */
    public void copyTo(MemorySegment block, long at) {
        MemorySegment.copy(bytes, 0, block, ValueLayout.JAVA_BYTE, at, size);
    }

    private void begin(int key) {
        assert count == 0 || keys[count - 1] < key : "keys ascend: key=" + key;
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
            starts = Arrays.copyOf(starts, 2 * count);
        }
        keys[count] = key;
        starts[count++] = size;
    }

    private void reserve(long extra) {
        long needed = size + extra;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.toIntExact(Math.max(needed, Math.min(2L * bytes.length, 1 << 30))));
        }
    }

    /** Adds a property with the bytes that a record has for its value. */
    public void add(int key, MemorySegment block, long at) {
        begin(key);
        long length = PropertyBytes.length(block, at);
        reserve(length);
        MemorySegment.copy(block, ValueLayout.JAVA_BYTE, at, bytes, size, (int) length);
        size += (int) length;
    }

    /**
     * Adds a property.
     *
     * @param key greater than those before
     * @param value boxed; null if the property was removed
     */
    public void add(int key, @Nullable Object value) {
        begin(key);
        reserve(LONGEST_FIXED_BYTES);
        switch (value) {
            case null -> tag(PropertyBytes.NULL);
            case Boolean flag -> tag(flag ? PropertyBytes.TRUE : PropertyBytes.FALSE);
            case Long number -> integer(number);
            case Double number -> {
                tag(PropertyBytes.FLOAT);
                fixed(Double.doubleToRawLongBits(number), Long.BYTES);
            }
            case String text -> string(UnicodeText.utf8(text));
            default -> other(value);
        }
    }

    private void tag(int tag) {
        bytes[size++] = (byte) tag;
    }

    /** Writes the lower bytes, of which there is one after the other in the machine's order. */
    private void fixed(long value, int length) {
        long placed = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? value : value << 64 - 8 * length;
        reserve(Long.BYTES);
        LONG.set(bytes, size, placed);
        size += length;
    }

    private void integer(long number) {
        if (number == (byte) number) {
            tag(PropertyBytes.INTEGER_1);
            fixed(number, 1);
        } else if (number == (short) number) {
            tag(PropertyBytes.INTEGER_2);
            fixed(number, Short.BYTES);
        } else if (number == (int) number) {
            tag(PropertyBytes.INTEGER_4);
            fixed(number, Integer.BYTES);
        } else {
            tag(PropertyBytes.INTEGER_8);
            fixed(number, Long.BYTES);
        }
    }

    private void string(byte[] text) {
        if (text.length <= 0xFF) {
            tag(PropertyBytes.STRING_SHORT);
            tag(text.length);
            content(text);
        } else {
            tag(PropertyBytes.STRING);
            counted(text);
        }
    }

    private void counted(byte[] content) {
        fixed(content.length, Integer.BYTES);
        content(content);
    }

    private void content(byte[] content) {
        reserve(content.length);
        System.arraycopy(content, 0, bytes, size, content.length);
        size += content.length;
    }

    private void other(Object value) {
        VectorKind kind = VectorKind.of(value);
        switch (kind) {
            case DATE, LOCAL_TIME, TIME, LOCAL_DATETIME, ZONED_DATETIME -> {
                single.reset(kind, 1);
                single.setValue(0, value);
                tag(PropertyBytes.FIRST_KIND + kind.ordinal());
                fixed(single.longs()[0], Long.BYTES);
                if (kind.usesLongs2()) {
                    fixed(single.longs2()[0], Long.BYTES);
                }
            }
            case NULL, BOOLEAN, INTEGER, FLOAT, STRING, NODE, RELATIONSHIP, OBJECT -> {
                byte[] content = VariantCodec.encode(value);
                tag(PropertyBytes.VARIANT);
                counted(content);
            }
        }
    }
}
