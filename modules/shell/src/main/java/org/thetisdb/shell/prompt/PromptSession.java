package org.thetisdb.shell.prompt;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.thetisdb.CypherText;
import org.thetisdb.Database;
import org.thetisdb.Schema;
import org.thetisdb.Session;
import org.thetisdb.Transaction;
import org.thetisdb.cypher.Suggestions;
import org.thetisdb.shell.Output;
import org.thetisdb.shell.ParameterValues;
import org.thetisdb.shell.QueryFailure;
import org.thetisdb.shell.RowFormat;
import org.thetisdb.shell.StatementRun;
import org.thetisdb.shell.Statements;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** What the prompt remembers, and what it does with a text. One thread, but for {@link #cancel}. */
final class PromptSession implements AutoCloseable {
    /** Files that read each other are a mistake beyond this. */
    private static final int READ_NESTING_MAX = 16;

    private static final Pattern BARE_COMMANDS = Pattern.compile("(exit|quit|help) *;?");

    private static final String HELP = """

            A query ends with `;`. What is typed also ends with an empty line, and a query on one line at its end
            if it is complete. Tab completes, arrow keys find earlier queries, Ctrl-C stops the query that runs.
            Outside of a transaction, each statement that writes is committed by itself. A command may also begin
            with `:`.
            """;

    private final Database database;
    private final Session session;
    private final Output screen;
    private final Output errors;
    private final PromptParameters parameters = new PromptParameters();
    private Optional<Transaction> transaction = Optional.empty();
    private Output results;
    private OutputStream resultFile;
    private String format;
    private boolean timer;
    private boolean failed;
    private int readNesting;
    private volatile StatementRun running;

    PromptSession(Database database, Output screen, Output errors, String format) {
        RowFormat.of(format, screen);
        this.database = database;
        this.session = database.session();
        this.screen = screen;
        this.errors = errors;
        this.results = screen;
        this.format = format;
    }

    /** Whether any statement or command has failed so far. */
    boolean hasFailed() {
        return failed;
    }

    /** What completion offers now. */
    CompletionNames names() {
        return new DatabaseNames(() -> database, parameters.values());
    }

    /** What stands in front of the line that is being typed. */
    String promptText() {
        if (transaction.isEmpty()) {
            return "thetis> ";
        }
        return transaction.get().isOpen() ? "thetis (transaction)> " : "thetis (transaction failed)> ";
    }

    /** Ends the statement that runs, if one does; any thread. */
    void cancel() {
        StatementRun current = running;
        if (current != null) {
            current.cancel();
        }
    }

    /** Runs one complete text: a dot command, or statements. False if the prompt is to end. */
    boolean execute(String text) {
        String stripped = text.strip();
        if (stripped.isEmpty()) {
            return true;
        }
        try {
            if (isCommand(stripped)) {
                return command("." + stripped.replaceFirst("^[.:]", ""));
            }
            for (String statement : Statements.split(stripped)) {
                run(statement);
            }
        } catch (Pager.Quit enough) {
            // The user has seen enough of this answer.
            return true;
        } catch (QueryFailure failure) {
            fail(failure.rendered());
        } catch (ThetisException failure) {
            fail(failure.code().code() + ": " + failure.getMessage());
        }
        return true;
    }

    /**
     * Commands begin with a dot; people also know them with a colon, and some without either. No statement begins
     * like that.
     */
    static boolean isCommand(String stripped) {
        return hasCommandMark(stripped) || BARE_COMMANDS.matcher(stripped).matches();
    }

    /** Whether a text begins with the dot or colon of a command. */
    static boolean hasCommandMark(String text) {
        String stripped = text.stripLeading();
        return stripped.startsWith(".") || stripped.startsWith(":");
    }

    /** Runs the lines of a file or pipe. False if the prompt is to end. */
    boolean executeAll(String text) {
        StringBuilder pending = new StringBuilder();
        for (String line : text.lines().toList()) {
            boolean begins = pending.toString().isBlank();
            pending.append(line).append('\n');
            if (begins && isCommand(line.strip()) || Statements.isTerminated(pending.toString())) {
                String complete = pending.toString();
                pending.setLength(0);
                if (!execute(complete)) {
                    return false;
                }
            }
        }
        return execute(pending.toString());
    }

    private void fail(String message) {
        failed = true;
        screen.flush();
        errors.println(message).flush();
    }

    private void run(String statement) {
        StatementRun run = new StatementRun(session, transaction, results, errors);
        running = run;
        try {
            run.run(statement, parameters.values(), format, timer);
        } finally {
            running = null;
        }
        results.flush();
    }

    private boolean command(String text) {
        String plain = text.endsWith(";") ? text.substring(0, text.length() - 1).strip() : text;
        int blank = 0;
        while (blank < plain.length() && !Character.isWhitespace(plain.charAt(blank))) {
            blank++;
        }
        String name = plain.substring(0, blank);
        String rest = plain.substring(blank).strip();
        return command(named(name), rest);
    }

    private boolean command(DotCommand command, String rest) {
        switch (command) {
            case QUIT -> {
                return false;
            }
            case READ -> {
                return read(rest);
            }
            case HELP -> help(rest);
            case BEGIN -> begin();
            case COMMIT -> commit(rest);
            case ROLLBACK -> rollback();
            case MODE -> mode(rest);
            case TIMER -> timer(rest);
            case SCHEMA -> schema(database.schema());
            case EXPLAIN -> run("EXPLAIN " + rest);
            case PROFILE -> run("PROFILE " + rest);
            case PARAM -> parameters.command(rest, database, screen);
            case OUTPUT -> output(rest);
        }
        return true;
    }

    private void help(String name) {
        if (name.isEmpty()) {
            for (DotCommand command : DotCommand.values()) {
                screen.println(command.help());
            }
            screen.print(HELP).flush();
            return;
        }
        screen.println(named("." + name.replaceFirst("^[.:]", "")).help()).flush();
    }

    /** The command of that name, or an error that says which may be meant. */
    private static DotCommand named(String name) {
        return DotCommand.of(name)
                .orElseThrow(() -> new ThetisException(
                        ErrorCode.USAGE,
                        "unknown command: " + name + Suggestions.didYouMean(name, DotCommand.texts()) + "; see .help"));
    }

    private void begin() {
        if (transaction.isPresent()) {
            throw new ThetisException(
                    ErrorCode.USAGE, "a transaction is open; end it with .commit or .rollback before the next");
        }
        transaction = Optional.of(session.beginTransaction());
        screen.println("transaction begun at revision " + transaction.get().revision())
                .flush();
    }

    private void commit(String message) {
        Transaction ending = ending();
        long revision = message.isEmpty() ? ending.commit() : ending.commit(message);
        screen.println(
                        revision == ending.revision()
                                ? "nothing to commit, revision " + revision
                                : "committed, revision " + revision)
                .flush();
    }

    private void rollback() {
        ending().rollback();
        screen.println("rolled back").flush();
    }

    /** The open transaction, which is none of this prompt's any more. */
    private Transaction ending() {
        Transaction ending = transaction.orElseThrow(
                () -> new ThetisException(ErrorCode.USAGE, "no transaction is open; .begin begins one"));
        transaction = Optional.empty();
        return ending;
    }

    /** At the end of the input: what was not committed is lost, which is an error. */
    void endTransaction() {
        if (transaction.isPresent()) {
            ending().rollback();
            fail(ErrorCode.TRANSACTION_ENDED.code()
                    + ": the input ended before .commit: the open transaction was rolled back");
        }
    }

    private void mode(String name) {
        if (!name.isEmpty()) {
            RowFormat.of(name, screen);
            format = name;
        }
        screen.println("mode: " + format).flush();
    }

    private void timer(String state) {
        timer = switch (state) {
            case "on" -> true;
            case "off" -> false;
            case "" -> !timer;
            default -> throw new ThetisException(ErrorCode.USAGE, ".timer takes on or off, not " + state);
        };
        screen.println("timer: " + (timer ? "on" : "off")).flush();
    }

    private void schema(Schema schema) {
        names("labels", schema.labels());
        names("relationship types", schema.types());
        names("property keys", schema.propertyKeys());
        screen.println("indexes");
        for (Schema.Index index : schema.indexes()) {
            screen.println("  :" + CypherText.name(index.label()) + "(" + CypherText.name(index.propertyKey()) + ")"
                    + (index.unique() ? " unique" : ""));
        }
        screen.flush();
    }

    private void names(String title, List<String> names) {
        screen.println(title);
        for (String name : names) {
            screen.println("  " + CypherText.name(name));
        }
    }

    private boolean read(String file) {
        if (readNesting == READ_NESTING_MAX) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED, "files read each other too deeply: levelsMax=" + READ_NESTING_MAX);
        }
        String text;
        try {
            text = Files.readString(Path.of(file), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED,
                    "the file cannot be read: file=" + file + ", reason=" + ParameterValues.reason(failure),
                    failure);
        }
        readNesting++;
        try {
            return executeAll(text);
        } finally {
            readNesting--;
        }
    }

    private void output(String file) {
        closeFile();
        if (file.isEmpty() || file.equals("-")) {
            screen.println("results go to the screen").flush();
            return;
        }
        try {
            resultFile = Files.newOutputStream(Path.of(file));
        } catch (IOException failure) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED,
                    "the file cannot be written: file=" + file + ", reason=" + failure.getMessage(),
                    failure);
        }
        results = new Output(resultFile);
        screen.println("results go to " + file).flush();
    }

    private void closeFile() {
        results = screen;
        if (resultFile == null) {
            return;
        }
        try {
            resultFile.close();
        } catch (IOException failure) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED, "a file of results cannot be closed: reason=" + failure.getMessage(), failure);
        } finally {
            resultFile = null;
        }
    }

    @Override
    public void close() {
        try {
            closeFile();
        } finally {
            session.close();
        }
    }
}
