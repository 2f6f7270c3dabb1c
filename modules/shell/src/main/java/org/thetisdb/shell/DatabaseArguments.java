package org.thetisdb.shell;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.DatabaseOptions;

/** The options that every command has which opens a database. Stateless. */
public final class DatabaseArguments {
    private static final int TIMEOUT_SECONDS_MAX = 365 * 24 * 3600;

    static final List<String> NAMES = List.of("--memory", "--threads", "--engine", "--timeout");

    private DatabaseArguments() {}

    /** These and the command's own. */
    static List<String> with(String... own) {
        List<String> names = new ArrayList<>(NAMES);
        names.addAll(List.of(own));
        return names;
    }

    static DatabaseOptions read(Arguments arguments) {
        DatabaseOptions options = DatabaseOptions.byDefault();
        if (arguments.has("--memory")) {
            options = options.withMemory(arguments.value("--memory").orElseThrow());
        }
        if (arguments.has("--threads")) {
            options = options.withThreadCount(arguments
                    .number("--threads", 1, DatabaseOptions.THREAD_COUNT_MAX)
                    .orElseThrow());
        }
        if (arguments.has("--engine")) {
            options = options.withEngine(arguments.value("--engine").orElseThrow());
        }
        if (arguments.has("--timeout")) {
            options = options.withQueryTimeout(Duration.ofSeconds(
                    arguments.number("--timeout", 1, TIMEOUT_SECONDS_MAX).orElseThrow()));
        }
        return options;
    }
}
