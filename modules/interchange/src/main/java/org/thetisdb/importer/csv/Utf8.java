package org.thetisdb.importer.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Checks UTF-8 without decoding it. */
final class Utf8 {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long HIGH_BITS = 0x8080808080808080L;

    private Utf8() {}

    /**
     * The place of the first byte that begins no well-formed character; {@code end} if there is none. Overlong forms,
     * surrogates, what is above U+10FFFF and what is cut off are not well-formed.
     */
    static int firstWrong(byte[] bytes, int start, int end) {
        int position = start;
        while (position < end) {
            if (end - position >= Long.BYTES && ((long) LONGS.get(bytes, position) & HIGH_BITS) == 0) {
                position += Long.BYTES;
            } else if (bytes[position] >= 0) {
                position++;
            } else {
                int width = width(bytes, position, end);
                if (width == 0) {
                    return position;
                }
                position += width;
            }
        }
        return end;
    }

    /** The bytes of the well-formed character of two to four bytes at {@code position}; 0 if there is none. */
    private static int width(byte[] bytes, int position, int end) {
        int lead = bytes[position] & 0xff;
        int width = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
        if (width == 0 || end - position < width) {
            return 0;
        }
        for (int index = 1; index < width; index++) {
            if ((bytes[position + index] & 0xc0) != 0x80) {
                return 0;
            }
        }
        int second = bytes[position + 1] & 0xff;
        boolean wrong = lead == 0xe0 && second < 0xa0
                || lead == 0xed && second > 0x9f
                || lead == 0xf0 && second < 0x90
                || lead == 0xf4 && second > 0x8f;
        return wrong ? 0 : width;
    }

    /** The characters (code points) of well-formed text. */
    static int characterCount(byte[] bytes, int start, int length) {
        int count = 0;
        for (int index = start; index < start + length; index++) {
            count += (bytes[index] & 0xc0) != 0x80 ? 1 : 0;
        }
        return count;
    }
}
