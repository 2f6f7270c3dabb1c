package org.thetisdb.shell.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.shell.output.Output;
import org.thetisdb.shell.output.ProgressLine;
import org.thetisdb.shell.statement.QueryFailure;
import org.thetisdb.shell.statement.Statement;
import org.thetisdb.shell.statement.StatementRun;
import org.thetisdb.shell.statement.Waiting;

/** The whole prompt on a pseudo-terminal. */
@Timeout(60)
final class TerminalTest {
    private static final DatabaseOptions OPTIONS = DatabaseOptions.byDefault().withMemory("64MiB");

    /** JLine tells there that the pseudo-terminal ends, as it should; kept, since loggers are held weakly. */
    private static final Logger JLINE_LOG = Logger.getLogger("org.jline");

    /** Written behind all else. */
    private static final String END = "-- that was all --";

    @TempDir
    Path folder;

    @BeforeAll
    static void silence() {
        JLINE_LOG.setLevel(Level.OFF);
    }

    /** All that the terminal shows while those keys are typed. */
    private String screenOf(int columns, String keys) throws Exception {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        try (PipedOutputStream typing = new PipedOutputStream();
                PipedInputStream typed = new PipedInputStream(typing, 1 << 16);
                Terminal terminal = TerminalBuilder.builder()
                        .system(false)
                        .streams(typed, shown)
                        .type("xterm")
                        .size(Size.of(columns, 40))
                        .build()) {
            typing.write(keys.getBytes(StandardCharsets.UTF_8));
            typing.flush();
            UserFiles files = new UserFiles(folder, Map.of());
            assertThat(Prompt.onTerminal(terminal, files, OpenDatabase.temporary(OPTIONS), OPTIONS, "table"))
                    .isZero();
            // Where the terminal is a pseudo-terminal, a thread of its own brings what is written, in its order.
            terminal.writer().print(END);
            terminal.flush();
            while (!shown.toString(StandardCharsets.UTF_8).contains(END)) {
                Thread.sleep(1);
            }
        }
        return shown.toString(StandardCharsets.UTF_8).replace("\r", "").replace(END, "");
    }

    @Test
    void keys_runQueriesAndEnd() throws Exception {
        Files.writeString(folder.resolve(".thetisrc"), ".nullvalue ∅\n.prompt test\n");
        String shown = screenOf(
                44,
                "MAT\t(n)\rRET\tcount(n) AS nodes;\r"
                        + "RETURN 'a text that is too long for this' AS text, null AS nothing,"
                        + " 'also one that is long' AS t;\r"
                        + "exit\r");
        assertThat(shown)
                .contains("Thetis on a temporary database, which is deleted at the end")
                .contains("│ nodes │\n├───────┤\n│     0 │\n└───────┘\n1 row\n")
                .contains("│ a text that i… │ ∅       │ also one tha… │\n");
        assertThat(folder.resolve(".thetis_history")).content().contains("MATCH (n)", "exit");
    }

    @Test
    void waiting_forCopy_tellsItsRows() throws Exception {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        Waiting waiting =
                new Waiting(Optional.of(new ProgressLine(new Output(shown), true)), 1_000_000, System::nanoTime);
        try (OpenDatabase open = OpenDatabase.temporary(OPTIONS)) {
            Output nowhere = new Output(new ByteArrayOutputStream());
            StatementRun run = new StatementRun(open.session(), Optional.empty(), nowhere, nowhere);
            String copy = "COPY (UNWIND range(1, 1000000000) AS x RETURN x) TO '" + folder.resolve("a.csv") + "'";
            waiting.begin(run);
            Thread copying = Thread.ofPlatform().start(() -> {
                try {
                    run.run(Statement.of(copy), Map.of(), "table", false);
                } catch (QueryFailure cancelled) {
                    // As it shall be.
                }
            });
            while (!shown.toString(StandardCharsets.UTF_8).contains(" rows so far; Ctrl-C stops it")) {
                Thread.sleep(1);
            }
            run.cancel();
            copying.join();
            waiting.end();
        }
        assertThat(shown.toString(StandardCharsets.UTF_8))
                .containsPattern("running for [0-9]+ s, [0-9]+,[0-9,]+ rows so far; Ctrl-C stops it");
        assertThat(folder.resolve("a.csv")).doesNotExist();
    }

    @Test
    void progress_onANarrowTerminal_doesNotWrap() {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        try (ProgressLine line = new ProgressLine(new Output(shown, () -> 20), true)) {
            line.show("running", "running for 3 s, 漢字 of many");
        }
        assertThat(shown.toString(StandardCharsets.UTF_8)).isEqualTo("\rrunning for 3 s, …\r" + " ".repeat(18) + "\r");
    }

    @Test
    void waiting_isToldUntilSomethingIsWritten() throws Exception {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        AtomicLong nanos = new AtomicLong();
        ProgressLine line = new ProgressLine(new Output(shown), true);
        // Three and a half seconds are over when the clock is looked at for the second time, and it stops there.
        Waiting waiting = new Waiting(
                Optional.of(line), Waiting.PATIENCE_NANOS, () -> nanos.getAndUpdate(time -> 3_500_000_000L));
        try (OpenDatabase open = OpenDatabase.temporary(OPTIONS)) {
            Output nowhere = new Output(new ByteArrayOutputStream());
            waiting.begin(new StatementRun(open.session(), Optional.empty(), nowhere, nowhere));
            while (!shown.toString(StandardCharsets.UTF_8).contains("running for 3 s")) {
                Thread.onSpinWait();
            }
            waiting.end();
            String told = shown.toString(StandardCharsets.UTF_8);
            assertThat(told).contains("Ctrl-C stops it").endsWith(" \r");
            waiting.end();
            assertThat(shown.toString(StandardCharsets.UTF_8)).isEqualTo(told);
        }
    }
}
