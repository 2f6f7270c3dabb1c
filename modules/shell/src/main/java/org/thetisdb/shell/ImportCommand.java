package org.thetisdb.shell;

import java.util.List;
import org.thetisdb.importer.ImportArguments;
import org.thetisdb.importer.ImportResult;

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

    int run(List<String> words) {
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
            errors.println("skipped " + Counted.of(result.badRowCount(), "bad row")
                    + arguments
                            .options()
                            .reportFile()
                            .map(file -> ", see " + file)
                            .orElse(""));
        }
        errors.flush();
        output.println("imported " + Counted.of(result.nodeCount(), "node") + " and "
                + Counted.of(result.relationshipCount(), "relationship") + " with "
                + Counted.of(result.propertyCount(), "property") + " into " + arguments.database());
        output.println("in " + StatementRun.time((long) (result.seconds() * 1e9)) + rate(result) + "; "
                + InfoCommand.bytes(result.databaseBytes()) + " on disk"
                + (result.spilledBytes() > 0
                        ? ", " + InfoCommand.bytes(result.spilledBytes()) + " went through temporary files"
                        : ""));
        output.flush();
        return result;
    }

    /** A rate means something only for an import that took a while. */
    static String rate(ImportResult result) {
        boolean telling =
                result.seconds() >= RATED_SECONDS && result.nodeCount() + result.relationshipCount() >= RATED_ELEMENTS;
        return telling
                ? ", " + TableFormat.grouped((long) result.elementsPerSecond()) + " nodes and relationships a second"
                : "";
    }
}
