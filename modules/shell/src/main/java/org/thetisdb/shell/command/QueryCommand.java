package org.thetisdb.shell.command;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.thetisdb.Database;
import org.thetisdb.Session;
import org.thetisdb.shell.argument.Arguments;
import org.thetisdb.shell.argument.DatabaseArguments;
import org.thetisdb.shell.argument.Opening;
import org.thetisdb.shell.argument.ParameterArguments;
import org.thetisdb.shell.argument.TextFile;
import org.thetisdb.shell.format.ResultLayout;
import org.thetisdb.shell.format.RowFormats;
import org.thetisdb.shell.output.Output;
import org.thetisdb.shell.statement.Script;
import org.thetisdb.shell.statement.Statement;
import org.thetisdb.shell.statement.StatementRun;
import org.thetisdb.shell.statement.Statements;
import org.thetisdb.shell.statement.TextLines;
import org.thetisdb.shell.statement.Waiting;

/** {@code thetis query}: runs statements and writes their rows. */
public final class QueryCommand {
    private final InputStream input;
    private final Output output;
    private final Output errors;

    public QueryCommand(InputStream input, Output output, Output errors) {
        this.input = input;
        this.output = output;
        this.errors = errors;
    }

    public int run(List<String> words) {
        Arguments arguments = Arguments.parse(
                "query",
                words,
                DatabaseArguments.with("--file", "--param", "--params", "--format"),
                List.of("--timer", "--read-only"));
        Path directory = Path.of(arguments.positional(0, "the database's directory"));
        arguments.requireAtMost(2);
        try (TextLines lines = lines(arguments)) {
            return run(new Script(lines, line -> false), directory, arguments);
        }
    }

    private int run(Script script, Path directory, Arguments arguments) {
        String format = arguments.value("--format").orElse("table");
        RowFormats.of(format, output);
        Waiting waiting = Waiting.onTerminal(errors);
        output.beforeWriting(waiting::end);
        ResultLayout layout = ResultLayout.onScreen(output::columns);
        try (Database database = Opening.open(directory, DatabaseArguments.readOrWrite(arguments), errors);
                Session session = database.session()) {
            Map<String, Object> parameters = ParameterArguments.of(arguments, session);
            each(script, statement -> {
                StatementRun run = new StatementRun(session, Optional.empty(), output, errors, layout);
                waiting.begin(run);
                try {
                    run.run(statement, parameters, format, arguments.has("--timer"));
                } finally {
                    waiting.end();
                }
                output.flush();
            });
        }
        return 0;
    }

    /** The statements of the script in order, as they come; at least one, which may be blank. */
    private static void each(Script script, Consumer<Statement> run) {
        Optional<Statement> blank = Optional.empty();
        boolean found = false;
        Optional<Statement> piece = script.next();
        while (piece.isPresent()) {
            for (Statement statement : Statements.notBlank(piece.get())) {
                found = true;
                run.accept(statement);
            }
            if (!found && blank.isEmpty()) {
                blank = piece;
            }
            piece = script.next();
        }
        if (!found) {
            run.accept(blank.orElseGet(() -> Statement.of("")));
        }
    }

    private TextLines lines(Arguments arguments) {
        boolean inPlace = arguments.positional().size() > 1;
        String file = arguments.value("--file").orElse("");
        if (inPlace != file.isEmpty()) {
            throw arguments.usage(
                    inPlace ? "give the query or --file, not both" : "the query is missing: give it, or --file FILE");
        }
        if (inPlace && !arguments.positional().get(1).equals("-")) {
            byte[] query = arguments.positional().get(1).getBytes(StandardCharsets.UTF_8);
            return TextFile.lines(new ByteArrayInputStream(query));
        }
        return inPlace || file.equals("-") ? TextFile.lines(input) : TextFile.lines(Path.of(file));
    }
}
