package org.thetisdb.shell.prompt;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.thetisdb.CypherText;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.io.memory.JvmHeap;
import org.thetisdb.shell.argument.TextFile;
import org.thetisdb.shell.output.Output;
import org.thetisdb.shell.statement.QueryFailure;
import org.thetisdb.shell.statement.Script;
import org.thetisdb.shell.statement.Statement;
import org.thetisdb.shell.statement.StatementRun;
import org.thetisdb.shell.statement.Statements;
import org.thetisdb.shell.statement.TextLines;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;

/** What the prompt remembers, and what it does with a text. One thread, but for {@link #cancel}. */
final class PromptSession implements AutoCloseable {
    /** Files that read each other are a mistake beyond this. */
    private static final int READ_NESTING_MAX = 16;

    private static final String DEFAULT_NAME = "thetis";

    private static final Pattern BARE_COMMANDS = Pattern.compile("(exit|quit|help) *;?");

    private static final String HELP = """

            A query ends with `;`. What is typed also ends with an empty line, and a query on one line at its end
            if it is complete. Tab completes, arrow keys find earlier queries, Ctrl-C stops the query that runs.
            Outside of a transaction, each statement that writes is committed by itself. A command may also begin
            with `:`.

            """;

    private static final String FORMATS = """
            Formats: table (fits the screen; … stands for what is left out), box (a table in full), line (a line for
            each value), markdown, html, csv, tabs, insert LABEL (statements), json, jsonl (an object for each row).
            """;

    private final DatabaseOptions options;
    private final Surroundings surroundings;
    private final Output screen;
    private final Output errors;
    private final Display display;
    private final ResultTarget results;
    private final PromptParameters parameters = new PromptParameters();
    private final PromptTransaction transaction = new PromptTransaction();
    private final PromptPast past = new PromptPast();
    private OpenDatabase open;
    private String name = DEFAULT_NAME;
    private String lastQuery = "";
    private String draft = "";
    private boolean bail;
    private long failures;
    private int readNesting;

    /** Null between statements. */
    private volatile @Nullable StatementRun running;

    /**
     * @param open is closed with this
     * @param options of databases that are opened later
     */
    PromptSession(OpenDatabase open, DatabaseOptions options, Surroundings surroundings, String format) {
        this.open = open;
        this.options = options;
        this.surroundings = surroundings;
        this.screen = surroundings.screen();
        this.errors = surroundings.errors();
        this.display = new Display(screen, format);
        this.results = new ResultTarget(screen);
    }

    /** Whether any statement or command has failed so far. */
    boolean hasFailed() {
        return failures > 0;
    }

    Database database() {
        return open.database();
    }

    /** What completion offers now. */
    CompletionNames names() {
        return new DatabaseNames(this::database, parameters.values());
    }

    /** What is shown before the line that is being typed. */
    String promptText() {
        if (transaction.open().isEmpty()) {
            return name + past.mark() + "> ";
        }
        return name + (transaction.hasFailed() ? " (transaction failed)> " : " (transaction)> ");
    }

    /** The text that the next line begins with, once. */
    String takeDraft() {
        String taken = draft;
        draft = "";
        return taken;
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
        return execute(Statement.of(text));
    }

