package org.thetisdb.postgresql.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;

/** The fields of one message, in order. */
public final class Body {
    private final byte[] bytes;
    private int at;

    /** Over bytes that are there. */
    public Body(byte[] bytes) {
        this.bytes = bytes;
    }

    private static PostgresFailure broken(String what) {
        return PostgresFailure.of(SqlState.PROTOCOL_VIOLATION, "a message is broken: " + what);
    }

    /** {@return how many bytes are left} */
    public int remaining() {
        return bytes.length - at;
    }

    private void need(int count) {
        if (count < 0 || count > remaining()) {
            throw broken("wanted=" + count + " bytes, left=" + remaining());
        }
    }

    public int int8() {
        need(1);
        return bytes[at++];
    }

    public int int16() {
        need(2);
        int value = (bytes[at] << 8) | (bytes[at + 1] & 0xFF);
        at += 2;
        return value;
    }

    public int int32() {
        need(4);
        int value = (bytes[at] << 24)
                | ((bytes[at + 1] & 0xFF) << 16)
                | ((bytes[at + 2] & 0xFF) << 8)
                | (bytes[at + 3] & 0xFF);
        at += 4;
        return value;
    }

    public long int64() {
        long high = int32();
        return (high << 32) | (int32() & 0xFFFF_FFFFL);
    }

    /** {@return a text that ends with a zero} */
    public String text() {
        int end = at;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        if (end == bytes.length) {
            throw broken("a text without its end");
        }
        String text = decode(Arrays.copyOfRange(bytes, at, end));
        at = end + 1;
        return text;
    }

    /** {@return so many bytes} */
    public byte[] bytes(int count) {
        need(count);
        byte[] part = Arrays.copyOfRange(bytes, at, at + count);
        at += count;
        return part;
    }

    /** {@return a count and as many numbers of two bytes} */
    public List<Integer> shorts() {
        int count = int16() & 0xFFFF;
        need(2 * count);
        List<Integer> numbers = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            numbers.add(int16());
        }
        return numbers;
    }

    /** An error if anything is left. */
    public void requireEnd() {
        if (remaining() > 0) {
            throw broken(remaining() + " bytes too many");
        }
    }

    /**
     * {@return the text that the bytes are}
     *
     * @throws PostgresFailure 22021 if they are no UTF-8
     */
    public static String decode(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            if (text.indexOf('\0') >= 0) {
                throw PostgresFailure.of(SqlState.CHARACTER_NOT_IN_REPERTOIRE, "a text holds a zero byte");
            }
            return text;
        } catch (CharacterCodingException malformed) {
            throw PostgresFailure.of(SqlState.CHARACTER_NOT_IN_REPERTOIRE, "a text is not valid UTF-8");
        }
    }
}
