package org.thetisdb.shell.command;

import java.nio.file.Path;
import java.util.List;
import org.thetisdb.CheckDepth;
import org.thetisdb.CheckReport;
import org.thetisdb.Database;
import org.thetisdb.shell.argument.Arguments;
import org.thetisdb.shell.argument.DatabaseArguments;
import org.thetisdb.shell.argument.Opening;
import org.thetisdb.shell.output.Figures;
import org.thetisdb.shell.output.Output;
import org.thetisdb.shell.output.ProgressLine;

/** {@code thetis check}: verifies every checksum, every structure and the log, of a database or a backup. */
public final class CheckCommand {
    private final Output output;
    private final Output errors;

    public CheckCommand(Output output, Output errors) {
        this.output = output;
        this.errors = errors;
    }

    public int run(List<String> words) {
        Arguments arguments = Arguments.parse("check", words, DatabaseArguments.with(), List.of("--all-roots"));
        Path directory = Path.of(arguments.positional(0, "the database's directory"));
        arguments.requireAtMost(1);
        CheckDepth depth = arguments.has("--all-roots") ? CheckDepth.ALL_ROOTS : CheckDepth.NEWEST;
        long start = System.nanoTime();
        CheckReport report;
        try (Database database = Opening.toRead(directory, DatabaseArguments.read(arguments));
                ProgressLine line = new ProgressLine(errors)) {
            report = database.check(
                    depth, (phase, items) -> line.show(phase, phase + ": " + Figures.counted(items, "item")));
        }
        report.notes().forEach(note -> errors.println("note: " + note));
        errors.flush();
        String seen = Figures.counted(report.pageCount(), "page") + " and "
                + Figures.counted(report.itemCount(), "item") + " in " + Figures.time(System.nanoTime() - start);
        if (report.isSound()) {
            output.println("sound: " + seen);
            return 0;
        }
        for (CheckReport.Finding finding : report.findings()) {
            errors.println(finding.toString());
        }
        errors.println("damaged: " + Figures.counted(report.findingCount(), "finding") + ", " + seen)
                .flush();
        return 1;
    }
}
