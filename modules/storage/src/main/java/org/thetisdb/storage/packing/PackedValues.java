package org.thetisdb.storage.packing;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.thetisdb.value.Invariant;

/**
 * Values of a fixed number of bits, one after the other, least significant bit first.
 *
 * <p>A value is read by one unaligned load, a shift and a mask, which is what allows both random access and tight
 * loops. It holds for up to {@link #BITS_MAX} bits; wider values take whole words. Every run of packed values must be
 * followed by {@link #PADDING_BYTES} readable bytes.
 *
 * <p>The scheme is frame of reference with bit packing (J. Goldstein, R. Ramakrishnan, U. Shaft: Compressing Relations
 * and Indexes, ICDE 1998; M. Zukowski et al.: Super-Scalar RAM-CPU Cache Compression, ICDE 2006), changed in these
 * points: codes are packed in their natural order and never across lanes of a vector register, so that one can be read
 * alone; there are no exceptions to patch, a run has the width of its largest code; and widths end at 57 bits, because
 * one load has to hold any value.
 */
public final class PackedValues {
    /** A value may begin at bit 7 of its first byte and must end within 8 bytes. */
    public static final int BITS_MAX = 57;

    public static final int PADDING_BYTES = 8;

    /** Of values that are unpacked as codes. */
    public static final int CODE_BITS_MAX = 16;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private PackedValues() {}

