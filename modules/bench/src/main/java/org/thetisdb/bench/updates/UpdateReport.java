package org.thetisdb.bench.updates;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.bench.harness.Machine;
import org.thetisdb.bench.harness.Spread;
import org.thetisdb.bench.peer.Peer;
import org.thetisdb.bench.peer.UpdateTarget;
import org.thetisdb.snb.UpdateBatch;
import org.thetisdb.snb.UpdateStream;

/** Turns what was measured into markdown. */
final class UpdateReport {
    private final UpdateOptions options;
    private final List<UpdateTarget> targets;

    UpdateReport(UpdateOptions options, List<UpdateTarget> targets) {
        this.options = options;
        this.targets = targets;
    }

    /** What the console shows during the run. */
    static String dayLine(UpdateBatch batch, Map<String, UpdateTimes> times) {
        StringBuilder line =
                new StringBuilder(batch.day() + ", " + batch.statements().size() + " statements; a second:");
        times.forEach((peer, each) -> {
            double[] rates = each.dayRates();
            line.append(String.format(Locale.ROOT, " %s %,.0f", peer, rates[rates.length - 1]));
        });
        return line.toString();
    }

    private String head(String title) {
        StringBuilder text = new StringBuilder("# " + title + ", in the style of LDBC SNB, "
                + options.scale().label() + "\n\nThese are not results of an official benchmark.\n\n"
                + Machine.describe());
        text.append(String.format(
                Locale.ROOT,
                "- every peer: page cache of %d MiB, same process, %s, one transaction per statement,"
                        + " clients: %d%n",
                options.memoryBytes() >> 20,
                commits(),
                options.clientCount()));
        for (Peer peer : targets) {
            text.append("- " + peer.name() + ": " + peer.description() + "\n");
        }
        return text.append('\n').toString();
    }

    private String commits() {
        int pauseMicros = options.unsyncedMicros();
        return pauseMicros == 0
                ? "durable commits as by default"
                : "commits that do not wait for the device, each after a pause of " + pauseMicros + " µs";
    }

