package org.thetisdb.bench.sustained;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.thetisdb.bench.harness.Machine;

/** The results as markdown: a row for each store, and then each second. */
final class SustainedReport {
    private static final String HEAD = "| store | commits a second, mean | least | least by mean | seconds below half"
            + " of the mean | p50 ms | p99 ms | p99.9 ms | greatest ms | resident MiB | MiB on disk |\n"
            + "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";

    private final SustainedOptions options;

    SustainedReport(SustainedOptions options) {
        this.options = options;
    }

    String text(Map<String, SustainedResult> results) {
        StringBuilder text = new StringBuilder("# Sustained writing\n\n" + Machine.describe());
        text.append(String.format(
                Locale.ROOT,
                "- %d clients, %d items a commit, %d s after a warm-up of %d s; %d MiB for each store; one after the"
                        + " other, each in a process of its own%n",
                options.clientCount(),
                options.itemCount(),
                options.seconds(),
                options.warmupSeconds(),
                options.memoryBytes() >> 20));
        results.forEach((store, result) -> text.append("- " + store + ": " + result.description() + "\n"));
        text.append('\n').append(HEAD);
        results.forEach((store, result) -> text.append(row(store, result)).append('\n'));
        text.append("\nCommits in each second, the warm-up in front of the bar:\n\n");
        results.forEach((store, result) -> text.append("    " + store + " " + seconds(result) + "\n"));
        return text.toString();
    }

    static String row(String store, SustainedResult result) {
        return String.format(
                Locale.ROOT,
                "| %s | %,.0f | %,d | %.2f | %.1f %% | %.2f | %.2f | %.2f | %.1f | %d | %d |",
                store,
                result.mean(),
                result.least(),
                result.least() / result.mean(),
                100 * result.shareBelowHalf(),
                result.medianNanos() / 1e6,
                result.p99Nanos() / 1e6,
                result.p999Nanos() / 1e6,
                result.greatestNanos() / 1e6,
                result.residentBytesMax() >> 20,
                result.storeBytes() >> 20);
    }

    private static String seconds(SustainedResult result) {
        return joined(Arrays.copyOf(result.perSecond(), result.warmupSeconds())) + " | " + joined(result.counted());
    }

    private static String joined(long[] counts) {
        return Arrays.stream(counts).mapToObj(String::valueOf).collect(Collectors.joining(" "));
    }
}
