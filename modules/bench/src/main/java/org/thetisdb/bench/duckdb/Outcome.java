package org.thetisdb.bench.duckdb;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.thetisdb.bench.harness.Machine;
import org.thetisdb.bench.harness.MeasuredProcess;
import org.thetisdb.bench.harness.Spread;

/**
 * What a question took, round by round. What a process prints is said by {@link Repeats}; its
 * seconds leave out its start.
 *
 * @param thetis a process for each round
 * @param duckDb the same
 */
record Outcome(Question question, long rowCount, List<MeasuredProcess> thetis, List<MeasuredProcess> duckDb) {
    private static final String HEAD = """
            | rows | task | | Thetis ms | DuckDB ms | Thetis by DuckDB | spilled MiB | resident | DuckDB resident |
            |---:|---|---|---:|---:|---:|---:|---:|---:|
            """;

    /** What a process prints before its answer: the seconds of each time, and the bytes that it has spilled. */
    private static final int LINES_BEFORE_ANSWER = 2;

    /** Whether all processes ended well, with the same answer. */
    boolean isAnswered() {
        return Stream.concat(thetis.stream(), duckDb.stream()).allMatch(MeasuredProcess::succeeded)
                && Stream.concat(thetis.stream(), duckDb.stream())
                                .map(Outcome::answer)
                                .distinct()
                                .count()
                        == 1;
    }

    private static String answer(MeasuredProcess process) {
        return process.head().lines().skip(LINES_BEFORE_ANSWER).collect(Collectors.joining("\n"));
    }

    /** The milliseconds of each time. */
    private static double[] millis(MeasuredProcess process) {
        String line = process.head().lines().findFirst().orElseThrow();
        return Arrays.stream(line.split(" "))
                .mapToDouble(text -> 1000 * Double.parseDouble(text))
                .toArray();
    }

    private static double cold(MeasuredProcess process) {
        return millis(process)[0];
    }

    /** The median of all times but the first. */
    private static double again(MeasuredProcess process) {
        double[] millis = millis(process);
        return Spread.of(Arrays.copyOfRange(millis, 1, millis.length)).median();
    }

    private static long spilledMib(MeasuredProcess process) {
        return Long.parseLong(process.head().lines().skip(1).findFirst().orElseThrow()) >> 20;
    }

    private static long residentMib(List<MeasuredProcess> processes) {
        return processes.stream()
                        .mapToLong(MeasuredProcess::residentBytes)
                        .max()
                        .orElse(0)
                >> 20;
    }

    /** The table's lines: cold and, if the question was asked more than once, again. */
    String lines() {
        String name = String.format(Locale.ROOT, "| %,d | %s |", rowCount, question.label());
        if (!isAnswered()) {
            return name + " | " + problem(thetis) + " | " + problem(duckDb) + " | – | – | – | – |\n";
        }
        String cold = name + " cold" + numbers(Outcome::cold);
        return millis(thetis.getFirst()).length == 1 ? cold : cold + name + " again" + numbers(Outcome::again);
    }

    private String numbers(ToDoubleFunction<MeasuredProcess> millis) {
        double[] ours = thetis.stream().mapToDouble(millis).toArray();
        double[] theirs = duckDb.stream().mapToDouble(millis).toArray();
        double[] ratios = new double[ours.length];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = ours[round] / theirs[round];
        }
        return String.format(
                Locale.ROOT,
                " | %s | %s | %s | %,d | %d | %d |%n",
                Spread.of(ours).rounded(),
                Spread.of(theirs).rounded(),
                Spread.of(ratios),
                spilledMib(thetis.getLast()),
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
    static String report(BesideOptions options, List<Outcome> outcomes) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "# %s%n%n%s- limit of both: %d MiB; threads of both: %d; a process of its own each,"
                        + " by turns; files in the system's cache; cold: a process' first question%n%n",
                options.workload().title(),
                Machine.describe(),
                options.limits().memoryMib(),
                options.limits().threadCount()));
        text.append(HEAD);
        outcomes.forEach(outcome -> text.append(outcome.lines()));
        return text.toString();
    }
}
