package org.thetisdb.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.bench.harness.Machine;
import org.thetisdb.bench.harness.Spread;
import org.thetisdb.bench.peer.Peer;
import org.thetisdb.bench.rounds.QueryOutcome;

/** Turns outcomes into markdown: one table of queries, one of groups, and all complaints. */
final class Report {
    private final List<String> peers;
    private final StringBuilder text = new StringBuilder();

    Report(List<String> peers) {
        this.peers = List.copyOf(peers);
    }

    /** The head: machine, peers and how the run was made. */
    String head(BenchOptions options, List<Peer> opened) {
        text.append("# Queries in the style of LDBC SNB, ")
                .append(options.scale().label())
                .append("\n\nThese are not results of an official benchmark.\n\n")
                .append(Machine.describe())
                .append(String.format(
                        Locale.ROOT,
                        "- every peer: page cache of %d MiB, at most %d threads, same process, %s%n"
                                + "- up to %d interleaved rounds per query%s, median; ratios"
                                + " are per round, relative to %s%n",
                        options.memoryBytes() >> 20,
                        options.threadCount(),
                        options.isCold()
                                ? "code warm, pages cold (before each execution the store's files are dropped from the"
                                        + " system's cache and the store is opened anew, which is not timed)"
                                : "warm (whole store read once, then up to " + options.warmupSeconds()
                                        + " s of warm-up per query)",
                        options.rounds(),
                        options.isCold() ? ", one parameter set in each" : " over all its parameter sets",
                        peers.getFirst()));
        for (Peer peer : opened) {
            text.append("- ")
                    .append(peer.name())
                    .append(": ")
                    .append(peer.description())
                    .append('\n');
        }
        return text.toString();
    }

    /** The table of queries, the table of groups and the complaints. */
    String tables(List<QueryOutcome> outcomes) {
        StringBuilder tables = new StringBuilder("\n| query |");
        peers.forEach(peer -> tables.append(' ').append(peer).append(" ms |"));
        others().forEach(other -> tables.append(' ')
                .append(other)
                .append(" / ")
                .append(peers.getFirst())
                .append(" |"));
        tables.append(" answers |\n|---|")
                .append("---:|".repeat(2 * peers.size() - 1))
                .append("---|\n");
        outcomes.forEach(outcome -> tables.append(row(outcome)).append('\n'));
        tables.append(groups(outcomes));
        for (QueryOutcome outcome : outcomes) {
            for (String complaint : outcome.complaints()) {
                tables.append("- ")
                        .append(outcome.query())
                        .append(", ")
                        .append(complaint)
                        .append('\n');
            }
        }
        return tables.toString();
    }

    /** One line of the table of queries. */
    String row(QueryOutcome outcome) {
        StringBuilder row = new StringBuilder("| " + outcome.query() + " |");
        for (String peer : peers) {
            row.append(' ')
                    .append(outcome.medianMillis(peer).map(Report::millis).orElse("–"))
                    .append(" |");
        }
        for (String other : others()) {
            row.append(' ')
                    .append(outcome.ratios(peers.getFirst(), other)
                            .map(Spread::of)
                            .map(Spread::toString)
                            .orElse("–"))
                    .append(" |");
        }
        return row.append(outcome.complaints().isEmpty() ? " ok |" : " see below |")
                .toString();
    }

    private String groups(List<QueryOutcome> outcomes) {
        Map<String, List<QueryOutcome>> groups = new LinkedHashMap<>();
        outcomes.forEach(outcome -> groups.computeIfAbsent(outcome.group(), name -> new ArrayList<>())
                .add(outcome));
        StringBuilder table = new StringBuilder("\n| group, geometric means |");
        peers.forEach(peer -> table.append(' ').append(peer).append(" ms |"));
        others().forEach(other -> table.append(" ratio ").append(other).append(" | lowest |"));
        table.append("\n|---|")
                .append("---:|".repeat(peers.size() + 2 * others().size()))
                .append('\n');
        groups.forEach((group, members) -> table.append(groupRow(group, members)));
        return table.append('\n').toString();
    }

    private String groupRow(String group, List<QueryOutcome> members) {
        StringBuilder row = new StringBuilder("| " + group + " |");
        for (String peer : peers) {
            List<Double> medians = members.stream()
                    .map(member -> member.medianMillis(peer))
                    .flatMap(Optional::stream)
                    .toList();
            row.append(' ')
                    .append(millis(geometricMean(medians)))
                    .append(" (")
                    .append(medians.size())
                    .append(") |");
        }
        for (String other : others()) {
            List<Double> ratios = members.stream()
                    .map(member -> member.ratios(peers.getFirst(), other))
                    .flatMap(Optional::stream)
                    .map(each -> Spread.of(each).median())
                    .toList();
            row.append(String.format(
                    Locale.ROOT,
                    " %.2f (%d) | %.2f |",
                    geometricMean(ratios),
                    ratios.size(),
                    ratios.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN)));
        }
        return row.append('\n').toString();
    }

    private List<String> others() {
        return peers.subList(1, peers.size());
    }

    private static double geometricMean(List<Double> values) {
        return Math.exp(values.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
    }

    private static String millis(double millis) {
        return String.format(Locale.ROOT, millis < 0.1 ? "%.5f" : millis < 10 ? "%.3f" : "%.1f", millis);
    }
}
