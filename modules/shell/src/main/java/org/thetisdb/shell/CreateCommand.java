package org.thetisdb.shell;

import java.nio.file.Path;
import java.util.List;
import org.thetisdb.Database;

/** {@code thetis create}: makes an empty database. */
final class CreateCommand {
    private final Output output;

    CreateCommand(Output output) {
        this.output = output;
    }

    int run(List<String> words) {
        Arguments arguments = Arguments.parse("create", words, DatabaseArguments.with(), List.of());
        Path directory = Path.of(arguments.positional(0, "the new database's directory"));
        arguments.requireAtMost(1);
        try (Database database = Database.create(directory, DatabaseArguments.read(arguments))) {
            output.println("created " + directory + ", revision " + database.revision());
        }
        return 0;
    }
}