    private boolean execute(Statement typed) {
        if (typed.text().isBlank()) {
            return true;
        }
        try {
            if (isCommand(typed.text().strip())) {
                boolean goesOn = command(typed.stripped());
                screen.flush();
                return goesOn;
            }
            for (Statement statement : Statements.each(typed)) {
                lastQuery = statement.text();
                run(statement);
            }
        } catch (Pager.Quit enough) {
            // The user has seen enough of this answer.
            return true;
        } catch (QueryFailure failure) {
            failures++;
            screen.flush();
            failure.print(errors);
        } catch (ThetisException failure) {
            fail(typed, failure);
        } catch (OutOfMemoryError exhausted) {
            fail(typed, JvmHeap.exhausted(exhausted));
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

    /** Runs what comes from a file or pipe, with .bail until the first error. False if the prompt is to end. */
    boolean executeAll(TextLines lines) {
        Script script = new Script(lines, PromptSession::isCommand);
        long failuresBefore = failures;
        Optional<Statement> piece = script.next();
        while (piece.isPresent()) {
            if (!execute(piece.get())) {
                return false;
            }
            if (bail && failures > failuresBefore) {
                return true;
            }
            piece = script.next();
        }
        return true;
    }

    private void fail(Statement typed, ThetisException failure) {
        String line = typed.isPart() ? ", line " + typed.line() : "";
        fail(failure.code().code() + line + ": " + failure.getMessage());
    }

    private void fail(String message) {
        failures++;
        screen.flush();
        errors.println(message).flush();
    }

    private void run(Statement statement) {
        StatementRun run = new StatementRun(
                past.sessionOr(open.session()),
                transaction.open(),
                results.output(),
                errors,
                results.isFile() ? display.layout().inFile() : display.layout());
        running = run;
        surroundings.waiting().begin(run);
        try {
            run.run(statement, parameters.values(), display.format(), display.timer());
        } finally {
            running = null;
            surroundings.waiting().end();
        }
        results.output().flush();
    }

    private boolean command(Statement typed) {
        String text = typed.text();
        int end = text.endsWith(";") ? text.length() - 1 : text.length();
        int nameBegin = hasCommandMark(text) ? 1 : 0;
        int nameEnd = nameBegin;
        while (nameEnd < end && !Character.isWhitespace(text.charAt(nameEnd))) {
            nameEnd++;
        }
        DotCommand command = commandOf("." + text.substring(nameBegin, nameEnd));
        return command(command, typed.part(nameEnd, end).stripped());
    }

    private boolean command(DotCommand command, Statement arguments) {
        String rest = arguments.text();
        switch (command) {
            case QUIT -> {
                return false;
            }
            case READ -> {
                return read(DotWords.whole(rest));
            }
            case HELP -> help(rest);
            case BEGIN -> {
                past.requireNone(command);
                transaction.begin(open.session(), screen);
            }
            case COMMIT -> transaction.commit(rest, screen);
            case ROLLBACK -> transaction.rollback(screen);
            case MODE -> display.mode(rest);
            case MAXROWS -> display.maxRows(rest);
            case WIDTH -> display.widths(rest);
            case NULLVALUE -> display.nullText(rest);
            case TIMER -> display.timer(rest);
            case SCHEMA -> new SchemaReport(screen).print(database(), PatternNames.name(rest));
            case EXPLAIN -> run(arguments.within("EXPLAIN ", ""));
            case PROFILE -> run(arguments.within("PROFILE ", ""));
            case AT -> at(DotWords.whole(rest));
            case PARAM -> parameters.command(arguments, database(), screen);
            case OUTPUT -> output(DotWords.whole(rest));
            case OPEN -> open(rest);
            case IMPORT -> importFile(arguments);
            case DUMP -> {
                past.requireNone(command);
                new PromptDump(database(), surroundings).run(rest, results.output());
            }
            case BAIL -> bail(rest);
            case EDIT -> edit(DotWords.whole(rest));
            case SHELL -> programs().run(rest);
            case PROMPT -> name = rest.isEmpty() ? DEFAULT_NAME : rest;
        }
        return true;
    }

    private void at(String wanted) {
        transaction.requireNone();
        past.command(wanted, open.session(), screen);
    }

    /** The database that is open stays open until the other one is. */
    private void open(String text) {
        transaction.requireNone();
        DotWords words = DotWords.of(text);
        boolean create = words.first().equals("--create");
        if (!create && words.first().startsWith("--")) {
            throw new ThetisException(
                    ErrorCode.USAGE, "unknown option: " + words.first() + "; .open takes --create and a directory");
        }
        String given = DotWords.whole(create ? words.rest() : text);
        Path directory = named(given);
        OpenDatabase next;
        if (given.isEmpty()) {
            next = OpenDatabase.temporary(options);
        } else if (open.isAt(directory)) {
            throw new ThetisException(ErrorCode.USAGE, "this database is open already: directory=" + directory);
        } else if (create) {
            next = OpenDatabase.create(directory, options);
        } else {
            next = OpenDatabase.at(directory, options, errors);
        }
        past.close();
        OpenDatabase former = open;
        open = next;
        former.close();
        screen.println("open: " + next.name());
    }

    private Path named(String file) {
        return surroundings.files().named(file);
    }

    private void output(String file) {
        if (file.isEmpty() || file.equals("-")) {
            results.toScreen();
        } else {
            results.toFile(named(file));
        }
    }

    private void importFile(Statement arguments) {
        String text = arguments.text();
        DotWords words = DotWords.of(text);
        if (words.rest().isEmpty()) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    ".import takes a file and what to make of its rows, such as `.import persons.csv Person` or"
                            + " `.import knows.csv (:Person {id: a})-[:KNOWS]->(:Person {id: b})`");
        }
        Path file = named(words.first());
        TextFile.requireThere(file);
        String from = " FROM " + CypherText.of(file.toString());
        Statement target = arguments.part(text.length() - words.rest().length(), text.length());
        run(target.within("COPY ", from));
    }

