package org.thetisdb.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.bench.compare.Comparison.Verdict;
import org.thetisdb.bench.rounds.QueryOutcome;

class ComparisonTest {
    private static final int ROUNDS = 7;

    /** One JVM's outcome in which head takes {@code ratio} times as long as base, give or take {@code noise}. */
    private static QueryOutcome outcome(double ratio, double noise, Random random) {
        double[] base = new double[ROUNDS];
        double[] head = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            base[round] = 10 * (1 + noise * (random.nextDouble() - 0.5));
            head[round] = 10 * ratio * (1 + noise * (random.nextDouble() - 0.5));
        }
        return new QueryOutcome(
                "is-1",
                "is",
                Map.of(Comparison.BASE, base, Comparison.HEAD, head),
                Map.of(Comparison.BASE, 900.0, Comparison.HEAD, 300.0),
                Map.of(Comparison.BASE, QueryOutcome.OK, Comparison.HEAD, QueryOutcome.OK));
    }

    /** A pass whose second build is five percent faster, whichever it is. */
    private static List<QueryOutcome> pass(double ratio, double noise, Random random) {
        return List.of(outcome(ratio * 0.95, noise, random), outcome(ratio / 0.95, noise, random));
    }

    @Test
    void verdict_orderOfLoading_doesNotCount() {
        Comparison comparison = Comparison.of(pass(1, 0, new Random(1)));
        assertThat(comparison.ratio().orElseThrow().median()).isEqualTo(1, within(1e-9));
        assertThat(comparison.verdict()).isEqualTo(Verdict.EVEN);
        assertThat(comparison.baseBytes()).contains(900.0);
        assertThat(comparison.headBytes()).contains(300.0);
    }

    @Test
    void verdict_tenPercent_isSlowerOrFasterInSpiteOfNoise() {
        assertThat(Comparison.of(pass(1.1, 0.05, new Random(2))).verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(Comparison.of(pass(1 / 1.1, 0.05, new Random(3))).verdict()).isEqualTo(Verdict.FASTER);
        assertThat(Comparison.of(pass(1.02, 0.001, new Random(4))).verdict()).isEqualTo(Verdict.EVEN);
    }

    @Test
    void verdict_equalBuildsWithMuchNoise_areHardlyEverCalledSlower() {
        Random random = new Random(5);
        int slower = 0;
        for (int each = 0; each < 1000; each++) {
            slower += Comparison.of(pass(1, 0.4, random)).verdict() == Verdict.SLOWER ? 1 : 0;
        }
        assertThat(slower).isLessThan(25);
    }

    @Test
    void verdict_slowInOnePassOnly_isEven() {
        List<QueryOutcome> outcomes = new ArrayList<>(pass(1.2, 0.01, new Random(6)));
        assertThat(Comparison.of(outcomes).verdict()).isEqualTo(Verdict.SLOWER);
        outcomes.addAll(pass(1.0, 0.01, new Random(7)));
        assertThat(Comparison.of(outcomes).verdict()).isEqualTo(Verdict.EVEN);
    }

    @Test
    void verdict_answers_countMoreThanTimes() {
        assertThat(Comparison.of(Arrays.asList(unanswered(Comparison.HEAD), unanswered(Comparison.HEAD)))
                        .verdict())
                .isEqualTo(Verdict.WRONG);
        Comparison unknownToBase = Comparison.of(List.of(unanswered(Comparison.BASE), unanswered(Comparison.BASE)));
        assertThat(unknownToBase.verdict()).isEqualTo(Verdict.NEW);
        assertThat(unknownToBase.complaints()).containsExactly("base: wrong: set 1");
    }

    private static QueryOutcome unanswered(String build) {
        QueryOutcome outcome = new QueryOutcome("is-1", "is");
        outcome.verdicts().put(Comparison.BASE, QueryOutcome.OK);
        outcome.verdicts().put(Comparison.HEAD, QueryOutcome.OK);
        outcome.verdicts().put(build, "wrong: set 1");
        return outcome;
    }

    @Test
    void leastMedian_isTheSmallestOfFiveAndNothingOfFour() {
        assertThat(Comparison.leastMedian(new double[] {3, 1, 2, 5, 4})).isEqualTo(1);
        assertThat(Comparison.leastMedian(new double[] {3, 1, 2, 4})).isZero();
        // Of 10, the second smallest: fewer than 2 heads in 10 throws have a probability of 11 / 1024.
        assertThat(Comparison.leastMedian(new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}))
                .isEqualTo(2);
    }
}
