package org.thetisdb.storage.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Goal: the bits say what comparing each value says. Method: random values and ranges of each width. */
class PackedTestsTest {
    private static final int COUNT_MAX = 1030;
    private static final long SEED = Long.getLong("thetis.seed", System.nanoTime());

    @Test
    void within_anyWidthPlaceAndRange_isWhatEachValueSays() {
        Random random = new Random(5);
        try (Arena arena = Arena.ofConfined()) {
            for (int bits = 1; bits <= PackedTests.BITS_MAX; bits++) {
                for (int time = 0; time < 60; time++) {
                    int first = random.nextInt(70);
                    int count = 1 + random.nextInt(time % 3 == 0 ? 70 : COUNT_MAX);
                    long[] values = random.longs(first + count, 0, 1L << bits).toArray();
                    MemorySegment memory = packed(arena, values, bits);
                    int greatest = (1 << bits) - 1;
                    int from = time % 5 == 0 ? 0 : random.nextInt(greatest + 1);
                    int to = time % 7 == 0 ? greatest : from + random.nextInt(greatest - from + 1);
                    assertWithin(memory, values, first, count, bits, from, to);
                }
            }
        }
    }

    @Test
    void among_anyWidthAndSet_isWhatEachValueSays() {
        Random random = new Random(SEED);
        for (int bits = 0; bits <= PackedCounts.BITS_MAX; bits++) {
            for (int time = 0; time < 40; time++) {
                int end = 1 + random.nextInt(1 << bits);
                int[] values =
                        random.ints(1 + random.nextInt(COUNT_MAX), 0, end).toArray();
                long[] members = new long[PackedTests.bitWords(1 << bits)];
                int from = random.nextInt(end);
                int to = from + random.nextInt(end - from);
                for (int value = 0; value < end; value++) {
                    boolean isWithin = from <= value && value <= to;
                    boolean isMember = switch (time % 5) {
                        case 0 -> isWithin;
                        case 1 -> !isWithin;
                        case 2 -> true;
                        case 3 -> false;
                        default -> random.nextBoolean();
                    };
                    members[value >>> 6] |= isMember ? 1L << value : 0;
                }
                assertAmong(PackedArrays.packed(random, values, bits), values, members, end);
            }
        }
    }

    private static void assertAmong(PackedCodes codes, int[] values, long[] members, int end) {
        long[] found = new long[PackedTests.bitWords(values.length)];
        PackedTests.among(codes, values.length, members, end, found);
        for (int index = 0; index < found.length * Long.SIZE; index++) {
            boolean isIn = index < values.length && PackedArrays.isSet(members, values[index]);
            assertThat(PackedArrays.isSet(found, index))
                    .as("seed=%d, bits=%d, end=%d, index=%d", SEED, codes.bits(), end, index)
                    .isEqualTo(isIn);
        }
    }

    private static MemorySegment packed(Arena arena, long[] values, int bits) {
        MemorySegment memory =
                arena.allocate(PackedValues.bytes(values.length, bits) + PackedValues.PADDING_BYTES, Long.BYTES);
        PackedValues.pack(memory, 0, 0, values.length, bits, 0, values, 0);
        return memory;
    }

    private static void assertWithin(
            MemorySegment memory, long[] values, int first, int count, int bits, int from, int to) {
        long[] words = new long[PackedValues.words(count, bits)];
        int bit = PackedValues.copy(memory, 0, first, count, bits, words);
        long[] found = new long[PackedTests.bitWords(count)];
        PackedTests.within(words, bit, count, bits, from, to, found);
        for (int index = 0; index < found.length * Long.SIZE; index++) {
            boolean isIn = index < count && from <= values[first + index] && values[first + index] <= to;
            assertThat((found[index >>> 6] >>> index & 1) == 1)
                    .as("bits=%d, first=%d, count=%d, from=%d, to=%d, index=%d", bits, first, count, from, to, index)
                    .isEqualTo(isIn);
        }
    }
}
