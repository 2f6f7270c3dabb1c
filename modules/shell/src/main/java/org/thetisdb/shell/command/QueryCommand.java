package org.thetisdb.shell.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.thetisdb.shell.statement.Statement;
import org.thetisdb.shell.statement.StatementRun;
import org.thetisdb.shell.statement.Statements;
import org.thetisdb.shell.statement.Waiting;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

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
        String text = text(arguments);
        String format = arguments.value("--format").orElse("table");
        RowFormats.of(format, output);
        Waiting waiting = Waiting.onTerminal(errors);
        output.beforeWriting(waiting::end);
        ResultLayout layout = ResultLayout.onScreen(output::columns);
        try (Database database = Opening.open(directory, DatabaseArguments.readOrWrite(arguments), errors);
                Session session = database.session()) {
            Map<String, Object> parameters = ParameterArguments.of(arguments, session);
            for (Statement statement : Statements.each(Statement.of(text))) {
                StatementRun run = new StatementRun(session, Optional.empty(), output, errors, layout);
                waiting.begin(run);
                try {
                    run.run(statement, parameters, format, arguments.has("--timer"));
                } finally {
                    waiting.end();
                }
                output.flush();
            }
        }
        return 0;
    }

    private String text(Arguments arguments) {
        boolean inPlace = arguments.positional().size() > 1;
        String file = arguments.value("--file").orElse("");
        if (inPlace != file.isEmpty()) {
            throw arguments.usage(
                    inPlace ? "give the query or --file, not both" : "the query is missing: give it, or --file FILE");
        }
        if (inPlace && !arguments.positional().get(1).equals("-")) {
            return arguments.positional().get(1);
        }
        if (!inPlace && !file.equals("-")) {
            return TextFile.read(Path.of(file));
        }
        try {
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED, "the standard input cannot be read: reason=" + failure.getMessage(), failure);
        }
    }
}
