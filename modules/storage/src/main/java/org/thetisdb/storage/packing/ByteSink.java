package org.thetisdb.storage.packing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.UnicodeText;

/**
 * A growing array of bytes: numbers little-endian or with as few bytes as they need, texts in UTF-8. One thread at a
 * time.
 */
public final class ByteSink {
    /** More than this in one piece would make reading need as much memory at once. */
    public static final int BYTES_MAX = 1 << 30;

    private static final int BYTES_FIRST = 256;
    private static final byte[] NO_BYTES = {};
    private static final int VARINT_BYTES_MAX = 10;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    private final String content;
    private byte[] bytes = new byte[BYTES_FIRST];
    private int size;

    /** @param content what the bytes are, for the error of one that grows beyond {@link #BYTES_MAX} */
    public ByteSink(String content) {
        this.content = content;
    }

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
        if (bytes.length > 1 << 20) {
            bytes = new byte[BYTES_FIRST];
        }
    }

    /** Begins again, and gives the memory back. */
    public void release() {
        size = 0;
        bytes = NO_BYTES;
    }

    /** A copy of all that was written since the last {@link #clear()}. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    public void writeByte(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    /** Four bytes. */
    public void writeInt(int value) {
        room(Integer.BYTES);
        INT.set(bytes, size, value);
        size += Integer.BYTES;
    }

    /** Eight bytes. */
    public void writeLong(long value) {
        room(Long.BYTES);
        LONG.set(bytes, size, value);
        size += Long.BYTES;
    }

    /** Seven bits a byte, lowest first; the highest bit says that more follow. Unsigned: -1 takes ten bytes. */
    public void writeVarint(long value) {
        room(VARINT_BYTES_MAX);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    public void writeBytes(byte[] source) {
        room(source.length);
        System.arraycopy(source, 0, bytes, size, source.length);
        size += source.length;
    }

    /** All that another sink holds. */
    public void writeAll(ByteSink other) {
        room(other.size);
        System.arraycopy(other.bytes, 0, bytes, size, other.size);
        size += other.size;
    }

    /** The count of its bytes as a varint, then these. */
    public void writeString(String text) {
        byte[] encoded = UnicodeText.utf8(text);
        writeVarint(encoded.length);
        writeBytes(encoded);
    }

    private void room(int more) {
        if (more > bytes.length - size) {
            long needed = (long) size + more;
            if (needed > BYTES_MAX) {
                throw tooLarge(content, needed);
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(BYTES_MAX, Math.max(needed, bytes.length * 2L)));
        }
    }

    /** The error of something that has more than {@link #BYTES_MAX} bytes. */
    public static ThetisException tooLarge(String content, long bytes) {
        return new ThetisException(
                ErrorCode.LIMIT_EXCEEDED,
                content + " is too large: bytes=" + bytes + ", bytesMax=" + BYTES_MAX + "; split it into several");
    }
}
