package org.thetisdb.engine.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Looks for a piece in a text, eight places at a time: those where both the first and the last byte of the piece stand
 * are compared in full.
 *
 * <pre>
 *   text    … t o   t h e   w a r   w a s …          piece  w a r
 *   first         ? ? ? ? ? w ? ? ? w                at the places
 *   last              ? ? ? ? ? r ? ? ? s            2 further on
 * </pre>
 *
 * <p>Source: the generic algorithm of W. Muła ("SIMD-friendly algorithms for substring searching", 2016) with the eight
 * bytes of a long as lanes; zero bytes are found as in H. S. Warren, Hacker's Delight, 6-1, without false ones.
 */
final class ByteSearch {
    private static final VarHandle LANES = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long LOW_BITS = 0x7F7F_7F7F_7F7F_7F7FL;

    private ByteSearch() {}

    /** No such piece. */
    static final int NOWHERE = -1;

    /** Whether a piece is anywhere in a text. */
    static boolean contains(byte[] whole, int start, int length, byte[] piece, int pieceStart, int pieceLength) {
        return indexOf(whole, start, length, piece, pieceStart, pieceLength) != NOWHERE;
    }

    /** The place of the first such piece in a text, counted as {@code start} is; {@link #NOWHERE} if there is none. */
    static int indexOf(byte[] whole, int start, int length, byte[] piece, int pieceStart, int pieceLength) {
        if (pieceLength == 0) {
            return start;
        }
        int toLast = pieceLength - 1;
        long first = ONES * (piece[pieceStart] & 0xFF);
        long last = ONES * (piece[pieceStart + toLast] & 0xFF);
        int end = start + length - toLast;
        if (end - start < Long.BYTES) {
            return indexOfShort(whole, start, end, piece, pieceStart, pieceLength);
        }
        int lastAt = end - Long.BYTES;
        int at = start;
        while (true) {
            long found =
                    zeros((long) LANES.get(whole, at) ^ first) & zeros((long) LANES.get(whole, at + toLast) ^ last);
            while (found != 0) {
                int place = at + (Long.numberOfTrailingZeros(found) >>> 3);
                if (isAt(whole, place, piece, pieceStart, pieceLength)) {
                    return place;
                }
                found &= found - 1;
            }
            if (at == lastAt) {
                return NOWHERE;
            }
            // The last eight places overlap those before.
            at = Math.min(at + Long.BYTES, lastAt);
        }
    }

    /** @param end behind the last place where the piece may begin */
    private static int indexOfShort(byte[] whole, int start, int end, byte[] piece, int pieceStart, int pieceLength) {
        for (int at = start; at < end; at++) {
            if (whole[at] == piece[pieceStart] && isAt(whole, at, piece, pieceStart, pieceLength)) {
                return at;
            }
        }
        return NOWHERE;
    }

    /** How many characters a text has: all bytes but those that go on with a character of UTF-8. */
    static int characters(byte[] whole, int start, int length) {
        int end = start + length;
        int count = length;
        int at = start;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            long word = (long) LANES.get(whole, at);
            count -= Long.bitCount(word >>> 7 & ~(word >>> 6) & ONES);
        }
        for (; at < end; at++) {
            count -= (whole[at] & 0xC0) == 0x80 ? 1 : 0;
        }
        return count;
    }

    /**
     * Whether a text may have what ends a line where regular expressions are concerned; false for most without. Those
     * that are no control characters begin with C2 or E2 in UTF-8.
     */
    static boolean mayEndLines(byte[] whole, int start, int length) {
        int end = start + length;
        int at = start;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            long word = (long) LANES.get(whole, at);
            long found = zeros(word ^ ONES * '\n')
                    | zeros(word ^ ONES * '\r')
                    | zeros(word ^ ONES * 0xC2)
                    | zeros(word ^ ONES * 0xE2);
            if (found != 0) {
                return true;
            }
        }
        for (; at < end; at++) {
            int each = whole[at] & 0xFF;
            if (each == '\n' || each == '\r' || each == 0xC2 || each == 0xE2) {
                return true;
            }
        }
        return false;
    }

    /** The uppermost bit of each byte that is 0, and no other. */
    private static long zeros(long bytes) {
        return ~((bytes & LOW_BITS) + LOW_BITS | bytes | LOW_BITS);
    }

    /** Whether a piece stands at a place. */
    static boolean isAt(byte[] whole, int at, byte[] piece, int start, int length) {
        return Arrays.equals(whole, at, at + length, piece, start, start + length);
    }
}
