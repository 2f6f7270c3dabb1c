package org.thetisdb.bench.adaptive;

import java.util.List;

/** The report of {@link ShortTimes}. */
final class ShortReport {
    private static final String HEAD = """

            ## Short reads, compilation on and off

            µs, the median over rounds of each process' percentile.

            | query | runs | off p50 | on p50 | on / off | again / on | off p99 | on p99 | on / off | again / on |
            |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
            """;

    private ShortReport() {}

    static String text(RoundResults results) {
        if (results.queries().isEmpty()) {
            return "\n## Short reads\n\nThis data has none.\n";
        }
        StringBuilder text = new StringBuilder(HEAD);
        for (String query : results.queries()) {
            text.append("| ").append(query).append(" | ").append(results.runs(query, ShortTimes.MEDIAN));
            for (String moment : List.of(ShortTimes.MEDIAN, ShortTimes.LATE)) {
                text.append(" | ").append(Numbers.plain(results.median(RunMode.INTERPRETED, query, moment)));
                text.append(" | ").append(Numbers.plain(results.median(RunMode.ADAPTIVE, query, moment)));
                text.append(" | ")
                        .append(Numbers.ratio(results.ratio(query, moment, RunMode.ADAPTIVE, RunMode.INTERPRETED)));
                text.append(" | ")
                        .append(Numbers.ratio(results.ratio(query, moment, RunMode.ADAPTIVE_AGAIN, RunMode.ADAPTIVE)));
            }
            text.append(" |\n");
        }
        return text.toString();
    }
}
