package org.thetisdb.bench.adaptive;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.thetisdb.bench.harness.Spread;

/**
 * What the processes of some rounds have found. Immutable.
 *
 * @param rounds each with a result by mode
 */
record RoundResults(List<Map<RunMode, ModeResult>> rounds) {
    RoundResults {
        rounds = List.copyOf(rounds);
    }

    /** What there are numbers about, in the order in which they were first met. */
    List<String> queries() {
        Set<String> queries = new LinkedHashSet<>();
        all().forEach(result -> result.samples().forEach(sample -> queries.add(sample.query())));
        return List.copyOf(queries);
    }

    private Stream<ModeResult> all() {
        return rounds.stream().flatMap(round -> round.values().stream());
    }

    /** All numbers of a moment, of all rounds. */
    double[] values(RunMode mode, String query, String moment) {
        return rounds.stream()
                .flatMapToDouble(round -> values(round, mode, query, moment))
                .toArray();
    }

    private static DoubleStream values(Map<RunMode, ModeResult> round, RunMode mode, String query, String moment) {
        ModeResult result = round.get(mode);
        return result == null
                ? DoubleStream.empty()
                : samples(result, query, moment).mapToDouble(ModeResult.Sample::value);
    }

    private static Stream<ModeResult.Sample> samples(ModeResult result, String query, String moment) {
        return result.samples().stream()
                .filter(sample ->
                        sample.query().equals(query) && sample.moment().equals(moment));
    }

    /** The median over all rounds; not a number if there is none. */
    double median(RunMode mode, String query, String moment) {
        return percentile(mode, query, moment, 50);
    }

    /** A percentile over all rounds; not a number if there is none. */
    double percentile(RunMode mode, String query, String moment, double percent) {
        double[] values = values(mode, query, moment);
        Arrays.sort(values);
        return values.length == 0 ? Double.NaN : Spread.percentile(values, percent);
    }

    /** The numbers of the runs that a moment is about, such as {@code 1000} or {@code 312..340}. */
    String runs(String query, String moment) {
        Set<Integer> runs = new TreeSet<>();
        all().forEach(result -> samples(result, query, moment).forEach(sample -> runs.add(sample.run())));
        if (runs.isEmpty()) {
            return "–";
        }
        List<Integer> sorted = List.copyOf(runs);
        return sorted.size() == 1 ? Integer.toString(sorted.getFirst()) : sorted.getFirst() + ".." + sorted.getLast();
    }

    /** What was said about a query in the last round. */
    List<String> remarks(RunMode mode, String query) {
        ModeResult result = rounds.getLast().get(mode);
        return result == null
                ? List.of()
                : result.remarks().stream()
                        .filter(remark -> remark.query().equals(query))
                        .map(ModeResult.Remark::text)
                        .toList();
    }

    /**
     * The ratio of a mode's number to the least of the others', round by round.
     *
     * @return empty if no round has all of them
     */
    Optional<Spread> ratio(String query, String moment, RunMode mode, RunMode... others) {
        double[] ratios = rounds.stream()
                .mapToDouble(round -> first(round, mode, query, moment)
                        / Arrays.stream(others)
                                .mapToDouble(other -> first(round, other, query, moment))
                                .reduce(Double.POSITIVE_INFINITY, Math::min))
                .filter(Double::isFinite)
                .toArray();
        return ratios.length == 0 ? Optional.empty() : Optional.of(Spread.of(ratios));
    }

    private static double first(Map<RunMode, ModeResult> round, RunMode mode, String query, String moment) {
        return values(round, mode, query, moment).findFirst().orElse(Double.NaN);
    }

    /** What was wrong in a process, and what was answered otherwise than in the first process; none if all is right. */
    List<String> complaints() {
        Set<String> complaints = new LinkedHashSet<>();
        Optional<ModeResult> reference = all().findFirst();
        for (Map<RunMode, ModeResult> round : rounds) {
            round.forEach((mode, result) -> {
                result.complaints().forEach(each -> complaints.add(mode.label() + ": " + each));
                reference
                        .filter(_ -> result.complaints().isEmpty())
                        .ifPresent(first ->
                                first.differences(result).forEach(each -> complaints.add(mode.label() + ": " + each)));
            });
        }
        return List.copyOf(complaints);
    }
}
