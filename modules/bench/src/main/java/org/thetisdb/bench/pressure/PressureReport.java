package org.thetisdb.bench.pressure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.bench.harness.Machine;
import org.thetisdb.bench.harness.Spread;

/** The tables, as markdown. */
final class PressureReport {
    private static final double AT_MOST = 3;
    private static final double MICROS_PER_MILLI = 1000;

    private final PressureOptions options;
    private final PressureTimes whole;
    private final Map<String, PressureTimes> parts;
    private final StringBuilder text = new StringBuilder();

    private PressureReport(PressureOptions options, PressureTimes whole, Map<String, PressureTimes> parts) {
        this.options = options;
        this.whole = whole;
        this.parts = parts;
    }

    /**
     * Writes the report.
     *
     * @param whole with all memory
     * @param parts by the name of their budget
     * @param device reads of a page in a second that the device gives as many threads, where it is known
     */
    static String text(
            PressureOptions options,
            long databaseBytes,
            PressureTimes whole,
            Map<String, PressureTimes> parts,
            Optional<Double> device) {
        PressureReport report = new PressureReport(options, whole, parts);
        report.text.append(String.format(
                Locale.ROOT,
                "## %s (%,d MiB) in less memory, engine %s, one thread%n%n%s%n",
                options.scale().label(),
                databaseBytes >> 20,
                options.engine(),
                Machine.describe()));
        report.queries();
        report.points(device);
        return report.text.toString();
    }

    private void queries() {
        text.append(
                "Microseconds of an execution with all memory, median [least..greatest]; then how many times as long."
                        + "\n\n| query | all memory |");
        parts.keySet().forEach(name -> text.append(' ').append(name).append(" |"));
        text.append("\n|---|---:|").append("---:|".repeat(parts.size())).append('\n');
        Map<String, List<Double>> ratios = new LinkedHashMap<>();
        List<String> complaints = new ArrayList<>();
        for (String query : whole.queries()) {
            Optional<Spread> right = whole.millis(query);
            text.append("| ").append(query).append(" | ");
            text.append(right.map(PressureReport::micros).orElse("–")).append(" |");
            parts.forEach((name, times) -> {
                Optional<String> complaint = times.complaint(query, whole);
                complaint.ifPresent(words -> complaints.add(query + ", " + name + ": " + words));
                Optional<Double> ratio = complaint.isPresent()
                        ? Optional.empty()
                        : times.millis(query).flatMap(found -> right.map(all -> found.median() / all.median()));
                ratio.ifPresent(value ->
                        ratios.computeIfAbsent(name, _ -> new ArrayList<>()).add(value));
                text.append(' ')
                        .append(ratio.map(value -> String.format(Locale.ROOT, "%.2f", value))
                                .orElse("–"))
                        .append(" |");
            });
            text.append('\n');
        }
        text.append('\n');
        ratios.forEach((name, all) -> text.append(String.format(
                Locale.ROOT,
                "- %s: geometric mean %.2f; %d of %d within %.0f times%n",
                name,
                Math.exp(all.stream().mapToDouble(Math::log).average().orElse(0)),
                all.stream().filter(ratio -> ratio <= AT_MOST).count(),
                all.size(),
                AT_MOST)));
        complaints.forEach(words -> text.append("- ").append(words).append('\n'));
    }

    private static String micros(Spread millis) {
        return new Spread(
                        millis.median() * MICROS_PER_MILLI,
                        millis.least() * MICROS_PER_MILLI,
                        millis.greatest() * MICROS_PER_MILLI)
                .rounded();
    }

    private void points(Optional<Double> device) {
        if (options.pointSeconds() == 0) {
            return;
        }
        text.append(String.format(
                Locale.ROOT,
                "%nTexts of random messages by key, %d threads. The device alone: %s reads of 16 KiB a second.%n%n"
                        + "| memory | answers/s | median µs | 99th | misses/s | MiB/s read |%n"
                        + "|---|---:|---:|---:|---:|---:|%n",
                PointReads.THREADS,
                device.map(rate -> String.format(Locale.ROOT, "%,.0f", rate)).orElse("unknown")));
        line("all", whole);
        parts.forEach(this::line);
    }

    private void line(String name, PressureTimes times) {
        times.points()
                .ifPresent(points -> text.append(String.format(
                        Locale.ROOT,
                        "| %s | %,.0f | %,.0f | %,.0f | %,.0f | %,.1f |%n",
                        name,
                        points.answersPerSecond(),
                        points.medianMicros(),
                        points.percentile99Micros(),
                        points.missesPerSecond(),
                        points.mebibytesPerSecond())));
    }
}
