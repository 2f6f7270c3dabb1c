package org.thetisdb.bench.adaptive;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.thetisdb.bench.plot.Chart;

/** The report of {@link FirstSeconds}. */
final class SecondsReport {
    private static final String HEAD = """

            | second | interpreted | compiled | adaptive | adaptive again |
            |---:|---:|---:|---:|---:|
            """;

    private SecondsReport() {}

    static String text(String group, int threadCount, RoundResults results) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT, "%n## Statements in each of the first seconds: %s, threads: %d%n", group, threadCount));
        text.append(HEAD);
        for (String second : seconds()) {
            text.append("| ").append(second);
            RunMode.ALL.forEach(
                    mode -> text.append(" | ").append(count(results.median(mode, FirstSeconds.ALL, second))));
            text.append(" |\n");
        }
        text.append("| all");
        RunMode.ALL.forEach(mode -> text.append(" | ").append(count(sum(results, mode))));
        return text.append(" |\n").toString();
    }

    private static String count(double count) {
        return String.format(Locale.ROOT, "%,.0f", count);
    }

    private static double sum(RoundResults results, RunMode mode) {
        return seconds().stream()
                .mapToDouble(second -> results.median(mode, FirstSeconds.ALL, second))
                .sum();
    }

    private static List<String> seconds() {
        return IntStream.rangeClosed(1, FirstSeconds.SECONDS)
                .mapToObj(Integer::toString)
                .toList();
    }

    static Chart plot(String group, int threadCount, RoundResults results) {
        List<Chart.Series> series = new ArrayList<>();
        for (RunMode mode : RunMode.ALL) {
            series.add(new Chart.Series(
                    mode.label(),
                    seconds().stream()
                            .map(second -> results.median(mode, FirstSeconds.ALL, second))
                            .toList()));
        }
        return new Chart(
                String.format(Locale.ROOT, "First seconds of a process: %s, threads: %d", group, threadCount),
                "second since the start of the process",
                "statements per second",
                Chart.Kind.LINES,
                false,
                seconds(),
                series);
    }
}
