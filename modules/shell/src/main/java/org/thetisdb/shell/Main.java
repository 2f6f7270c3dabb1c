package org.thetisdb.shell;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.memory.JvmHeap;
import org.thetisdb.shell.argument.Arguments;
import org.thetisdb.shell.argument.DatabaseArguments;
import org.thetisdb.shell.command.BackupCommand;
import org.thetisdb.shell.command.CheckCommand;
import org.thetisdb.shell.command.CreateCommand;
import org.thetisdb.shell.command.DumpCommand;
import org.thetisdb.shell.command.ImportCommand;
import org.thetisdb.shell.command.InfoCommand;
import org.thetisdb.shell.command.QueryCommand;
import org.thetisdb.shell.command.ServeCommand;
import org.thetisdb.shell.output.Output;
import org.thetisdb.shell.prompt.Prompt;
import org.thetisdb.shell.prompt.ScreenWidth;
import org.thetisdb.shell.statement.QueryFailure;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;

/** Where the process begins. */
public final class Main {
    private static final List<String> COMMANDS = List.of(
            "query", "shell", "info", "check", "create", "import", "backup", "restore", "dump", "serve", "help");

    private final InputStream input;
    private final Output output;
    private final Output errors;

    /** A command line over any streams. */
    public Main(InputStream input, OutputStream output, OutputStream errors) {
        this.input = input;
        this.output = new Output(output, ScreenWidth::ofOutput);
        this.errors = new Output(errors, ScreenWidth::ofErrors);
    }

    /** The first thing is to link native calls beside all else: it is most of what opening a database costs. */
    public static void main(String[] words) {
        boolean opens = words.length > 1 && !words[0].equals("import");
        if (opens) {
            Thread.ofPlatform().daemon().name("thetis-prepare").start(Main::prepare);
        }
        Main main =
                new Main(System.in, new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err));
        System.exit(main.run(List.of(words)));
    }

    private static void prepare() {
        try {
            PageCache.prepare();
        } catch (RuntimeException | OutOfMemoryError later) {
            // Opening the database meets the same problem and tells of it where somebody listens.
            return;
        }
    }

    /** Runs one command and gives the process's exit code: 0, or 1 after an error. */
    public int run(List<String> words) {
        try {
            int code = dispatch(words);
            output.flush();
            return code;
        } catch (QueryFailure failure) {
            return fail(() -> failure.print(errors));
        } catch (ThetisException failure) {
            return fail(failure);
        } catch (OutOfMemoryError exhausted) {
            return fail(JvmHeap.exhausted(exhausted));
        }
    }

    private int fail(ThetisException failure) {
        return fail(() -> errors.println(failure.code().code() + ": " + failure.getMessage())
                .flush());
    }

    /** What was printed before the error belongs in front of it. */
    private int fail(Runnable print) {
        try {
            output.flush();
        } catch (ThetisException unread) {
            // Nobody reads the output any more; the error may still find a reader.
            return 1;
        } catch (OutOfMemoryError lost) {
            // The error tells of it, or of what has led to it.
        }
        print.run();
        return 1;
    }

    private int dispatch(List<String> words) {
        String command = words.isEmpty() ? "help" : words.getFirst();
        List<String> rest = words.isEmpty() ? List.of() : words.subList(1, words.size());
        if (rest.contains("--help") && Usage.of(command).isPresent()) {
            output.print(Usage.of(command).get());
            return 0;
        }
        return switch (command) {
            case "query" -> new QueryCommand(input, output, errors).run(rest);
            case "info" -> new InfoCommand(output).run(rest);
            case "check" -> new CheckCommand(output, errors).run(rest);
            case "create" -> new CreateCommand(output).run(rest);
            case "shell" -> shell(rest);
            case "backup" -> new BackupCommand(output, errors).backup(rest);
            case "restore" -> new BackupCommand(output, errors).restore(rest);
            case "dump" -> new DumpCommand(output).run(rest);
            case "serve" -> new ServeCommand(output, errors).run(rest);
            case "import" -> new ImportCommand(output, errors).run(rest);
            case "help", "--help", "-h" -> {
                output.print(rest.isEmpty() ? Usage.ALL : usage(rest.getFirst()));
                yield 0;
            }
            case "--version", "-V", "version" -> {
                output.println("Thetis " + Version.text() + " (Java " + Runtime.version() + ")");
                yield 0;
            }
            default -> throw unknown(command);
        };
    }

    private static String usage(String command) {
        return command.equals("help") ? Usage.ALL : Usage.of(command).orElseThrow(() -> unknown(command));
    }

    private static ThetisException unknown(String command) {
        return Arguments.usage(
                "",
                "unknown command: " + command
                        + Suggestions.nearest(command, COMMANDS)
                                .map(best -> "; did you mean " + best + "?")
                                .orElse(""));
    }

    private int shell(List<String> words) {
        Arguments arguments =
                Arguments.parse("shell", words, DatabaseArguments.with("--format"), List.of("--read-only"));
        Optional<Path> directory = arguments.positional().stream().findFirst().map(Path::of);
        arguments.requireAtMost(1);
        if (directory.isEmpty() && arguments.has("--read-only")) {
            throw arguments.usage("a temporary database has nothing to read; name a directory");
        }
        String format = arguments.value("--format").orElse("table");
        return Prompt.run(directory, DatabaseArguments.readOrWrite(arguments), format, input, output, errors);
    }
}
