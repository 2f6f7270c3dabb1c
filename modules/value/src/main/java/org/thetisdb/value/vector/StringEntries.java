package org.thetisdb.value.vector;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The strings of a vector: places in bytes that they share, or codes of a dictionary.
 *
 * <pre>
 *   plain     bytes  E n g S a l e s …      starts [ 3 | 0 | 0 ]   lengths [ 5 | 3 | 3 ]
 *   coded     dictionary  0: Eng  1: Sales  codes  [ 1 | 0 | 0 ]   starts and lengths are made when asked for
 * </pre>
 *
 * <p>Who asks for bytes of a coded vector gets those of its dictionary. What is written beside codes makes the strings
 * plain first: their bytes are copied then, the dictionary's never change.
 *
 * <p>Invariants: each code is a place in the dictionary, those of entries that are null, too. Not thread safe, reading
 * neither.
 */
final class StringEntries {
    private static final int[] NO_INTS = {};
    private static final byte[] NO_BYTES = {};

    private int[] starts = NO_INTS;
    private int[] lengths = NO_INTS;

    /** The vector's own bytes. */
    private byte[] ownBytes = NO_BYTES;

    /** Where the strings are: the own bytes, or those of the dictionary. */
    private byte[] bytes = NO_BYTES;

    /** Of {@link #bytes}. */
    private int bytesUsed;

    private int bytesMax = ArrayGrowth.NO_LIMIT;
    private int[] codes = NO_INTS;
    private int codeCount;

    /** The dictionary of the codes, or, if there are none, of those that there were last; null if there never were. */
    private @Nullable Dictionary dictionary;

    private boolean isCoded;

    /** Of how many codes starts and lengths have been made. */
    private int placedCount;

    /** Forgets the strings and keeps the memory, and the dictionary for codes that may follow. */
    void clear() {
        bytes = ownBytes;
        bytesUsed = 0;
        isCoded = false;
    }

    void ensure(int capacity) {
        if (starts.length < capacity) {
            starts = Arrays.copyOf(starts, ArrayGrowth.grown(starts.length, capacity));
            lengths = Arrays.copyOf(lengths, starts.length);
        }
    }

    boolean isCoded() {
        return isCoded;
    }

    int[] codes() {
        return codes;
    }

    Dictionary dictionary() {
        Dictionary own = dictionary;
        if (!isCoded || own == null) {
            throw new IllegalStateException("no codes");
        }
        return own;
    }

    boolean codeAgain(Object source, int count) {
        Dictionary own = dictionary;
        if (own == null || !own.isOf(source)) {
            return false;
        }
        code(own, count);
        return true;
    }

    void code(Dictionary of, int count) {
        Vector strings = of.strings();
        if (strings.stringBytes() > bytesMax && bytesMax < ArrayGrowth.NO_LIMIT) {
            throw new VectorFullException();
        }
        if (codes.length < count) {
            codes = new int[ArrayGrowth.grown(codes.length, count)];
        }
        dictionary = of;
        bytes = strings.bytes();
        bytesUsed = strings.stringBytes();
        codeCount = count;
        isCoded = true;
        placedCount = 0;
    }

    /** Adds {@code source[rows[0]], …}, codes of the same dictionary. */
    void appendCodes(int[] source, int[] rows, int added) {
        if (codes.length < codeCount + added) {
            codes = Arrays.copyOf(codes, ArrayGrowth.grown(codes.length, codeCount + added));
        }
        for (int index = 0; index < added; index++) {
            codes[codeCount + index] = source[rows[index]];
        }
        codeCount += added;
    }

    byte[] bytes() {
        return bytes;
    }

    int stringBytes() {
        return bytesUsed;
    }

    int[] starts() {
        if (isCoded && placedCount < codeCount) {
            place();
        }
        return starts;
    }

    int[] lengths() {
        if (isCoded && placedCount < codeCount) {
            place();
        }
        return lengths;
    }

    /** Where an entry's string starts, without making places of all entries. */
    int start(int index) {
        return isCoded ? dictionary().strings().starts()[codes[index]] : starts[index];
    }

    /** The bytes that an entry's string has, without making places of all entries. */
    int length(int index) {
        return isCoded ? dictionary().strings().lengths()[codes[index]] : lengths[index];
    }

    private void place() {
        ensure(codeCount);
        Vector strings = dictionary().strings();
        int[] startOfCode = strings.starts();
        int[] lengthOfCode = strings.lengths();
        for (int index = placedCount; index < codeCount; index++) {
            int code = codes[index];
            starts[index] = startOfCode[code];
            lengths[index] = lengthOfCode[code];
        }
        placedCount = codeCount;
    }

    /** Makes places and bytes of codes, if there are any, and forgets these. */
    void makePlain() {
        if (!isCoded) {
            return;
        }
        starts();
        byte[] shared = bytes;
        growOwn(bytesUsed);
        System.arraycopy(shared, 0, ownBytes, 0, bytesUsed);
        bytes = ownBytes;
        isCoded = false;
    }

    void limitBytes(int max) {
        bytesMax = max;
    }

    int reserve(long extra) {
        makePlain();
        int start = bytesUsed;
        growOwn(start + extra);
        bytes = ownBytes;
        bytesUsed = (int) (start + extra);
        return start;
    }

    /** By how much the vector's own bytes become longer when so many are added to them. */
    long growth(long extra) {
        if (extra <= ownBytes.length - bytesUsed) {
            return 0;
        }
        long wanted = Math.min(extra, Integer.MAX_VALUE - 8L - bytesUsed) + bytesUsed;
        return ArrayGrowth.grownBytes(ownBytes.length, wanted, ArrayGrowth.NO_LIMIT) - (long) ownBytes.length;
    }

    private void growOwn(long needed) {
        if (ownBytes.length < needed) {
            ownBytes = Arrays.copyOf(ownBytes, ArrayGrowth.grownBytes(ownBytes.length, needed, bytesMax));
        }
    }

    void set(int index, byte[] source, int from, int length) {
        int start = reserve(length);
        System.arraycopy(source, from, bytes, start, length);
        starts[index] = start;
        lengths[index] = length;
    }

    void setRange(int index, int start, int length) {
        makePlain();
        starts[index] = start;
        lengths[index] = length;
    }

    long bytesReserved() {
        Dictionary own = dictionary;
        return 8L * starts.length
                + 4L * codes.length
                + ownBytes.length
                + (own == null ? 0 : own.strings().bytesReserved());
    }

    /** Overwrites all places and bytes, and forgets codes. */
    void spoil() {
        clear();
        Arrays.fill(starts, -1);
        Arrays.fill(lengths, -1);
        Arrays.fill(codes, -1);
        Arrays.fill(ownBytes, (byte) -1);
    }
}