    /** The bits that hold every value from 0 to {@code maximum}, which is taken as unsigned: 0 to 57, or 64. */
    public static int bits(long maximum) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(maximum);
        return bits > BITS_MAX ? Long.SIZE : bits;
    }

    /** The bytes of {@code count} values, rounded up to whole words. */
    public static long bytes(long count, int bits) {
        return (count * bits + Long.SIZE - 1) / Long.SIZE * Long.BYTES;
    }

    /** The lowest {@code bits} bits. */
    public static long mask(int bits) {
        return bits == Long.SIZE ? -1L : (1L << bits) - 1;
    }

    /** The value at {@code index} of the run that begins at {@code offset}. */
    public static long get(MemorySegment memory, long offset, long index, int bits) {
        long bit = index * bits;
        return memory.get(WORD, offset + (bit >>> 3)) >>> (bit & 7) & mask(bits);
    }

    /**
     * Unpacks {@code count} values from {@code first} on and adds {@code base} to each. One load serves as many values
     * as it holds.
     *
     * <p>All loops are in one method on purpose: it is too large for HotSpot to inline. Inlined into a pipeline, a load
     * ends up so deep below what is compiled that its own checks are calls, which cost four times as much as the rest.
     */
    public static void unpack(
            MemorySegment memory, long offset, long first, int count, int bits, long base, long[] into, int at) {
        long mask = mask(bits);
        long bit = first * bits;
        int end = at + count;
        int index = at;
        if (8 * bits <= BITS_MAX) {
            for (; index <= end - 8; index += 8) {
                long word = memory.get(WORD, offset + (bit >>> 3)) >>> (bit & 7);
                into[index] = base + (word & mask);
                into[index + 1] = base + (word >>> bits & mask);
                into[index + 2] = base + (word >>> 2 * bits & mask);
                into[index + 3] = base + (word >>> 3 * bits & mask);
                into[index + 4] = base + (word >>> 4 * bits & mask);
                into[index + 5] = base + (word >>> 5 * bits & mask);
                into[index + 6] = base + (word >>> 6 * bits & mask);
                into[index + 7] = base + (word >>> 7 * bits & mask);
                bit += 8L * bits;
            }
        }
        if (4 * bits <= BITS_MAX) {
            for (; index <= end - 4; index += 4) {
                long word = memory.get(WORD, offset + (bit >>> 3)) >>> (bit & 7);
                into[index] = base + (word & mask);
                into[index + 1] = base + (word >>> bits & mask);
                into[index + 2] = base + (word >>> 2 * bits & mask);
                into[index + 3] = base + (word >>> 3 * bits & mask);
                bit += 4L * bits;
            }
        }
        if (2 * bits <= BITS_MAX) {
            for (; index <= end - 2; index += 2) {
                long word = memory.get(WORD, offset + (bit >>> 3)) >>> (bit & 7);
                into[index] = base + (word & mask);
                into[index + 1] = base + (word >>> bits & mask);
                bit += 2L * bits;
            }
        }
        for (; index < end; index++) {
            into[index] = base + (memory.get(WORD, offset + (bit >>> 3)) >>> (bit & 7) & mask);
            bit += bits;
        }
    }

    /**
     * Unpacks the values at many places and adds {@code base} to each.
     *
     * @param places whose lower bits, those of {@code placeMask}, are indexes
     * @param from the first of them that counts
     */
    public static void gather(
            MemorySegment memory,
            long offset,
            long[] places,
            int from,
            int count,
            long placeMask,
            int bits,
            long base,
            long[] into,
            int at) {
        long mask = mask(bits);
        for (int index = 0; index < count; index++) {
            long bit = (places[from + index] & placeMask) * bits;
            into[at + index] = base + (memory.get(WORD, offset + (bit >>> 3)) >>> (bit & 7) & mask);
        }
    }

    /** How many of an array's words {@link #copy} needs for a run, at most; one of them it only clears. */
    public static int words(int count, int bits) {
        return (int) (((long) count * bits + Byte.SIZE + Long.SIZE - 2) / Long.SIZE) + 1;
    }

    /**
     * Copies the bytes of a run to the heap, from where any number of them is unpacked by a few instructions each, also
     * while the JVM only interprets them: what reads memory outside of the heap is then some twenty calls.
     *
     * @param words gets them, {@link #words} of them at most
     * @return the bit at which the first value begins, below {@value Byte#SIZE}
     */
    public static int copy(MemorySegment memory, long offset, long first, int count, int bits, long[] words) {
        long bit = first * bits;
        int used = (int) bit & Byte.SIZE - 1;
        int length = (int) ((used + (long) count * bits + Long.SIZE - 1) / Long.SIZE);
        MemorySegment.copy(memory, WORD, offset + (bit >>> 3), words, 0, length);
        words[length] = 0;
        return used;
    }

    /**
     * As {@link #unpack(MemorySegment, long, long, int, int, long, long[], int)}, of words on the heap.
     *
     * @param bit where the first value begins
     * @param bits 1 to {@value #BITS_MAX}
     */
    public static void unpack(long[] words, int bit, int count, int bits, long base, long[] into, int at) {
        long mask = mask(bits);
        int end = at + count;
        int index = at;
        int from = bit;
        // What two words have from a bit on: shifting by 64 would not move anything, so the upper one moves in two
        // steps.
        if (8 * bits <= Long.SIZE) {
            for (; index <= end - 8; index += 8) {
                int place = from >>> 6;
                long word = words[place] >>> from | words[place + 1] << 1 << ~from;
                into[index] = base + (word & mask);
                into[index + 1] = base + (word >>> bits & mask);
                into[index + 2] = base + (word >>> 2 * bits & mask);
                into[index + 3] = base + (word >>> 3 * bits & mask);
                into[index + 4] = base + (word >>> 4 * bits & mask);
                into[index + 5] = base + (word >>> 5 * bits & mask);
                into[index + 6] = base + (word >>> 6 * bits & mask);
                into[index + 7] = base + (word >>> 7 * bits & mask);
                from += 8 * bits;
            }
        } else if (4 * bits <= Long.SIZE) {
            for (; index <= end - 4; index += 4) {
                int place = from >>> 6;
                long word = words[place] >>> from | words[place + 1] << 1 << ~from;
                into[index] = base + (word & mask);
                into[index + 1] = base + (word >>> bits & mask);
                into[index + 2] = base + (word >>> 2 * bits & mask);
                into[index + 3] = base + (word >>> 3 * bits & mask);
                from += 4 * bits;
            }
        } else if (2 * bits <= Long.SIZE) {
            // Two by two, with what the second two have in common with the first.
            for (; index <= end - 4; index += 4) {
                int place = from >>> 6;
                int middle = from + 2 * bits;
                long between = words[place + 1];
                long lower = words[place] >>> from | between << 1 << ~from;
                long upper = middle >>> 6 == place
                        ? words[place] >>> middle | between << 1 << ~middle
                        : between >>> middle | words[place + 2] << 1 << ~middle;
                into[index] = base + (lower & mask);
                into[index + 1] = base + (lower >>> bits & mask);
                into[index + 2] = base + (upper & mask);
                into[index + 3] = base + (upper >>> bits & mask);
                from = middle + 2 * bits;
            }
        }
        for (; index < end; index++) {
            int place = from >>> 6;
            into[index] = base + ((words[place] >>> from | words[place + 1] << 1 << ~from) & mask);
            from += bits;
        }
    }

    /**
     * Unpacks {@code count} values from the start of an array, as codes.
     *
     * @param bit where the first value begins
     * @param bits 1 to {@value #CODE_BITS_MAX}
     * @param codeCount at least 1; what is at least as large is no code
     * @return whether all are codes
     */
    public static boolean unpackCodes(long[] words, int bit, int count, int bits, int codeCount, int[] into) {
        int mask = (int) mask(bits);
        int step = 8 * bits <= Long.SIZE ? 8 : 4;
        // Added to a value that is no code, this leaves its bits: of all values of a word at once, the carries out of
        // each are found from the sums of what is below its highest bit.
        long highest = repeated(1L << bits - 1, bits, step);
        long excess = repeated(Math.max(0, (1L << bits) - codeCount), bits, step);
        long lowerExcess = excess & ~highest;
        long carries = 0;
        int index = 0;
        int from = bit;
        if (step == 8) {
            for (; index <= count - 8; index += 8) {
                int place = from >>> 6;
                long word = words[place] >>> from | words[place + 1] << 1 << ~from;
                carries |= word & excess | (word | excess) & (word & ~highest) + lowerExcess;
                into[index] = (int) word & mask;
                into[index + 1] = (int) (word >>> bits) & mask;
                into[index + 2] = (int) (word >>> 2 * bits) & mask;
                into[index + 3] = (int) (word >>> 3 * bits) & mask;
                into[index + 4] = (int) (word >>> 4 * bits) & mask;
                into[index + 5] = (int) (word >>> 5 * bits) & mask;
                into[index + 6] = (int) (word >>> 6 * bits) & mask;
                into[index + 7] = (int) (word >>> 7 * bits) & mask;
                from += 8 * bits;
            }
        } else {
            for (; index <= count - 4; index += 4) {
                int place = from >>> 6;
                long word = words[place] >>> from | words[place + 1] << 1 << ~from;
                carries |= word & excess | (word | excess) & (word & ~highest) + lowerExcess;
                into[index] = (int) word & mask;
                into[index + 1] = (int) (word >>> bits) & mask;
                into[index + 2] = (int) (word >>> 2 * bits) & mask;
                into[index + 3] = (int) (word >>> 3 * bits) & mask;
                from += 4 * bits;
            }
        }
        int outside = 0;
        for (; index < count; index++) {
            int place = from >>> 6;
            int code = (int) (words[place] >>> from | words[place + 1] << 1 << ~from) & mask;
            into[index] = code;
            outside |= codeCount - 1 - code;
            from += bits;
        }
        return outside >= 0 && (carries & highest) == 0;
    }

    /** A value of so many bits, so many times, one after the other. */
    static long repeated(long value, int bits, int times) {
        long all = 0;
        for (int time = 0; time < times; time++) {
            all |= value << time * bits;
        }
        return all;
    }

    /**
     * Puts one value of up to {@link #BITS_MAX} bits at {@code index}, if it is zero there.
     *
     * @return whether it was
     */
    public static boolean putIfZero(MemorySegment memory, long offset, long index, int bits, long value) {
        long bit = index * bits;
        long at = offset + (bit >>> 3);
        long word = memory.get(WORD, at);
        if ((word >>> (bit & 7) & mask(bits)) != 0) {
            return false;
        }
        memory.set(WORD, at, word | value << (bit & 7));
        return true;
    }

    /** Packs {@code values[from …] - base} as the values from {@code first} on; the target must be zero there. */
    public static void pack(
            MemorySegment memory, long offset, long first, int count, int bits, long base, long[] values, int from) {
        Invariant.check(
                bits >= 0 && bits <= BITS_MAX || bits == Long.SIZE, "a width is 0 to 57 bits, or 64", "bits", bits);
        if (bits == 0) {
            return;
        }
        assert areIn(bits, base, values, from, count) : "bits=" + bits + ", base=" + base;
        long bit = first * bits;
        long wordOffset = offset + (bit >>> 6 << 3);
        int used = (int) bit & 63;
        long word = memory.get(WORD, wordOffset);
        for (int index = from; index < from + count; index++) {
            long value = values[index] - base;
            word |= value << used;
            used += bits;
            if (used >= Long.SIZE) {
                memory.set(WORD, wordOffset, word);
                wordOffset += Long.BYTES;
                used -= Long.SIZE;
                word = used == 0 ? 0 : value >>> (bits - used);
            }
        }
        if (used > 0) {
            memory.set(WORD, wordOffset, word);
        }
    }

    private static boolean areIn(int bits, long base, long[] values, int from, int count) {
        for (int index = from; index < from + count; index++) {
            if ((values[index] - base & ~mask(bits)) != 0) {
                return false;
            }
        }
        return true;
    }
}
