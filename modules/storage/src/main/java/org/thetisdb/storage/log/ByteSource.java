package org.thetisdb.storage.log;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.column.VariantCodec;
import org.thetisdb.storage.packing.ByteSink;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Reads what a {@link ByteSink} wrote. Whatever the bytes are, a method returns a value of its kind or throws {@link
 * ErrorCode#CORRUPT_STRUCTURE}, and allocates no more than the bytes that are there. One thread at a time.
 */
final class ByteSource {
    private final ByteBuffer buffer;

    ByteSource(byte[] bytes) {
        this(ByteBuffer.wrap(bytes));
    }

    /** Reads from the buffer's position to its limit. */
    ByteSource(ByteBuffer buffer) {
        this.buffer = buffer.order(ByteOrder.LITTLE_ENDIAN);
    }

    boolean hasRemaining() {
        return buffer.hasRemaining();
    }

    int remaining() {
        return buffer.remaining();
    }

    int readByte() {
        if (!buffer.hasRemaining()) {
            throw damaged("a byte");
        }
        return buffer.get() & 0xFF;
    }

    long readVarint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int part = readByte();
            value |= (long) (part & 0x7F) << shift;
            if (part < 0x80) {
                return value;
            }
        }
        throw damaged("a number of at most ten bytes");
    }

    /** A number that must be from 0 to {@code max}. */
    int readInt(int max) {
        long value = readVarint();
        if (value < 0 || value > max) {
            throw damaged("a number up to " + max);
        }
        return (int) value;
    }

    /** A count of things that take at least a byte each. */
    int readCount() {
        return readInt(buffer.remaining());
    }

    String readString() {
        return new String(readBytes(readCount()), StandardCharsets.UTF_8);
    }

    byte[] readBytes(int count) {
        if (count > buffer.remaining()) {
            throw damaged(count + " bytes");
        }
        byte[] bytes = new byte[count];
        buffer.get(bytes);
        return bytes;
    }

    /** A value as {@link VariantCodec} writes it. */
    @Nullable
    Object readValue() {
        return VariantCodec.decodeNext(buffer);
    }

    /** Passes over a value. */
    void skipValue() {
        VariantCodec.skipNext(buffer);
    }

    ThetisException damaged(String expected) {
        return new ThetisException(
                ErrorCode.CORRUPT_STRUCTURE,
                "an operation in the log is damaged: position=" + buffer.position() + ", bytes=" + buffer.limit()
                        + ", expected=" + expected);
    }
}
