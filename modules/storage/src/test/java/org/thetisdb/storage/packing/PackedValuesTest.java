package org.thetisdb.storage.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
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
}
