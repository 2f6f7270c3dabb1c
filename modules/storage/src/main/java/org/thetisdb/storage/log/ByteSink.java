package org.thetisdb.storage.log;

import java.util.Arrays;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.UnicodeText;

/** A growing array of bytes, with the log's few encodings: {@link ByteSource} reads them. One thread at a time. */
final class ByteSink {
    /** More than this in one commit would make recovery and history need as much memory at once. */
    static final int BYTES_MAX = 1 << 30;

    private static final int BYTES_FIRST = 256;
    private static final int VARINT_BYTES_MAX = 10;

    private byte[] bytes = new byte[BYTES_FIRST];
    private int size;

    int size() {
        return size;
    }

    void clear() {
        size = 0;
        if (bytes.length > 1 << 20) {
            bytes = new byte[BYTES_FIRST];
        }
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    void writeByte(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    /** Seven bits a byte, lowest first; the highest bit says that more follow. Unsigned: -1 takes ten bytes. */
    void writeVarint(long value) {
        room(VARINT_BYTES_MAX);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    void writeBytes(byte[] source) {
        room(source.length);
        System.arraycopy(source, 0, bytes, size, source.length);
        size += source.length;
    }

    void writeString(String text) {
        byte[] encoded = UnicodeText.utf8(text);
        writeVarint(encoded.length);
        writeBytes(encoded);
    }

    private void room(int more) {
        if (more > bytes.length - size) {
            long needed = (long) size + more;
            if (needed > BYTES_MAX) {
                throw tooLarge(needed);
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(BYTES_MAX, Math.max(needed, bytes.length * 2L)));
        }
    }

    static ThetisException tooLarge(long bytes) {
        return new ThetisException(
                ErrorCode.LIMIT_EXCEEDED,
                "A transaction is too large: bytes=" + bytes + ", bytesMax=" + BYTES_MAX + ". Split it into several.");
    }
}
