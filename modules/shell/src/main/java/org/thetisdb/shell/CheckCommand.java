package org.thetisdb.shell;

import java.nio.file.Path;
import java.util.List;
import org.thetisdb.CheckDepth;
import org.thetisdb.CheckReport;
import org.thetisdb.Database;

/** {@code thetis check}: verifies every checksum, every structure and the log, of a database or a backup. */
final class CheckCommand {
    private final Output output;
    private final Output errors;

    CheckCommand(Output output, Output errors) {
        this.output = output;
        this.errors = errors;
    }

    int run(List<String> words) {
        Arguments arguments = Arguments.parse("check", words, DatabaseArguments.with(), List.of("--all-roots"));
        Path directory = Path.of(arguments.positional(0, "the database's directory"));
        arguments.requireAtMost(1);
        CheckDepth depth = arguments.has("--all-roots") ? CheckDepth.ALL_ROOTS : CheckDepth.NEWEST;
        long start = System.nanoTime();
        CheckReport report;
        try (Database database = Opening.toRead(directory, DatabaseArguments.read(arguments));
                ProgressLine line = new ProgressLine(errors)) {
            report =
                    database.check(depth, (phase, items) -> line.show(phase, phase + ": " + Counted.of(items, "item")));
        }
        report.notes().forEach(note -> errors.println("note: " + note));
        errors.flush();
        String seen = Counted.of(report.pageCount(), "page") + " and " + Counted.of(report.itemCount(), "item") + " in "
                + StatementRun.time(System.nanoTime() - start);
        if (report.isSound()) {
            output.println("sound: " + seen);
            return 0;
        }
        for (CheckReport.Finding finding : report.findings()) {
            errors.println(finding.toString());
        }
        errors.println("damaged: " + Counted.of(report.findingCount(), "finding") + ", " + seen)
                .flush();
        return 1;
    }
}
