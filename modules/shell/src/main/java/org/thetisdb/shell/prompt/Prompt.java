package org.thetisdb.shell.prompt;

import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Schema;
import org.thetisdb.shell.Output;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Opens the prompt on a terminal, or runs what comes through a pipe. */
public final class Prompt {
    private static final int HISTORY_LINES = 10_000;

    private Prompt() {}

    /**
     * Reads and runs until the end of the input.
     *
     * @param format of results, at first
     * @return the process's exit code: from a pipe 1 if any statement failed
     */
    public static int run(
            Path directory, DatabaseOptions options, String format, InputStream input, Output output, Output errors) {
        Console console = System.console();
        boolean interactive = console != null && console.isTerminal();
        try (OpenDatabase open = OpenDatabase.at(directory, options, errors)) {
            if (interactive) {
                return onTerminal(open, format);
            }
            return fromPipe(open, format, input, output, errors);
        }
    }

    private static int fromPipe(OpenDatabase open, String format, InputStream input, Output output, Output errors) {
        String text;
        try {
            text = new String(input.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw failed("the standard input cannot be read", failure);
        }
        Surroundings surroundings = Surroundings.ofProcess(output, errors, () -> 0, false);
        try (PromptSession session = new PromptSession(open, surroundings, format)) {
            session.executeAll(text);
            session.endTransaction();
            return session.hasFailed() ? 1 : 0;
        }
    }

    private static int onTerminal(OpenDatabase open, String format) {
        try (Terminal terminal = TerminalBuilder.builder().name("thetis").build()) {
            Pager pager = new Pager(terminal);
            Output screen = new Output(pager);
            Surroundings surroundings = Surroundings.ofProcess(screen, screen, terminal::getWidth, true);
            try (PromptSession session = new PromptSession(open, surroundings, format)) {
                LineReader reader = reader(terminal, session);
                terminal.handle(Terminal.Signal.INT, signal -> session.cancel());
                Schema schema = session.database().schema();
                screen.println("Thetis, " + schema.labels().size() + " labels, "
                                + schema.types().size()
                                + " relationship types. A query ends with `;`. Help: .help, end: .quit")
                        .flush();
                loop(reader, session, pager);
            }
            return 0;
        } catch (IOException failure) {
            throw failed("the terminal cannot be used", failure);
        }
    }

    static LineReader reader(Terminal terminal, PromptSession session) {
        Path history = Path.of(System.getProperty("user.home", "."), ".thetis_history");
        return LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("thetis")
                .parser(new CypherLineParser())
                .highlighter(new CypherHighlighter())
                .completer(new PromptCompleter(session.names()))
                .variable(LineReader.HISTORY_FILE, history)
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
                String text = reader.readLine(session.promptText());
                pager.startPage();
                open = session.execute(text);
            } catch (UserInterruptException cleared) {
                // Ctrl-C at the prompt drops the line that was being typed.
                continue;
            } catch (EndOfFileException end) {
                open = false;
            }
        }
    }

    private static ThetisException failed(String what, IOException failure) {
        return new ThetisException(ErrorCode.IO_FAILED, what + ": reason=" + failure.getMessage(), failure);
    }
}
