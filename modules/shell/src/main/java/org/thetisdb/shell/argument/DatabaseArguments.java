package org.thetisdb.shell.argument;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.FileAccess;
import org.thetisdb.Isolation;
import org.thetisdb.Retention;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryEnvironment;

/** The options that every command has which opens a database. Stateless. */
public final class DatabaseArguments {
    private static final int TIMEOUT_SECONDS_MAX = 365 * 24 * 3600;

    public static final List<String> NAMES = List.of(
            "--memory",
            "--query-memory",
            "--threads",
            "--engine",
            "--timeout",
            "--transaction-timeout",
            "--idle-timeout",
            "--durability",
            "--retain",
            "--isolation",
            "--compile",
            "--code-cache",
            "--files",
            "--extensions");

    /** What {@code --compile} takes. */
    private enum Compile {
        ADAPTIVE,
        NEVER
    }

    /** What {@code --extensions} takes: which of those may do anything that lie in the database. */
    private enum Extensions {
        PURE,
        TRUSTED
    }

    /** So many digits, even of days, fit a long as milliseconds. */
    private static final Pattern RETAIN = Pattern.compile("([0-9]{1,10})([smhd]?)");

    private DatabaseArguments() {}

    /** These and the command's own. */
    public static List<String> with(String... own) {
        List<String> names = new ArrayList<>(NAMES);
        names.addAll(List.of(own));
        return names;
    }

    public static DatabaseOptions read(Arguments arguments) {
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
        options = withLimits(options, arguments);
        if (arguments.has("--durability")) {
            options = options.withDurability(constant(arguments, "--durability", Durability.values()));
        }
        if (arguments.has("--isolation")) {
            options = options.withIsolation(constant(arguments, "--isolation", Isolation.values()));
        }
        if (arguments.has("--compile")) {
            options = options.withCompilation(constant(arguments, "--compile", Compile.values()) == Compile.ADAPTIVE);
        }
        if (arguments.has("--code-cache")) {
            options = options.withCodeCache(
                    Path.of(arguments.value("--code-cache").orElseThrow()));
        }
        if (arguments.has("--files")) {
            options = options.withFiles(files(arguments.values("--files")));
        }
        if (arguments.has("--extensions")) {
            options = options.withTrustedExtensions(
                    constant(arguments, "--extensions", Extensions.values()) == Extensions.TRUSTED);
        }
        if (arguments.has("--retain")) {
            options = options.withRetention(retention(arguments));
        }
        return options;
    }

    private static DatabaseOptions withLimits(DatabaseOptions options, Arguments arguments) {
        DatabaseOptions limited = options;
        if (arguments.has("--query-memory")) {
            String size = arguments.value("--query-memory").orElseThrow();
            limited = limited.withQueryMemoryBytes(
                    MemoryBudget.parse(size, MemoryEnvironment.detect()).bytes());
        }
        if (arguments.has("--timeout")) {
            limited = limited.withQueryTimeout(seconds(arguments, "--timeout"));
        }
        if (arguments.has("--transaction-timeout")) {
            limited = limited.withTransactionTimeout(seconds(arguments, "--transaction-timeout"));
        }
        if (arguments.has("--idle-timeout")) {
            limited = limited.withIdleTimeout(seconds(arguments, "--idle-timeout"));
        }
        return limited;
    }

    private static Duration seconds(Arguments arguments, String option) {
        return Duration.ofSeconds(
                arguments.number(option, 1, TIMEOUT_SECONDS_MAX).orElseThrow());
    }

    /** As {@link #read}, for a command that has the option {@code --read-only}. */
    public static DatabaseOptions readOrWrite(Arguments arguments) {
        DatabaseOptions options = read(arguments);
        return arguments.has("--read-only") ? options.asReadOnly() : options;
    }

    /** The constant of that name, in any case. */
    private static <E extends Enum<E>> E constant(Arguments arguments, String option, E[] constants) {
        String given = arguments.value(option).orElseThrow();
        for (E constant : constants) {
            if (constant.name().equalsIgnoreCase(given)) {
                return constant;
            }
        }
        String names = Arrays.stream(constants)
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        throw arguments.usage("option " + option + " takes one of " + names + ", not " + given);
    }

    /** Each a folder; {@code none} alone for no files at all. */
    private static FileAccess files(List<String> folders) {
        return folders.equals(List.of("none"))
                ? FileAccess.in()
                : FileAccess.in(folders.stream().map(Path::of).toArray(Path[]::new));
    }

    private static Retention retention(Arguments arguments) {
        String given = arguments.value("--retain").orElseThrow();
        if (given.equals("all")) {
            return Retention.ALL;
        }
        Matcher matcher = RETAIN.matcher(given);
        if (!matcher.matches()) {
            throw arguments.usage(
                    "option --retain takes all, a number of revisions, or a time such as 90s, 30m, 12h or 7d, not "
                            + given);
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "s" -> Retention.ofAge(Duration.ofSeconds(count));
            case "m" -> Retention.ofAge(Duration.ofMinutes(count));
            case "h" -> Retention.ofAge(Duration.ofHours(count));
            case "d" -> Retention.ofAge(Duration.ofDays(count));
            default -> Retention.ofRevisions(count);
        };
    }
}
