package org.thetisdb.bench.adaptive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.thetisdb.bench.harness.Spread;
import org.thetisdb.bench.plot.Chart;

/** The report of {@link RunTimes}: a table for each group and state of the process, and one of geometric means. */
final class RunsReport {
    private static final List<RunMode> MODES = List.of(RunMode.INTERPRETED, RunMode.COMPILED, RunMode.ADAPTIVE);
    private static final List<String> STATES = List.of(RunTimes.COLD, RunTimes.WARM);
    private static final String HEAD = """
            | query | run | interpreted ms | compiled ms | adaptive ms | adaptive / better | again / adaptive |
            |---|---:|---:|---:|---:|---:|---:|
            """;
    private static final String MEANS_HEAD = """

            ### Geometric means of the medians

            | group | threads | process | run | queries | interpreted ms | compiled ms | adaptive ms \
            | adaptive / better | the worst query | again / adaptive |
            |---|---:|---|---:|---:|---:|---:|---:|---:|---|---:|
            """;

    private final List<Measured> measured = new ArrayList<>();

    /** What one group of queries took with so many threads. */
    private record Measured(String group, int threadCount, RoundResults results) {
        String name(String state) {
            return String.format(Locale.ROOT, "%s, threads: %d, %s process", group, threadCount, state);
        }
    }

    void add(String group, int threadCount, RoundResults results) {
        measured.add(new Measured(group, threadCount, results));
    }

    String text() {
        StringBuilder text = new StringBuilder("\n## The 1st, 2nd, 10th and 1,000th run\n");
        StringBuilder means = new StringBuilder(MEANS_HEAD);
        for (Measured each : measured) {
            for (String state : STATES) {
                text.append("\n### ").append(each.name(state)).append("\n\n").append(HEAD);
                each.results().queries().forEach(query -> text.append(lines(each.results(), query, state)));
                RunTimes.MOMENTS.forEach(moment -> means.append(means(each, state, moment)));
            }
        }
        return text.append(means).toString();
    }

    private static String lines(RoundResults results, String query, String state) {
        StringBuilder lines = new StringBuilder();
        for (String name : RunTimes.MOMENTS) {
            String moment = state + " " + name;
            if (Double.isNaN(results.median(RunMode.ADAPTIVE, query, moment))) {
                continue;
            }
            lines.append("| ").append(query).append(" | ").append(results.runs(query, moment));
            MODES.forEach(mode -> lines.append(" | ").append(Numbers.plain(results.median(mode, query, moment))));
            lines.append(" | ").append(Numbers.ratio(toBetter(results, query, moment)));
            lines.append(" | ")
                    .append(Numbers.ratio(toItself(results, query, moment)))
                    .append(" |\n");
        }
        return lines.toString();
    }

    private static Optional<Spread> toBetter(RoundResults results, String query, String moment) {
        return results.ratio(query, moment, RunMode.ADAPTIVE, RunMode.INTERPRETED, RunMode.COMPILED);
    }

    private static Optional<Spread> toItself(RoundResults results, String query, String moment) {
        return results.ratio(query, moment, RunMode.ADAPTIVE_AGAIN, RunMode.ADAPTIVE);
    }

    private static String means(Measured each, String state, String name) {
        RoundResults results = each.results();
        String moment = state + " " + name;
        List<String> queries = results.queries().stream()
                .filter(query -> toBetter(results, query, moment).isPresent())
                .toList();
        if (queries.isEmpty()) {
            return "";
        }
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "| %s | %d | %s | %s | %d",
                each.group(),
                each.threadCount(),
                state,
                name,
                queries.size()));
        for (RunMode mode : MODES) {
            line.append(" | ").append(Numbers.plain(mean(queries, query -> results.median(mode, query, moment))));
        }
        Function<String, Double> toBetter =
                query -> toBetter(results, query, moment).map(Spread::median).orElse(Double.NaN);
        String worst = queries.stream()
                .max((left, right) -> Double.compare(toBetter.apply(left), toBetter.apply(right)))
                .orElseThrow();
        return line.append(String.format(
                        Locale.ROOT,
                        " | %.2f | %s %.2f | %s |%n",
                        mean(queries, toBetter),
                        worst,
                        toBetter.apply(worst),
                        Numbers.ratio(mean(
                                queries,
                                query -> toItself(results, query, moment)
                                        .map(Spread::median)
                                        .orElse(Double.NaN)))))
                .toString();
    }

    private static double mean(List<String> queries, Function<String, Double> number) {
        return Numbers.geometricMean(queries.stream().map(number).toList());
    }

    /** A plot of each group, state and moment. */
    void plots(Path folder) throws IOException {
        for (Measured each : measured) {
            for (String state : STATES) {
                for (String name : RunTimes.MOMENTS) {
                    plot(each, state, name)
                            .write(
                                    folder,
                                    String.format(
                                            Locale.ROOT,
                                            "runs-%s-%d-%s-%s",
                                            each.group(),
                                            each.threadCount(),
                                            state,
                                            name));
                }
            }
        }
    }

    private static Chart plot(Measured each, String state, String name) {
        List<String> queries = each.results().queries();
        List<Chart.Series> series = MODES.stream()
                .map(mode -> new Chart.Series(
                        mode.label(),
                        queries.stream()
                                .map(query -> each.results().median(mode, query, state + " " + name))
                                .toList()))
                .toList();
        return new Chart(
                "Run " + name + ": " + each.name(state),
                "query",
                "milliseconds, median",
                Chart.Kind.BARS,
                true,
                queries,
                series);
    }
}
