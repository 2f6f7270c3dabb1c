package org.thetisdb.bench.sustained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitTimesTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    Path folder;

    @Test
    void percentiles_ofRandomTimes_areRightWithinThreeHundredths() {
        long seed = 7;
        Random random = new Random(seed);
        CommitTimes times = new CommitTimes(0, 1);
        long[] all = new long[10_000];
        for (int index = 0; index < all.length; index++) {
            all[index] = (long) Math.exp(random.nextDouble() * 25);
            times.add(0, all[index]);
        }
        Arrays.sort(all);
        for (double percent : new double[] {1, 50, 99, 99.9, 100}) {
            long right = all[(int) Math.ceil(all.length * percent / 100) - 1];
            assertThat((double) times.percentileNanos(percent))
                    .as("percent=%s, seed=%s", percent, seed)
                    .isGreaterThanOrEqualTo((double) right)
                    .isCloseTo((double) right, Percentage.withPercentage(3.2));
        }
        assertThat(times.greatestNanos()).isEqualTo(all[all.length - 1]);
    }

    @Test
    void warmup_isToldBySecond_butCountedNowhere() {
        CommitTimes times = new CommitTimes(2, 2);
        times.add(SECOND, 900);
        times.add(2 * SECOND, 10);
        times.add(3 * SECOND, 20);
        times.add(4 * SECOND, 900);
        CommitTimes others = new CommitTimes(2, 2);
        others.add(3 * SECOND, 30);
        times.addAll(others);
        assertThat(times.perSecond()).containsExactly(0, 1, 1, 2);
        assertThat(times.percentileNanos(50)).isEqualTo(20);
        assertThat(times.greatestNanos()).isEqualTo(30);
        assertThat(new CommitTimes(0, 1).percentileNanos(50)).isZero();
    }

    @Test
    void result_writtenAndRead_isTheSame() throws Exception {
        SustainedResult result =
                new SustainedResult("a store: with = and é", 1, new long[] {9, 4, 10, 1}, 1, 2, 3, 4, 5, 6);
        Path file = folder.resolve("result");
        result.write(file);
        SustainedResult read = SustainedResult.read(file);
        assertThat(read).usingRecursiveComparison().isEqualTo(result);
        assertThat(read.mean()).isEqualTo(5);
        assertThat(read.least()).isEqualTo(1);
        assertThat(read.shareBelowHalf()).isCloseTo(1 / 3.0, within(1e-9));
    }
}
