package org.thetisdb.bench.duckdb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.bench.harness.OptionMap;
import org.thetisdb.bench.harness.StoreDirectory;

/**
 * What the command line asked for.
 *
 * @param workload whose rows are asked
 * @param rowCounts how many rows
 * @param questions what is asked of them
 * @param limits what each process may use
 * @param rounds how often each is run, by turns
 * @param output a file for the report, besides the standard output
 * @param projectDirectory the project's root
 */
public record BesideOptions(
        Workload workload,
        List<Long> rowCounts,
        List<Question> questions,
        Limits limits,
        int rounds,
        Optional<Path> output,
        Path projectDirectory) {
    private static final Set<String> KNOWN =
            Set.of("--rows", "--tasks", "--memory", "--threads", "--rounds", "--times", "--output");

    private static final int MEMORY_MIB = 256;

    private static final long MILLION = 1_000_000;

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static BesideOptions parse(Workload workload, List<String> arguments) {
        OptionMap options = OptionMap.parse(arguments, KNOWN);
        List<String> all = workload.questions().stream().map(Question::label).toList();
        return new BesideOptions(
                workload,
                options.list("--rows", workload.rowCounts()).stream()
                        .map(BesideOptions::rowCount)
                        .toList(),
                questions(workload, options.list("--tasks", all)),
                new Limits(
                        options.number("--memory", 1, MEMORY_MIB),
                        options.number("--threads", 1, 2),
                        options.number("--times", 1, workload.times())),
                options.number("--rounds", 1, 1),
                options.path("--output"),
                StoreDirectory.project());
    }

    private static long rowCount(String text) {
        try {
            return text.endsWith("m")
                    ? Long.parseLong(text.substring(0, text.length() - 1)) * MILLION
                    : Long.parseLong(text);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("not a number of rows: --rows=" + text, notANumber);
        }
    }

    private static List<Question> questions(Workload workload, List<String> labels) {
        List<Question> questions = new ArrayList<>();
        for (String label : labels) {
            questions.add(workload.questions().stream()
                    .filter(question -> question.label().equals(label))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no such task: --tasks=" + label)));
        }
        return questions;
    }
}
