package org.thetisdb.bench.duckdb;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.bench.harness.MeasuredProcess;

/** The comparison: for each number of rows and each question, both by turns. Used by one thread. */
public final class BesideRun {
    private final BesideOptions options;
    private final PrintStream out;

    public BesideRun(BesideOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /**
     * Runs the comparison.
     *
     * @return whether all answers were equal
     */
    public boolean run() throws IOException, InterruptedException {
        List<Outcome> outcomes = new ArrayList<>();
        for (long rowCount : options.rowCounts()) {
            Stores stores = options.workload().stores(options.projectDirectory(), rowCount, out);
            for (Question question : options.questions()) {
                Outcome outcome = run(stores, question, rowCount);
                outcomes.add(outcome);
                out.print(outcome.lines());
            }
        }
        String report = Outcome.report(options, outcomes);
        out.println("\n" + report);
        if (options.output().isPresent()) {
            Files.writeString(options.output().get(), report);
        }
        return outcomes.stream().allMatch(Outcome::isAnswered);
    }

    private Outcome run(Stores stores, Question question, long rowCount) throws IOException, InterruptedException {
        List<String> cypher = stores.thetisTask(options.limits(), question.cypher(rowCount));
        List<String> sql = stores.duckDbTask(options.limits(), question.sql(rowCount));
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
        return new Outcome(question, rowCount, thetis, duckDb);
    }
}
