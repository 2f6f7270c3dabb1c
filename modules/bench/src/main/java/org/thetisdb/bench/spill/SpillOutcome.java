package org.thetisdb.bench.spill;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.thetisdb.bench.harness.Machine;
import org.thetisdb.bench.harness.MeasuredProcess;
import org.thetisdb.bench.harness.Spread;

/**
 * What a task took, round by round. A process prints its seconds, which leave out its start, and then its answer.
 *
 * @param thetis a process for each round
 * @param duckDb the same
 */
record SpillOutcome(SpillTask task, long rowCount, List<MeasuredProcess> thetis, List<MeasuredProcess> duckDb) {
    private static final String HEAD = """
            | rows | task | Thetis s | DuckDB s | Thetis' time by DuckDB's | Thetis MiB resident | DuckDB MiB resident |
            |---:|---|---:|---:|---:|---:|---:|
            """;

    /** Whether all processes ended well, with the same answer. */
    boolean isAnswered() {
        return Stream.concat(thetis.stream(), duckDb.stream()).allMatch(MeasuredProcess::succeeded)
                && Stream.concat(thetis.stream(), duckDb.stream())
                                .map(SpillOutcome::answer)
                                .distinct()
                                .count()
                        == 1;
    }

    private static String answer(MeasuredProcess process) {
        return process.head().substring(process.head().indexOf('\n') + 1);
    }

    private static double seconds(MeasuredProcess process) {
        return Double.parseDouble(process.head().lines().findFirst().orElseThrow());
    }

    private static double[] seconds(List<MeasuredProcess> processes) {
        return processes.stream().mapToDouble(SpillOutcome::seconds).toArray();
    }

    private static long residentMib(List<MeasuredProcess> processes) {
        return processes.stream()
                        .mapToLong(MeasuredProcess::residentBytes)
                        .max()
                        .orElse(0)
                >> 20;
    }

    /** The table's line. */
    String line() {
        String name = String.format(Locale.ROOT, "| %,d | %s |", rowCount, task.label());
        if (!isAnswered()) {
            return name + " " + problem(thetis) + " | " + problem(duckDb) + " | – | – | – |";
        }
        double[] ours = seconds(thetis);
        double[] theirs = seconds(duckDb);
        double[] ratios = new double[ours.length];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = ours[round] / theirs[round];
        }
        return name
                + String.format(
                        Locale.ROOT,
                        " %s | %s | %s | %d | %d |",
                        Spread.of(ours),
                        Spread.of(theirs),
                        Spread.of(ratios),
                        residentMib(thetis),
                        residentMib(duckDb));
    }

    private static String problem(List<MeasuredProcess> processes) {
        MeasuredProcess last = processes.getLast();
        return last.succeeded()
                ? "answered " + answer(last)
                : last.errors().lines().findFirst().orElse("exit code " + last.exitCode());
    }

    /** The whole report. */
    static String report(SpillOptions options, List<SpillOutcome> outcomes) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "# More rows than memory%n%n%s- limit of both: %d MiB; threads of both: %d; a process of its own each,"
                        + " by turns; files in the system's cache%n%n",
                Machine.describe(),
                options.memory(),
                options.threadCount()));
        text.append(HEAD);
        outcomes.forEach(outcome -> text.append(outcome.line()).append('\n'));
        return text.toString();
    }
}
