package org.thetisdb.bench.versions;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.thetisdb.bench.harness.Machine;
import org.thetisdb.bench.harness.Spread;

/** Turns what was measured into markdown. */
final class VersionReport {
    private final VersionOptions options;
    private final List<VersionStore> stores;

    VersionReport(VersionOptions options, List<VersionStore> stores) {
        this.options = options;
        this.stores = stores;
    }

    String text(List<Double> deviceRates, Map<String, List<Map<Measure, Double>>> rounds) {
        StringBuilder text = new StringBuilder("# One document with a long history\n\n" + Machine.describe());
        text.append(String.format(
                Locale.ROOT,
                "- %,d one-field commits after the insert, %,d reads, %d clients that share the same number of commits,"
                        + " a document each%n"
                        + "- cache of every store: %d MiB; one directory and device; %d rounds after one to warm up,"
                        + " stores take turns; median [least..greatest]%n"
                        + "- ratios are per round and above 1 where %s is ahead%n",
                options.commitCount(),
                options.readCount(),
                options.clientCount(),
                options.memoryBytes() >> 20,
                options.rounds(),
                stores.getFirst().name()));
        stores.forEach(store -> text.append("- " + store.name() + ": " + store.description() + "\n"));
        text.append("\n| | unit |");
        stores.forEach(store -> text.append(" " + store.name() + " |"));
        stores.stream().skip(1).forEach(store -> text.append(" ratio to " + store.name() + " |"));
        text.append("\n|---|---|").append("---:|".repeat(2 * stores.size() - 1)).append('\n');
        for (Measure measure : Measure.values()) {
            text.append(row(measure, rounds));
        }
        double[] device = deviceRates.stream().mapToDouble(Double::doubleValue).toArray();
        text.append("\nThe device, 512 bytes overwritten and fdatasync: ")
                .append(Spread.of(device).rounded())
                .append(" a second. Its rate by that of W1 with one client, per round:\n\n");
        rounds.forEach((store, measured) -> {
            double[] ratios = new double[device.length];
            for (int round = 0; round < ratios.length; round++) {
                ratios[round] = device[round]
                        / Objects.requireNonNull(measured.get(round).get(Measure.ONE_CLIENT));
            }
            text.append("- " + store + ": " + Spread.of(ratios) + "\n");
        });
        return text.toString();
    }

    /** A line of the table, or nothing if no store has the measure. */
    private String row(Measure measure, Map<String, List<Map<Measure, Double>>> rounds) {
        boolean any = rounds.values().stream().anyMatch(list -> has(list, measure));
        if (!any) {
            return "";
        }
        StringBuilder row = new StringBuilder("| " + measure.title() + " | " + measure.unit() + " |");
        rounds.values()
                .forEach(list -> row.append(has(list, measure) ? " " + number(values(list, measure)) : " –")
                        .append(" |"));
        List<Map<Measure, Double>> first =
                Objects.requireNonNull(rounds.get(stores.getFirst().name()));
        stores.stream().skip(1).forEach(store -> {
            List<Map<Measure, Double>> other = Objects.requireNonNull(rounds.get(store.name()));
            boolean both = has(first, measure) && has(other, measure);
            row.append(both ? " " + advantage(measure, first, other) : " –").append(" |");
        });
        return row.append('\n').toString();
    }

    private static boolean has(List<Map<Measure, Double>> rounds, Measure measure) {
        return rounds.stream().allMatch(round -> round.containsKey(measure));
    }

    private static double[] values(List<Map<Measure, Double>> rounds, Measure measure) {
        return rounds.stream()
                .map(round -> round.get(measure))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private static Spread advantage(
            Measure measure, List<Map<Measure, Double>> first, List<Map<Measure, Double>> other) {
        double[] firstValues = values(first, measure);
        double[] ratios = values(other, measure);
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = measure.advantage(firstValues[round], ratios[round]);
        }
        return Spread.of(ratios);
    }

    private static String number(double[] values) {
        Spread spread = Spread.of(values);
        return spread.median() < 1000 ? spread.toString() : spread.rounded();
    }
}
