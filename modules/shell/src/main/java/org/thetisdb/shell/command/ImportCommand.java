package org.thetisdb.shell.command;

import java.util.List;
import org.thetisdb.importer.ImportArguments;
import org.thetisdb.importer.ImportResult;
import org.thetisdb.shell.output.Figures;
import org.thetisdb.shell.output.Output;
import org.thetisdb.shell.output.ProgressLine;

/** {@code thetis import}: makes a database from CSV files. */
public final class ImportCommand {
    private static final double RATED_SECONDS = 1;
    private static final long RATED_ELEMENTS = 10_000;

    private final Output output;
    private final Output errors;

    public ImportCommand(Output output, Output errors) {
        this.output = output;
        this.errors = errors;
    }

    public int run(List<String> words) {
        run(ImportArguments.parse(words.toArray(String[]::new)));
        return 0;
    }

    /** Imports, shows how far it is, and tells what came of it. */
    public ImportResult run(ImportArguments arguments) {
        ImportResult result;
        try (ProgressLine line = new ProgressLine(errors)) {
            result = arguments.run(step -> line.show(
                    step.phase().title(), step.done(), step.totalEstimate(), step.perSecond(), step.remainingNanos()));
        }
        InferredTypesReport.print(result.inferredColumns(), errors);
        for (String note : result.notes()) {
            errors.println("note: " + note);
        }
        if (result.badRowCount() > 0) {
            errors.println("skipped " + Figures.counted(result.badRowCount(), "bad row")
                    + arguments
                            .options()
                            .reportFile()
                            .map(file -> ", see " + file)
                            .orElse(""));
        }
        errors.flush();
        output.println("imported " + Figures.counted(result.nodeCount(), "node") + " and "
                + Figures.counted(result.relationshipCount(), "relationship") + " with "
                + Figures.counted(result.propertyCount(), "property") + " into " + arguments.database());
        output.println("in " + Figures.time((long) (result.seconds() * 1e9)) + rate(result) + "; "
                + Figures.bytes(result.databaseBytes()) + " on disk"
                + (result.spilledBytes() > 0
                        ? ", " + Figures.bytes(result.spilledBytes()) + " went through temporary files"
                        : ""));
        output.flush();
        return result;
    }

    /** A rate means something only for an import that took a while. */
    static String rate(ImportResult result) {
        boolean telling =
                result.seconds() >= RATED_SECONDS && result.nodeCount() + result.relationshipCount() >= RATED_ELEMENTS;
        return telling
                ? ", " + Figures.grouped((long) result.elementsPerSecond()) + " nodes and relationships a second"
                : "";
    }
}
