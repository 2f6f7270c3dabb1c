package org.thetisdb.storage.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Goal: rows get their values, and both of two. Method: random values of all widths, compared one by one. */
final class PackedRowsTest {
    private static final int ROWS_MAX = 2_300;
    private static final long SEED = Long.getLong("thetis.seed", System.nanoTime());

    private final RandomGenerator random = new SplittableRandom(SEED);

    @Test
    void joined_anyWidths_haveBoth() {
        for (int bits = 0; bits <= PackedCounts.BITS_MAX; bits++) {
            for (int otherBits = 0; bits + otherBits <= PackedCounts.BITS_MAX; otherBits++) {
                int count = 1 + random.nextInt(ROWS_MAX);
                int[] first = PackedArrays.values(random, count, bits);
                int[] second = PackedArrays.values(random, count, otherBits);
                PackedCodes joined = PackedRows.join(
                        PackedArrays.packed(random, first, bits),
                        PackedArrays.packed(random, second, otherBits),
                        count,
                        dirty(PackedRows.words(count, bits + otherBits)));
                assertThat(joined.bits()).isEqualTo(bits + otherBits);
                for (int row = 0; row < count; row++) {
                    assertThat(joined.get(row))
                            .as("-Dthetis.seed=%d: %d and %d bits, row %d of %d", SEED, bits, otherBits, row, count)
                            .isEqualTo(first[row] | second[row] << bits);
                }
            }
        }
    }

    @Test
    void spread_anyWidthsAndRows_areWhereTheyBelong() {
        for (int bits = 0; bits <= PackedSums.BITS_MAX; bits++) {
            for (int more = 0; more <= Math.min(2, PackedSums.BITS_MAX - bits); more++) {
                int count = 1 + random.nextInt(ROWS_MAX);
                long[] present = PackedArrays.some(random, count);
                int[] values = PackedArrays.values(random, Math.max(1, PackedSums.chosenCount(present, count)), bits);
                int missing = PackedArrays.values(random, 1, bits + more)[0];
                PackedCodes spread = PackedRows.spread(
                        PackedArrays.packed(random, values, bits),
                        present,
                        count,
                        bits + more,
                        missing,
                        dirty(PackedRows.words(count, bits + more)));
                int value = 0;
                for (int row = 0; row < count; row++) {
                    int expected = !PackedArrays.isSet(present, row) ? missing : values[value++];
                    assertThat(spread.get(row))
                            .as("-Dthetis.seed=%d: %d bits, then %d, row %d of %d", SEED, bits, bits + more, row, count)
                            .isEqualTo(expected);
                }
            }
        }
    }

    private static long[] dirty(int words) {
        long[] dirty = new long[words];
        Arrays.fill(dirty, -1);
        return dirty;
    }
}
