package org.thetisdb.bench.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.bench.harness.Spread;
import org.thetisdb.bench.rounds.QueryOutcome;

/**
 * The result of all measurements of one query.
 *
 * @param query its name
 * @param baseMillis median time of the commit per execution, over all rounds; not a number without one
 * @param headMillis the same of this tree
 * @param ratios per pass, the ratios head/base of its rounds; none if there was nothing to compare
 * @param baseBytes bytes that the commit allocates per execution, at least
 * @param headBytes the same of this tree
 * @param complaints what kept answers from being right or equal
 */
record Comparison(
        String query,
        double baseMillis,
        double headMillis,
        List<double[]> ratios,
        Optional<Double> baseBytes,
        Optional<Double> headBytes,
        List<String> complaints) {
    static final String BASE = "base";
    static final String HEAD = "head";

    /** A query may take this much longer without being reported. */
    static final double RATIO_MAX = 1.03;

    /** The probability that a median of one is mistaken for a greater one, in one pass. */
    private static final double ERROR_MAX = 0.05;

    /** The verdict on a query. */
    enum Verdict {
        /** Answers differ, or this tree has none. */
        WRONG,
        /** The commit has no answer, so there is nothing to compare with. */
        NEW,
        /** More than {@link #RATIO_MAX} in every pass, and slower beyond the noise of each. */
        SLOWER,
        /** Faster by as much, in every pass, and beyond the noise of each. */
        FASTER,
        /** None of these. */
        EVEN
    }

    Comparison {
        ratios = List.copyOf(ratios);
        complaints = List.copyOf(complaints);
    }

    /** Imports, or whatever else was measured alternately without a shared JVM. */
    static Comparison ofTurns(String query, double[] baseMillis, double[] headMillis) {
        double[] ratios = new double[baseMillis.length];
        for (int turn = 0; turn < ratios.length; turn++) {
            ratios[turn] = headMillis[turn] / baseMillis[turn];
        }
        return new Comparison(
                query,
                Spread.of(baseMillis).median(),
                Spread.of(headMillis).median(),
                List.of(ratios),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /**
     * The outcomes of one query.
     *
     * @param outcomes two for each pass: first the JVM that loaded the commit first, then the other
     */
    static Comparison of(List<QueryOutcome> outcomes) {
        List<double[]> ratios = new ArrayList<>();
        List<String> complaints = new ArrayList<>();
        for (int pass = 0; pass + 1 < outcomes.size(); pass += 2) {
            Optional<double[]> baseFirst = outcomes.get(pass).ratios(BASE, HEAD);
            Optional<double[]> headFirst = outcomes.get(pass + 1).ratios(BASE, HEAD);
            if (baseFirst.isPresent() && headFirst.isPresent()) {
                ratios.add(paired(baseFirst.get(), headFirst.get()));
            }
        }
        for (QueryOutcome outcome : outcomes) {
            outcome.complaints().stream()
                    .filter(complaint -> !complaints.contains(complaint))
                    .forEach(complaints::add);
        }
        return new Comparison(
                outcomes.getFirst().query(),
                median(outcomes, BASE),
                median(outcomes, HEAD),
                ratios,
                bytes(outcomes, BASE),
                bytes(outcomes, HEAD),
                complaints);
    }

    /** One ratio for each two rounds: their geometric mean, in which the order of loading cancels out. */
    private static double[] paired(double[] baseFirst, double[] headFirst) {
        double[] paired = new double[Math.min(baseFirst.length, headFirst.length)];
        for (int round = 0; round < paired.length; round++) {
            paired[round] = Math.sqrt(baseFirst[round] * headFirst[round]);
        }
        return paired;
    }

    private static double median(List<QueryOutcome> outcomes, String build) {
        double[] all = outcomes.stream()
                .map(QueryOutcome::roundMillis)
                .map(millis -> millis.getOrDefault(build, new double[0]))
                .flatMapToDouble(Arrays::stream)
                .toArray();
        return all.length == 0 ? Double.NaN : Spread.of(all).median();
    }

    private static Optional<Double> bytes(List<QueryOutcome> outcomes, String build) {
        return outcomes.stream()
                .map(QueryOutcome::allocatedBytes)
                .map(Map::entrySet)
                .flatMap(Set::stream)
                .filter(entry -> entry.getKey().equals(build))
                .map(Map.Entry::getValue)
                .min(Double::compare);
    }

    /** The ratio head/base over all passes; nothing if there was nothing to compare. */
    Optional<Spread> ratio() {
        double[] all = ratios.stream().flatMapToDouble(Arrays::stream).toArray();
        return all.length == 0 ? Optional.empty() : Optional.of(Spread.of(all));
    }

    /** The verdict, with the passes made so far. */
    Verdict verdict() {
        if (complaints.stream().anyMatch(complaint -> complaint.startsWith(HEAD))) {
            return Verdict.WRONG;
        }
        if (ratios.isEmpty()) {
            return Verdict.NEW;
        }
        if (ratios.stream().allMatch(Comparison::isSlower)) {
            return Verdict.SLOWER;
        }
        return ratios.stream().map(Comparison::inverted).allMatch(Comparison::isSlower) ? Verdict.FASTER : Verdict.EVEN;
    }

    private static boolean isSlower(double[] ratios) {
        return Spread.of(ratios).median() > RATIO_MAX && leastMedian(ratios) > 1;
    }

    private static double[] inverted(double[] ratios) {
        return Arrays.stream(ratios).map(ratio -> 1 / ratio).toArray();
    }

    /**
     * A lower bound of the median, except for a probability of {@link #ERROR_MAX}; 0 if there are too few ratios.
     *
     * <p>The k-th smallest of n lies above the true median with the probability that fewer than k of n tosses of a coin
     * show heads (the sign test; no assumption is made on how the noise is distributed).
     */
    static double leastMedian(double[] ratios) {
        double[] sorted = ratios.clone();
        Arrays.sort(sorted);
        double probability = Math.pow(0.5, sorted.length);
        double sum = 0;
        double least = 0;
        for (int index = 0; index < sorted.length; index++) {
            sum += probability;
            if (sum > ERROR_MAX) {
                break;
            }
            least = sorted[index];
            probability *= (double) (sorted.length - index) / (index + 1);
        }
        return least;
    }
}
