package org.thetisdb.bench.adaptive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.thetisdb.bench.harness.Spread;
import org.thetisdb.bench.plot.Chart;

/** The report of {@link HopTimes}: medians and 99th percentiles over all times of all rounds. */
final class HopsReport {
    private static final int LATE_PERCENT = 99;
    private static final String HEAD = """

            ## Planning and compiling, by the number of hops

            A path's loops together: from shapes to classes (define), from there until they are fast (warm), and what \
            they then take for a row.

            | hops | times | plan ms | p99 | loops | not compiled | blocks | class bytes \
            | define ms | p99 | warm ms | p99 | ns a row | p99 |
            |---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
            """;

    private static final String RETRIEVAL_HEAD = """

            ## Loops from a code cache, by the number of hops

            Single loops: made from their shapes, and retrieved from files by another database, read, checked and \
            defined. The first that a database retrieves waits for a digest of the engine's classes, too. Only loops \
            that were faster than the interpreter are kept.

            | hops | made | ms | p99 | first retrieved | ms | p99 | later retrieved | ms | p99 |
            |---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
            """;

    private HopsReport() {}

    static String text(RoundResults results) {
        StringBuilder text = new StringBuilder(HEAD);
        for (int hops = 1; hops <= HopGraph.HOPS_MAX; hops++) {
            String query = HopGraph.name(hops);
            text.append(String.format(
                    Locale.ROOT,
                    "| %d | %d | %s | %s | %s | %s | %s | %s | %s |%n",
                    hops,
                    results.values(RunMode.ADAPTIVE, query, HopTimes.PLAN).length,
                    times(results, query, HopTimes.PLAN),
                    count(results, query, HopTimes.LOOPS),
                    count(results, query, HopTimes.REFUSED),
                    count(results, query, HopTimes.BLOCKS) + " | " + count(results, query, HopTimes.CLASS_BYTES),
                    times(results, query, HopTimes.DEFINE),
                    times(results, query, HopTimes.WARM),
                    times(results, query, HopTimes.ROW_NANOS)));
        }
        return text.append(uncompiled(results)).append(retrieval(results)).toString();
    }

    private static String retrieval(RoundResults results) {
        StringBuilder text = new StringBuilder(RETRIEVAL_HEAD);
        List<String> all = new ArrayList<>();
        for (int hops = 1; hops <= HopGraph.HOPS_MAX; hops++) {
            all.add(HopGraph.name(hops));
            text.append(retrieval(results, String.valueOf(hops), List.of(HopGraph.name(hops))));
        }
        return text.append(retrieval(results, "all", all)).toString();
    }

    private static String retrieval(RoundResults results, String name, List<String> queries) {
        StringBuilder line = new StringBuilder("| ").append(name).append(" |");
        for (String moment : List.of(HopTimes.MAKE_ONE, HopTimes.RETRIEVE_FIRST, HopTimes.RETRIEVE_LATER)) {
            double[] millis = queries.stream()
                    .flatMapToDouble(query -> Arrays.stream(results.values(RunMode.ADAPTIVE, query, moment)))
                    .sorted()
                    .toArray();
            line.append(String.format(
                    Locale.ROOT,
                    " %d | %s | %s |",
                    millis.length,
                    Numbers.plain(percentile(millis, 50)),
                    Numbers.plain(percentile(millis, LATE_PERCENT))));
        }
        return line.append(System.lineSeparator()).toString();
    }

    private static double percentile(double[] sorted, double percent) {
        return sorted.length == 0 ? Double.NaN : Spread.percentile(sorted, percent);
    }

    /** Why loops were not compiled, and in how many times of the last round. */
    private static String uncompiled(RoundResults results) {
        Map<String, Long> counts = IntStream.rangeClosed(1, HopGraph.HOPS_MAX)
                .mapToObj(hops -> results.remarks(RunMode.ADAPTIVE, HopGraph.name(hops)))
                .flatMap(List::stream)
                .collect(Collectors.groupingBy(remark -> remark, TreeMap::new, Collectors.counting()));
        StringBuilder text = new StringBuilder();
        counts.forEach((remark, count) ->
                text.append(String.format(Locale.ROOT, "%n- not compiled, in %d times: %s%n", count, remark)));
        return text.toString();
    }

    private static String times(RoundResults results, String query, String moment) {
        return Numbers.plain(results.median(RunMode.ADAPTIVE, query, moment)) + " | "
                + Numbers.plain(results.percentile(RunMode.ADAPTIVE, query, moment, LATE_PERCENT));
    }

    private static String count(RoundResults results, String query, String moment) {
        return String.format(Locale.ROOT, "%,.0f", results.median(RunMode.ADAPTIVE, query, moment));
    }

    static Chart plot(RoundResults results) {
        List<Integer> hops = IntStream.rangeClosed(1, HopGraph.HOPS_MAX).boxed().toList();
        List<Chart.Series> series = List.of(
                series(results, hops, "plan", HopTimes.PLAN),
                series(results, hops, "define classes", HopTimes.DEFINE),
                series(results, hops, "warm", HopTimes.WARM));
        return new Chart(
                "Planning and compiling a path",
                "hops",
                "milliseconds, median",
                Chart.Kind.LINES,
                true,
                hops.stream().map(String::valueOf).toList(),
                series);
    }

    private static Chart.Series series(RoundResults results, List<Integer> hops, String name, String moment) {
        return new Chart.Series(
                name,
                hops.stream()
                        .map(each -> results.median(RunMode.ADAPTIVE, HopGraph.name(each), moment))
                        .toList());
    }
}
