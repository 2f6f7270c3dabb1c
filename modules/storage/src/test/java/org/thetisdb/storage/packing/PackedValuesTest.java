package org.thetisdb.storage.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Packs random values in random pieces and reads them back one by one and in runs. */
final class PackedValuesTest {
    @Test
    void pack_withAnyWidth_readsBack() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            int wanted = random.nextInt(65);
            long maximum = wanted == 0 ? 0 : -1L >>> (64 - wanted);
            int bits = PackedValues.bits(maximum);
            int count = random.nextInt(500);
            long base = random.nextLong();
            long[] values = new long[count];
            for (int index = 0; index < count; index++) {
                values[index] = base + (random.nextLong() & maximum);
            }
            int offset = random.nextInt(3) * 8;
            long bytes = offset + PackedValues.bytes(count, bits) + PackedValues.PADDING_BYTES;
            MemorySegment memory = MemorySegment.ofArray(new byte[(int) bytes]);
            for (int from = 0; from < count; ) {
                int piece = Math.min(count - from, random.nextInt(50));
                PackedValues.pack(memory, offset, from, piece, bits, base, values, from);
                from += piece;
            }
            long[] read = new long[count];
            PackedValues.unpack(memory, offset, 0, count, bits, base, read, 0);
            assertThat(read).as("seed=%d bits=%d", seed, bits).isEqualTo(values);
            for (int index = 0; index < count; index++) {
                assertThat(base + PackedValues.get(memory, offset, index, bits))
                        .as("seed=%d", seed)
                        .isEqualTo(values[index]);
            }
        }
    }

    @Test
    void unpack_ofACopy_givesTheSame() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            int bits = 1 + random.nextInt(PackedValues.BITS_MAX);
            Packed packed = packed(random, bits, 1 + random.nextInt(500), Long.MAX_VALUE);
            int first = random.nextInt(packed.values.length);
            int count = random.nextInt(packed.values.length - first + 1);
            long base = random.nextLong();
            long[] words = new long[PackedValues.words(count, bits)];
            Arrays.fill(words, -1);
            int bit = PackedValues.copy(packed.memory, 8, first, count, bits, words);
            long[] read = new long[count + 2];
            PackedValues.unpack(words, bit, count, bits, base, read, 1);
            assertThat(read[0] + read[count + 1]).isZero();
            for (int index = 0; index < count; index++) {
                assertThat(read[index + 1])
                        .as("seed=%d bits=%d first=%d index=%d", seed, bits, first, index)
                        .isEqualTo(base + packed.values[first + index]);
            }
        }
    }

    @Test
    void unpackCodes_saysWhetherAllAreCodes() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            int bits = 1 + random.nextInt(PackedValues.CODE_BITS_MAX);
            int codeCount = 1 + random.nextInt(1 << bits);
            boolean isDamaged = random.nextInt(4) == 0;
            Packed packed = packed(random, bits, 1 + random.nextInt(60), isDamaged ? Long.MAX_VALUE : codeCount - 1);
            int first = random.nextInt(packed.values.length);
            int count = packed.values.length - first;
            long[] words = new long[PackedValues.words(count, bits)];
            int bit = PackedValues.copy(packed.memory, 8, first, count, bits, words);
            int[] read = new int[count];
            boolean areCodes = PackedValues.unpackCodes(words, bit, count, bits, codeCount, read);
            long[] expected = Arrays.copyOfRange(packed.values, first, packed.values.length);
            assertThat(areCodes)
                    .as("seed=%d bits=%d codeCount=%d values=%s", seed, bits, codeCount, Arrays.toString(expected))
                    .isEqualTo(Arrays.stream(expected).allMatch(value -> value < codeCount));
            assertThat(Arrays.stream(read).asLongStream().toArray())
                    .as("seed=%d bits=%d", seed, bits)
                    .isEqualTo(expected);
        }
    }

    private record Packed(MemorySegment memory, long[] values) {}

    /** Values of so many bits, none above {@code greatest}, from byte 8 of a memory that is as long as it has to be. */
    private static Packed packed(Random random, int bits, int count, long greatest) {
        long[] values = new long[count];
        for (int index = 0; index < count; index++) {
            values[index] = Math.min(greatest, random.nextLong() & PackedValues.mask(bits));
        }
        long bytes = 8 + PackedValues.bytes(count, bits) + PackedValues.PADDING_BYTES;
        MemorySegment memory = MemorySegment.ofArray(new byte[(int) bytes]);
        PackedValues.pack(memory, 8, 0, count, bits, 0, values, 0);
        return new Packed(memory, values);
    }
}
