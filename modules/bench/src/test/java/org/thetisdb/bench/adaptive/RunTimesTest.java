package org.thetisdb.bench.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which runs stand in the tables. */
class RunTimesTest {
    private static double[] runs(int count) {
        return IntStream.rangeClosed(1, count).asDoubleStream().toArray();
    }

    @Test
    void theLast_isAMedianOfTheRunsUpToIt() {
        assertThat(RunTimes.moments(runs(1000))).containsExactly(1, 2, 10, 996);
        assertThat(RunTimes.moments(runs(35))).containsExactly(1, 2, 10, 34);
    }

    @Test
    void ofFewRuns_theLastIsItself() {
        assertThat(RunTimes.moments(runs(3))).containsExactly(1, 2, Double.NaN, 3);
    }

    @Test
    void twoRuns_haveNoLast() {
        assertThat(RunTimes.moments(runs(2))).containsExactly(1, 2, Double.NaN, Double.NaN);
        assertThat(RunTimes.moments(runs(1))).containsExactly(1, Double.NaN, Double.NaN, Double.NaN);
    }
}