    /** The report of the updates. */
    String text(Map<String, UpdateTimes> times, Map<String, List<String>> differences) {
        String first = targets.getFirst().name();
        StringBuilder text = new StringBuilder(head("Inserts and deletes"));
        text.append("| peer | statements | s | statements/s | by day, median [least..greatest] | rate of ")
                .append(first)
                .append(" by its, by day | without effect | answers afterwards |\n")
                .append("|---|---:|---:|---:|---:|---:|---:|---|\n");
        double[] firstRates = Objects.requireNonNull(times.get(first)).dayRates();
        times.forEach((peer, each) -> {
            double[] rates = each.dayRates();
            double[] ratios = new double[rates.length];
            Arrays.setAll(ratios, day -> firstRates[day] / rates[day]);
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %,d | %.1f | %,.0f | %s | %s | %d | %s |%n",
                    peer,
                    each.count(),
                    each.seconds(),
                    each.count() / each.seconds(),
                    Spread.of(rates).rounded(),
                    peer.equals(first) ? "–" : Spread.of(ratios).toString(),
                    each.withoutEffect(),
                    verdict(differences.get(peer))));
        });
        text.append(kinds(times));
        differences.forEach((peer, list) ->
                list.forEach(difference -> text.append("- " + peer + ", differs: " + difference + "\n")));
        return text.toString();
    }

    private static String verdict(@Nullable List<String> differences) {
        if (differences == null) {
            return "the others' measure";
        }
        return differences.isEmpty() ? "equal" : differences.size() + " differ";
    }

    private static String kinds(Map<String, UpdateTimes> times) {
        StringBuilder text = new StringBuilder("\n| kind | statements |");
        times.keySet().forEach(peer -> text.append(" " + peer + " mean µs | median µs | 99 % µs |"));
        times.keySet().stream().skip(1).forEach(peer -> text.append(" mean of " + peer + " by the first's |"));
        text.append("\n|---|---:|").append("---:|".repeat(4 * times.size() - 1)).append('\n');
        UpdateTimes first = times.values().iterator().next();
        for (String query : UpdateStream.QUERIES) {
            if (!first.counts().containsKey(query)) {
                continue;
            }
            text.append("| " + query + " | " + first.counts().get(query) + " |");
            List<String> ratios = new ArrayList<>();
            for (UpdateTimes each : times.values()) {
                UpdateTimes.Kind kind = each.kind(query);
                text.append(String.format(
                        Locale.ROOT,
                        " %,.0f | %,.0f | %,.0f |",
                        kind.meanMicros(),
                        kind.medianMicros(),
                        kind.slowMicros()));
                ratios.add(String.format(
                        Locale.ROOT,
                        " %.1f |",
                        kind.meanMicros() / first.kind(query).meanMicros()));
            }
            ratios.stream().skip(1).forEach(text::append);
            text.append('\n');
        }
        return text.append('\n').toString();
    }

    /** The report of reads without and with a writer. */
    String readsText(List<ReadWindows.Outcome> outcomes) {
        StringBuilder text = new StringBuilder(head("Reads beside a writer"));
        for (ReadWindows.Outcome outcome : outcomes) {
            text.append(String.format(
                    Locale.ROOT,
                    "%s: the writer did %s statements a second beside the reads, %d rounds.%n%n",
                    outcome.peer(),
                    Spread.of(outcome.writtenPerSecond()).rounded(),
                    outcome.writtenPerSecond().length));
            text.append("| query | alone µs | with a writer µs | ratio, median [least..greatest] "
                    + "| ratio beside arithmetic | ratio beside syncs | ratio beside a writer of another database "
                    + "| changed, not checkpointed, by loaded anew | checkpointed by loaded anew |\n"
                    + "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
            outcome.reads()
                    .forEach((query, reads) -> text.append(String.format(
                            Locale.ROOT,
                            "| %s | %.2f | %.2f | %s | %s | %s | %s | %s | %s |%n",
                            query,
                            Spread.of(reads.alone()).median(),
                            Spread.of(reads.beside()).median(),
                            reads.slowdown(),
                            reads.besideArithmetic(),
                            reads.besideSyncs(),
                            reads.besideElsewhere(),
                            text(outcome.unsettled(), query),
                            text(outcome.settled(), query))));
            text.append(String.format(
                    Locale.ROOT,
                    "| geometric mean | | | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f |%n",
                    geometricMean(outcome.reads().values().stream()
                            .mapToDouble(reads -> reads.slowdown().median())),
                    geometricMean(outcome.reads().values().stream()
                            .mapToDouble(reads -> reads.besideArithmetic().median())),
                    geometricMean(outcome.reads().values().stream()
                            .mapToDouble(reads -> reads.besideSyncs().median())),
                    geometricMean(outcome.reads().values().stream()
                            .mapToDouble(reads -> reads.besideElsewhere().median())),
                    geometricMean(medians(outcome.unsettled())),
                    geometricMean(medians(outcome.settled()))));
            text.append(String.format(
                    Locale.ROOT,
                    "| the same of the rounds' sums, outliers and all | | | %.3f | | | | | |%n%n",
                    geometricMean(outcome.reads().values().stream()
                            .mapToDouble(reads -> sum(reads.beside()) / sum(reads.alone())))));
        }
        return text.toString();
    }

    private static String text(Map<String, Spread> byQuery, String query) {
        return byQuery.containsKey(query) ? byQuery.get(query).toString() : "–";
    }

    private static DoubleStream medians(Map<String, Spread> byQuery) {
        return byQuery.values().stream().mapToDouble(Spread::median);
    }

    private static double sum(double[] values) {
        return Arrays.stream(values).sum();
    }

    private static double geometricMean(DoubleStream values) {
        return Math.exp(values.map(Math::log).average().orElse(Double.NaN));
    }
}
