package org.thetisdb.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.Database;
import org.thetisdb.Session;
import org.thetisdb.shell.prompt.ScreenWidth;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** {@code thetis query}: runs statements and writes their rows. */
final class QueryCommand {
    private final InputStream input;
    private final Output output;
    private final Output errors;

    QueryCommand(InputStream input, Output output, Output errors) {
        this.input = input;
        this.output = output;
        this.errors = errors;
    }

    int run(List<String> words) {
        Arguments arguments = Arguments.parse(
                "query",
                words,
                DatabaseArguments.with("--file", "--param", "--params", "--format"),
                List.of("--timer", "--read-only"));
        Path directory = Path.of(arguments.positional(0, "the database's directory"));
        arguments.requireAtMost(2);
        String text = text(arguments);
        String format = arguments.value("--format").orElse("table");
        RowFormat.of(format, output);
        Map<String, Object> parameters = parameters(arguments);
        Waiting waiting = Waiting.onTerminal(errors);
        output.beforeWriting(waiting::end);
        ResultLayout layout = ResultLayout.onScreen(ScreenWidth::columns);
        try (Database database = Opening.open(directory, DatabaseArguments.readOrWrite(arguments), errors);
                Session session = database.session()) {
            for (Statements.Statement statement : Statements.split(text)) {
                StatementRun run = new StatementRun(session, Optional.empty(), output, errors, layout);
                waiting.begin(run);
                try {
                    run.run(statement.text(), parameters, format, arguments.has("--timer"));
                } catch (QueryFailure failure) {
                    throw failure.within(text, statement.offset());
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
        try {
            boolean piped = inPlace || file.equals("-");
            return piped
                    ? new String(input.readAllBytes(), StandardCharsets.UTF_8)
                    : Files.readString(Path.of(file), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED,
                    "the query cannot be read: file=" + file + ", reason=" + ParameterValues.reason(failure),
                    failure);
        }
    }

    /** A parameter given by itself wins over one of the file. */
    private static Map<String, Object> parameters(Arguments arguments) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        if (arguments.has("--params")) {
            parameters.putAll(
                    ParameterValues.readFile(Path.of(arguments.value("--params").orElseThrow())));
        }
        if (arguments.has("--param")) {
            arguments.values("--param").forEach(pair -> ParameterValues.readPair(pair, parameters));
        }
        return parameters;
    }
}
