package org.thetisdb.storage.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Goal: bits of rows and of values are each other's. Method: random ones, compared with what a bit at a time gives. */
final class PresentBitsTest {
    private static final int ROUNDS = 2_000;
    private static final int ROWS_MAX = 300;
    private static final long SEED = Long.getLong("thetis.seed", System.nanoTime());

    private final RandomGenerator random = new SplittableRandom(SEED);

    @Test
    void gatheredAndSpread_asOneByOne() {
        for (int round = 0; round < ROUNDS; round++) {
            int rows = random.nextInt(ROWS_MAX);
            double share = round % 3 == 0 ? 0.5 : round % 3 == 1 ? 0.99 : 0.02;
            BitSet present = some(rows, share);
            BitSet ofRows = some(rows, 0.5);
            BitSet ofValues = new BitSet();
            int values = 0;
            for (int row = present.nextSetBit(0); row >= 0; row = present.nextSetBit(row + 1)) {
                ofValues.set(values++, ofRows.get(row));
            }
            long[] gathered = words(new BitSet(), ROWS_MAX);
            PresentBits.gather(words(ofRows, rows), words(present, rows), rows, gathered);
            assertThat(BitSet.valueOf(gathered)).as("-Dthetis.seed=%d", SEED).isEqualTo(ofValues);
            long[] spread = words(new BitSet(), ROWS_MAX);
            PresentBits.spread(gathered, words(present, rows), rows, spread);
            ofRows.and(present);
            assertThat(BitSet.valueOf(spread)).as("-Dthetis.seed=%d", SEED).isEqualTo(ofRows);
        }
    }

    private BitSet some(int rows, double share) {
        BitSet bits = new BitSet();
        for (int row = 0; row < rows; row++) {
            bits.set(row, random.nextDouble() < share);
        }
        return bits;
    }

    /** With a word more. */
    private static long[] words(BitSet bits, int count) {
        long[] words = new long[PackedTests.bitWords(count) + 1];
        long[] set = bits.toLongArray();
        System.arraycopy(set, 0, words, 0, set.length);
        return words;
    }
}
