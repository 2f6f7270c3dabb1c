package org.thetisdb.bench.spill;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.bench.harness.MeasuredProcess;

/** The comparison: for each number of rows and each task, both by turns. Used by one thread. */
public final class SpillRun {
    private final SpillOptions options;
    private final PrintStream out;

    public SpillRun(SpillOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /**
     * Runs the comparison.
     *
     * @return whether all answers were equal
     */
    public boolean run() throws IOException, InterruptedException {
        List<SpillOutcome> outcomes = new ArrayList<>();
        for (long rowCount : options.rowCounts()) {
            SpillData data = SpillData.of(options.projectDirectory(), rowCount, out);
            for (SpillTask task : options.tasks()) {
                SpillOutcome outcome = run(data, task);
                outcomes.add(outcome);
                out.print(outcome.lines());
            }
        }
        String report = SpillOutcome.report(options, outcomes);
        out.println("\n" + report);
        if (options.output().isPresent()) {
            Files.writeString(options.output().get(), report);
        }
        return outcomes.stream().allMatch(SpillOutcome::isAnswered);
    }

    private SpillOutcome run(SpillData data, SpillTask task) throws IOException, InterruptedException {
        List<String> cypher = data.thetisTask(
                options.projectDirectory(),
                options.memory(),
                options.threadCount(),
                options.times(),
                task.cypher(data.rowCount()));
        List<String> sql =
                data.duckDbTask(options.memory(), options.threadCount(), options.times(), task.sql(data.rowCount()));
        List<MeasuredProcess> thetis = new ArrayList<>();
        List<MeasuredProcess> duckDb = new ArrayList<>();
        for (int round = 0; round < options.rounds(); round++) {
            boolean thetisFirst = round % 2 == 0;
            if (!thetisFirst) {
                duckDb.add(MeasuredProcess.run(options.projectDirectory(), sql));
            }
            thetis.add(MeasuredProcess.run(options.projectDirectory(), cypher));
            if (thetisFirst) {
                duckDb.add(MeasuredProcess.run(options.projectDirectory(), sql));
            }
        }
        return new SpillOutcome(task, data.rowCount(), thetis, duckDb);
    }
}
