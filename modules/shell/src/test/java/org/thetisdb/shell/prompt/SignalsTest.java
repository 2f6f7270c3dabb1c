package org.thetisdb.shell.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.DatabaseOptions;

/** What keys and files do to the whole prompt that no text of a query can. */
@Timeout(60)
final class SignalsTest {
    private static final DatabaseOptions OPTIONS = DatabaseOptions.byDefault().withMemory("64MiB");
    private static final Logger JLINE_LOG = Logger.getLogger("org.jline");

    /** Takes hours. */
    private static final String LONG_QUERY =
            "UNWIND range(1, 1000000) AS x UNWIND range(1, 1000000) AS y RETURN sum(x * y % 7) AS s;\r";

    @TempDir
    Path home;

    @BeforeAll
    static void silence() {
        JLINE_LOG.setLevel(Level.OFF);
    }

    private TypedTerminal terminal() throws IOException {
        return new TypedTerminal(home, Map.of(), OPTIONS).await("thetis> ");
    }

    @Test
    void controlC_whileAQueryRuns_endsTheQueryOnly() throws IOException {
        try (TypedTerminal terminal = terminal()) {
            terminal.type(LONG_QUERY).await("Ctrl-C stops it");
            terminal.type(TypedTerminal.CTRL_C).await("THETIS-2006").await("thetis> ");
            terminal.type("RETURN 6 + 1 AS seven;\r").await("│     7 │").await("thetis> ");
            assertThat(terminal.type("quit\r").end()).isZero();
        }
    }

    @Test
    void controlC_whileAStatementOfATransactionRuns_failsTheTransaction() throws IOException {
        try (TypedTerminal terminal = terminal()) {
            terminal.type(".begin\r").await("thetis (transaction)> ");
            terminal.type("CREATE (:Lost);\r").await("not committed yet").await("thetis (transaction)> ");
            terminal.type(LONG_QUERY).await("Ctrl-C stops it");
            terminal.type(TypedTerminal.CTRL_C).await("THETIS-2006").await("thetis (transaction failed)> ");
            terminal.type(".rollback\r").await("rolled back").await("thetis> ");
            terminal.type("MATCH (l:Lost) RETURN count(l) AS lost;\r")
                    .await("│    0 │")
                    .await("thetis> ");
            terminal.type("quit\r").end();
        }
    }

    @Test
    void controlC_onAHalfTypedStatement_clearsIt() throws IOException {
        try (TypedTerminal terminal = terminal()) {
            terminal.type("RETURN 1 AS dropped,").await("dropped,");
            terminal.type(TypedTerminal.CTRL_C).await("thetis> ");
            terminal.type("MATCH (n)\r").await("… ").type("WHERE ").await("WHERE ");
            terminal.type(TypedTerminal.CTRL_C).await("thetis> ");
            terminal.type("RETURN 8 AS eight;\r").await("│     8 │");
            assertThat(terminal.screen()).doesNotContain("THETIS-");
            assertThat(terminal.type("quit\r").end()).isZero();
        }
    }

    @Test
    void controlD_leaves_andTakesBackWhatWasNotCommitted() throws IOException {
        try (TypedTerminal terminal = terminal()) {
            assertThat(terminal.type(TypedTerminal.CTRL_D).end()).isZero();
        }
        try (TypedTerminal terminal = terminal()) {
            terminal.type(".begin\r").await("thetis (transaction)> ");
            terminal.type("CREATE (:Lost);\r").await("not committed yet").await("thetis (transaction)> ");
            terminal.type(TypedTerminal.CTRL_D).end();
            assertThat(terminal.screen()).contains("the open transaction was rolled back");
        }
    }

    @Test
    void statements_endAsHelpSays() throws IOException {
        try (TypedTerminal terminal = terminal()) {
            terminal.type("RETURN 5 AS semicolon;\r").await("│         5 │").await("thetis> ");
            terminal.type("RETURN 6 AS complete\r").await("│        6 │").await("thetis> ");
            terminal.type("UNWIND [7]\r").await("… ").type("AS empty\r").await("… ");
            terminal.type("RETURN empty\r")
                    .await("… ")
                    .type("\r")
                    .await("│     7 │")
                    .await("thetis> ");
            terminal.type("RETURN 1 AS a; RETURN 2 AS b;\r")
                    .await("│ 1 │")
                    .await("│ 2 │")
                    .await("thetis> ");
            terminal.type("RETURN 'open\r")
                    .await("… ")
                    .type("; still' AS text;\r")
                    .await("open\\n; still");
            terminal.type("quit\r").end();
        }
    }

    @Test
    void startupFile_withAnError_isToldAndThePromptLives() throws IOException {
        Path file = Files.writeString(home.resolve(".thetisrc"), ".nullvalue ∅\n.moed csv\nRETRUN 1;\n.maxrows 2\n");
        try (TypedTerminal terminal = terminal()) {
            assertThat(terminal.screen())
                    .contains("THETIS-6004, line 2: unknown command: .moed; see .help; did you mean `.mode`?")
                    .contains("3 | RETRUN 1;\n  | ^\n")
                    .contains("note: 2 errors in " + file);
            terminal.type("UNWIND [1, null, 3] AS x RETURN x;\r").await("│ ∅ │").await("the first 2 shown");
            terminal.type("quit\r").end();
        }
        Files.writeString(home.resolve(".thetisrc"), ".quit\n");
        try (TypedTerminal terminal = new TypedTerminal(home, Map.of(), OPTIONS)) {
            assertThat(terminal.end()).isZero();
        }
    }

    @Test
    void edit_putsWhatTheEditorLeavesOnTheLine() throws IOException {
        Path editor = Files.writeString(home.resolve("editor"), "#!/bin/sh\necho 'RETURN 9 AS edited;' > \"$1\"\n");
        assertThat(editor.toFile().setExecutable(true)).isTrue();
        try (TypedTerminal terminal = new TypedTerminal(home, Map.of("EDITOR", editor.toString()), OPTIONS)) {
            terminal.await("thetis> ")
                    .type("RETURN 1 AS one;\r")
                    .await("│   1 │")
                    .await("thetis> ");
            terminal.type(".edit\r").await("RETURN 9 AS edited;");
            terminal.type("\r").await("│      9 │").await("thetis> ");
            terminal.type("quit\r").end();
        }
        try (TypedTerminal terminal = new TypedTerminal(home, Map.of("EDITOR", home + "/no-such-editor"), OPTIONS)) {
            terminal.await("thetis> ")
                    .type(".edit\r")
                    .await("the command failed: exitCode=127")
                    .await("thetis> ");
            terminal.type("quit\r").end();
        }
    }
}
