package org.thetisdb.storage.packing;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;

/** Packed values and choices of rows for tests. */
final class PackedArrays {
    private PackedArrays() {}

    /** Values as columns give them: copied from memory, where others may be before them. */
    static PackedCodes packed(RandomGenerator random, int[] values, int bits) {
        if (bits == 0) {
            return new PackedCodes(new long[] {-1, -1}, 0, 0);
        }
        int before = random.nextInt(9);
        long[] all = new long[before + values.length];
        for (int index = 0; index < values.length; index++) {
            all[before + index] = values[index];
        }
        long[] words = new long[PackedValues.words(values.length, bits)];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory =
                    arena.allocate(PackedValues.bytes(all.length, bits) + PackedValues.PADDING_BYTES, Long.BYTES);
            PackedValues.pack(memory, 0, 0, all.length, bits, 0, all, 0);
            return new PackedCodes(words, PackedValues.copy(memory, 0, before, values.length, bits, words), bits);
        }
    }

    /** Values of so many bits. */
    static int[] values(RandomGenerator random, int count, int bits) {
        return random.ints(count)
                .map(value -> value & (int) PackedValues.mask(bits))
                .toArray();
    }

    /** A bit for each of so many rows: none, all, or any share of them. */
    static long[] some(RandomGenerator random, int count) {
        long[] bits = new long[PackedTests.bitWords(count)];
        int share = random.nextInt(65);
        for (int index = 0; index < count; index++) {
            bits[index >>> 6] |= random.nextInt(64) < share ? 1L << index : 0;
        }
        return bits;
    }

    static boolean isSet(long[] bits, int index) {
        return (bits[index >>> 6] >>> index & 1) == 1;
    }
}
