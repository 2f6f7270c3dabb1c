package org.thetisdb.shell.command;

import java.nio.file.Path;
import java.util.List;
import org.thetisdb.Database;
import org.thetisdb.shell.argument.Arguments;
import org.thetisdb.shell.argument.DatabaseArguments;
import org.thetisdb.shell.output.Output;

/** {@code thetis create}: makes an empty database. */
public final class CreateCommand {
    private final Output output;

    public CreateCommand(Output output) {
        this.output = output;
    }

    public int run(List<String> words) {
        Arguments arguments = Arguments.parse("create", words, DatabaseArguments.with(), List.of());
        Path directory = Path.of(arguments.positional(0, "the new database's directory"));
        arguments.requireAtMost(1);
        try (Database database = Database.create(directory, DatabaseArguments.read(arguments))) {
            output.println("created " + directory + ", revision " + database.revision());
        }
        return 0;
    }
}