    private void bail(String state) {
        bail = Display.switched(DotCommand.BAIL.text(), state, bail);
        screen.println("bail: " + (bail ? "on" : "off"));
    }

    private void edit(String file) {
        String text = file.isEmpty() ? lastQuery : TextFile.read(named(file));
        draft = programs().edited(text, surroundings.files().editor());
    }

    private OutsidePrograms programs() {
        return new OutsidePrograms(screen, surroundings.interactive());
    }

    private void help(String name) {
        if (name.isEmpty()) {
            for (DotCommand command : DotCommand.values()) {
                screen.println(command.help());
            }
            screen.print(HELP).print(FORMATS);
            return;
        }
        DotCommand command = commandOf("." + name.replaceFirst("^[.:]", ""));
        screen.println(command.help());
        if (command == DotCommand.MODE) {
            screen.print(FORMATS);
        }
    }

    /** The command of that name, or an error that says which may be meant. */
    private static DotCommand commandOf(String name) {
        return DotCommand.of(name)
                .orElseThrow(() -> new ThetisException(
                        ErrorCode.USAGE,
                        "unknown command: " + name + "; see .help" + Suggestions.didYouMean(name, DotCommand.texts())));
    }

    /** At the end of the input: what was not committed is lost, which is an error. */
    void endTransaction() {
        if (transaction.abandon()) {
            fail(ErrorCode.TRANSACTION_ENDED.code()
                    + ": the input ended before .commit: the open transaction was rolled back");
        }
    }

    /** Runs the file that the user has for the beginning. False if the prompt is to end. */
    boolean startUp(Path file) {
        boolean goesOn = execute(".read \"" + file + "\"");
        if (failures > 0) {
            errors.println("note: " + failures + (failures == 1 ? " error" : " errors") + " in " + file)
                    .flush();
        }
        return goesOn;
    }

    private boolean read(String file) {
        if (readNesting == READ_NESTING_MAX) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED, "files read each other too deeply: levelsMax=" + READ_NESTING_MAX);
        }
        readNesting++;
        try (TextLines lines = TextFile.lines(given(file))) {
            return executeAll(lines);
        } finally {
            readNesting--;
        }
    }

    private Path given(String file) {
        if (file.isEmpty()) {
            throw new ThetisException(ErrorCode.USAGE, "the file is missing, as in `.read queries.cypher`");
        }
        return named(file);
    }

    @Override
    public void close() {
        try {
            results.close();
        } finally {
            past.close();
            open.close();
        }
    }
}
