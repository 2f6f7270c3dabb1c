package org.thetisdb.shell.command;

import java.nio.file.Path;
import java.util.List;
import org.thetisdb.BackupResult;
import org.thetisdb.CheckProgress;
import org.thetisdb.Database;
import org.thetisdb.shell.argument.Arguments;
import org.thetisdb.shell.argument.DatabaseArguments;
import org.thetisdb.shell.argument.Opening;
import org.thetisdb.shell.output.Figures;
import org.thetisdb.shell.output.Output;
import org.thetisdb.shell.output.ProgressLine;

/** {@code thetis backup} and {@code thetis restore}: copies of a database, while it is written, and back. */
public final class BackupCommand {
    private final Output output;
    private final Output errors;

    public BackupCommand(Output output, Output errors) {
        this.output = output;
        this.errors = errors;
    }

    public int backup(List<String> words) {
        Arguments arguments = Arguments.parse("backup", words, DatabaseArguments.with("--verify"), List.of());
        Path directory = Path.of(arguments.positional(0, "the database's directory"));
        Path target = Path.of(arguments.positional(1, "the backup's directory"));
        arguments.requireAtMost(2);
        String verify = arguments.value("--verify").orElse("copied");
        if (!List.of("copied", "full").contains(verify)) {
            throw arguments.usage("option --verify takes copied or full, not " + verify);
        }
        long start = System.nanoTime();
        BackupResult result;
        try (Database database = Opening.toRead(directory, DatabaseArguments.read(arguments));
                ProgressLine line = new ProgressLine(errors)) {
            result = database.backup(target, verify.equals("full"), progress(line));
        }
        tell("backed up", result, start);
        return 0;
    }

    public int restore(List<String> words) {
        Arguments arguments = Arguments.parse("restore", words, DatabaseArguments.NAMES, List.of("--overwrite"));
        Path backup = Path.of(arguments.positional(0, "the backup's directory"));
        Path directory = Path.of(arguments.positional(1, "the database's directory"));
        arguments.requireAtMost(2);
        long start = System.nanoTime();
        BackupResult result;
        try (ProgressLine line = new ProgressLine(errors)) {
            result = Database.restore(
                    backup, directory, arguments.has("--overwrite"), DatabaseArguments.read(arguments), progress(line));
        }
        tell("restored", result, start);
        return 0;
    }

    private static CheckProgress progress(ProgressLine line) {
        return (phase, items) -> line.show(phase, phase + ": " + Figures.counted(items, "item"));
    }

    private void tell(String what, BackupResult result, long start) {
        output.println(what + " revision " + Figures.grouped(result.revision()) + " of " + result.time() + " to "
                + result.target());
        output.println("copied " + Figures.counted(result.copiedBytes(), "byte") + " in "
                + Figures.counted(result.copiedFiles(), "file") + " of " + Figures.bytes(result.totalBytes())
                + " in all; verified " + Figures.counted(result.verifiedPages(), "page") + " and the log; "
                + Figures.time(System.nanoTime() - start));
    }
}
