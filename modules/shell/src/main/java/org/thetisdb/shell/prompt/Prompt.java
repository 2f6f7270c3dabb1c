package org.thetisdb.shell.prompt;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Schema;
import org.thetisdb.shell.argument.TextFile;
import org.thetisdb.shell.output.Figures;
import org.thetisdb.shell.output.Output;
import org.thetisdb.shell.output.ProgressLine;
import org.thetisdb.shell.output.Terminals;
import org.thetisdb.shell.statement.Waiting;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Opens the prompt on a terminal, or runs what comes through a pipe. */
public final class Prompt {
    private static final int HISTORY_LINES = 10_000;

    private Prompt() {}

    /**
     * Reads and runs until the end of the input.
     *
     * @param directory of the database; empty for a temporary one
     * @param format of results, at first
     * @return the process's exit code: from a pipe 1 if any statement failed
     */
    public static int run(
            Optional<Path> directory,
            DatabaseOptions options,
            String format,
            InputStream input,
            Output output,
            Output errors) {
        boolean interactive = Terminals.isInteractive();
        OpenDatabase open = directory.isPresent()
                ? OpenDatabase.at(directory.get(), options, errors)
                : OpenDatabase.temporary(options);
        if (!interactive) {
            if (open.isTemporary()) {
                errors.println("note: this is " + open.name()).flush();
            }
            Surroundings pipe = new Surroundings(output, errors, false, Waiting.SILENT, UserFiles.ofProcess());
            try (PromptSession session = new PromptSession(open, options, pipe, format)) {
                return fromPipe(session, input);
            }
        }
        try (Terminal terminal = TerminalBuilder.builder().name("thetis").build()) {
            return onTerminal(terminal, UserFiles.ofProcess(), open, options, format);
        } catch (IOException failure) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED, "the terminal cannot be used: reason=" + failure.getMessage(), failure);
        }
    }

    private static int fromPipe(PromptSession session, InputStream input) {
        session.executeAll(TextFile.lines(input));
        session.endTransaction();
        return session.hasFailed() ? 1 : 0;
    }

    /** Talks with whoever sits at a terminal. The database is closed at the end. */
    static int onTerminal(
            Terminal terminal, UserFiles files, OpenDatabase open, DatabaseOptions options, String format) {
        ProgressLine line = new ProgressLine(
                new Output(terminal.output(), terminal::getColumns), !Terminal.TYPE_DUMB.equals(terminal.getType()));
        Waiting waiting = new Waiting(Optional.of(line), Waiting.PATIENCE_NANOS, System::nanoTime);
        Pager pager = new Pager(terminal);
        Output screen = new Output(pager, terminal::getColumns);
        screen.beforeWriting(waiting::end);
        Surroundings surroundings = new Surroundings(screen, screen, true, waiting, files);
        try (PromptSession session = new PromptSession(open, options, surroundings, format)) {
            LineReader reader = reader(terminal, session, files);
            terminal.handle(Terminal.Signal.INT, signal -> session.cancel());
            Schema schema = session.database().schema();
            screen.println("Thetis on " + open.name() + ": "
                            + Figures.counted(schema.labels().size(), "label") + ", "
                            + Figures.counted(schema.types().size(), "relationship type")
                            + ". A query ends with `;`. Help: .help, end: .quit")
                    .flush();
            if (files.startup().map(session::startUp).orElse(true)) {
                loop(reader, session, pager);
            }
            session.endTransaction();
        }
        return 0;
    }

    static LineReader reader(Terminal terminal, PromptSession session, UserFiles files) {
        return LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("thetis")
                .parser(new CypherLineParser())
                .highlighter(new CypherHighlighter())
                .completer(new PromptCompleter(session.names()))
                .variable(LineReader.HISTORY_FILE, files.history())
                .variable(LineReader.HISTORY_SIZE, HISTORY_LINES)
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, "     … ")
                .variable(LineReader.INDENTATION, 0)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true)
                .option(LineReader.Option.COMPLETE_MATCHER_TYPO, false)
                .build();
    }

    private static void loop(LineReader reader, PromptSession session, Pager pager) {
        boolean open = true;
        while (open) {
            try {
                String text = reader.readLine(session.promptText(), null, (Character) null, session.takeDraft());
                pager.startPage();
                open = session.execute(text);
            } catch (UserInterruptException cleared) {
                // Ctrl-C at the prompt drops the line that was being typed.
            } catch (EndOfFileException end) {
                open = false;
            }
        }
    }
}
