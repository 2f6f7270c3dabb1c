package org.thetisdb.engine.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.LongBinaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Each loop either has all results that the JDK's exact arithmetic has, or says that it has not. */
final class LongLoopsTest {
    private static final int COUNT = 67;

    private interface Loop {
        boolean run(long[] left, int i, long[] right, int j, long[] into, int count);
    }

    private static void compare(Loop loop, LongBinaryOperator exact, long[] left, int i, long[] right, int j) {
        long[] into = new long[COUNT];
        boolean isRight = loop.run(left, i, right, j, into, COUNT);
        boolean isExact = true;
        for (int row = 0; row < COUNT; row++) {
            try {
                long expected = exact.applyAsLong(left[row * i], right[row * j]);
                if (isRight) {
                    assertThat(into[row])
                            .as("%d and %d", left[row * i], right[row * j])
                            .isEqualTo(expected);
                }
            } catch (ArithmeticException noResult) {
                isExact = false;
            }
        }
        assertThat(isRight && !isExact).isFalse();
    }

    private static void compareAll(long[] left, long[] right) {
        for (int strides = 0; strides < 3; strides++) {
            int i = strides == 1 ? 0 : 1;
            int j = strides == 2 ? 0 : 1;
            compare(LongLoops::add, Math::addExact, left, i, right, j);
            compare(LongLoops::subtract, Math::subtractExact, left, i, right, j);
            compare(LongLoops::multiply, Math::multiplyExact, left, i, right, j);
            compare(LongLoops::divide, Math::divideExact, left, i, right, j);
            compare(LongLoops::modulo, (x, y) -> x % y, left, i, right, j);
        }
    }

    private static long[] values(Random random, int bits) {
        return LongStream.generate(() -> random.nextLong() >> Long.SIZE - 1 - random.nextInt(bits))
                .limit(COUNT)
                .toArray();
    }

    @Test
    void valuesOfEachSize_areExactOrRefused() {
        for (int bits = 1; bits < Long.SIZE; bits++) {
            Random random = new Random(bits);
            compareAll(values(random, bits), values(random, Math.max(1, bits / 2)));
            compareAll(values(random, bits), values(random, bits));
        }
    }

    @Test
    void quotientsJustBelowAnInteger_areRoundedTowardsZero() {
        Random random = new Random(1);
        for (int bits = 2; bits < 52; bits++) {
            long[] left = new long[COUNT];
            long[] right = new long[COUNT];
            for (int row = 0; row < COUNT; row++) {
                right[row] = 1 + (random.nextLong() >>> Long.SIZE - 1 - random.nextInt(bits));
                long most = (1L << 52) / right[row];
                left[row] = right[row] * (most - random.nextInt(3)) - 1;
            }
            compareAll(left, right);
            compareAll(LongStream.of(left).map(each -> -each).toArray(), right);
        }
    }

    @Test
    void smallOperands_areNeverRefused() {
        long[] left = LongStream.range(-33, COUNT - 33).toArray();
        long[] right = LongStream.range(1, COUNT + 1).toArray();
        long[] into = new long[COUNT];
        assertThat(LongLoops.multiply(left, 1, right, 1, into, COUNT)).isTrue();
        assertThat(LongLoops.divide(left, 1, right, 1, into, COUNT)).isTrue();
        assertThat(LongLoops.modulo(left, 1, right, 0, into, COUNT)).isTrue();
        assertThat(LongLoops.divide(left, 1, left, 1, into, COUNT)).isFalse();
    }
}
