package org.thetisdb.shell.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.shell.TinyDatabase;
import org.thetisdb.shell.output.Output;

final class PromptTest {
    @TempDir
    static Path folder;

    private static Database database;

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

    @BeforeAll
    static void open() {
        database = Database.open(TinyDatabase.create(folder));
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private String run(String text) {
        return TestPrompt.run(database, "csv", 0, text);
    }

    @Test
    void session_statementsAndCommands_areRun() {
        assertThat(run(".mode jsonl\nRETURN 1\n AS one;\n.param x=[1]\nRETURN $x AS x;RETURN 2 AS two"))
                .isEqualTo("mode: jsonl\n{\"one\":1}\n$x = [1]\n{\"x\":[1]}\n{\"two\":2}\n");
        assertThat(run(".schema Person")).isEqualTo("""
                (:Person)  2 nodes
                  id    INTEGER
                  name  STRING
                  seen  ZONED DATETIME  on 1 of 2
                """);
        assertThat(run(".schema KNOWS")).isEqualTo("""
                [:KNOWS]  1 relationship
                  (:Person)-[:KNOWS]->(:Person)
                  since  DATE
                """);
        assertThat(run(".explain MATCH (p:Person) RETURN p")).contains("Person");
        assertThat(run(".help")).contains(".output [FILE]");
        assertThat(run(".quit\nRETURN 1;")).isEmpty();
    }

    @Test
    void session_wordsThatOtherShellsKnow_areCommands() {
        assertThat(run("help\nRETURN 1 AS one;\nquit;\nRETURN 2 AS two;"))
                .contains(".param [NAME = VALUE]", "one\n1\n")
                .doesNotContain("two");
        assertThat(run("exit\nRETURN 2 AS two;")).isEmpty();
        assertThat(run(".help mode")).startsWith(".mode [FORMAT]").contains("\nFormats: table ");
        assertThat(run(".help timer")).startsWith(".timer [on|off]").hasLineCount(1);
        assertThat(run("help mode\n;")).contains("THETIS-1001");
        assertThat(run(".help moed")).contains("did you mean `.mode`?");
    }

    @Test
    void session_errors_doNotEndIt() {
        assertThat(run("RETURN x;\n.mdoe csv\n.mode xml\n.read absent\n.read\nRETURN 1 AS one;"))
                .contains(
                        "THETIS-1002",
                        "did you mean `.mode`?",
                        "the file is missing",
                        "unknown format: xml",
                        "THETIS-4009, line 4: no such file: file=absent; there is ")
                .endsWith("one\n1\n");
    }

    @Test
    void session_errorsOnANarrowScreen_areShownAroundTheCaret() {
        String query = "MATCH (person:Person) WHERE person.name = 'Ada' AND persn.id = 1 RETURN person;";
        assertThat(TestPrompt.run(database, "csv", 40, query)).endsWith("""

                1 | …erson.name = 'Ada' AND persn.id = …
                  |                         ^
                """);
        assertThat(TestPrompt.run(database, "csv", 0, query)).contains("\n1 | " + query + "\n");
        assertThat(TestPrompt.run(database, "csv", 30, "MATCH (p:Person) WHERE p.id = 1 AND p.nmae = '' RETURN p;"))
                .contains("warning THETIS-8003")
                .contains("""

                        1 | … p.id = 1 AND p.nmae = '…
                          |                  ^
                        """);
    }

    @Test
    void session_commands_haveTheirPlaceInWhatWasTyped() {
        assertThat(run("RETURN 1 AS one;\n  :explain MATCH (p)\n.param day = date('x')\n"))
                .contains("""

                        2 |   :explain MATCH (p)
                          |                     ^
                        """)
                .endsWith("""

                        3 | .param day = date('x')
                          |              ^
                        """);
        assertThat(run(".import pom.xml (:Person {id})"))
                .startsWith("THETIS-1001: ")
                .endsWith("\n1 | .import pom.xml (:Person {id})\n  |                             ^\n");
    }

    private PromptSession session(Output output) {
        return TestPrompt.session(database, output, "table");
    }

    @Test
    void session_transaction_isCommittedOrTakenBack() {
        Output output = new Output(screen);
        try (PromptSession session = session(output)) {
            assertThat(session.promptText()).isEqualTo("thetis> ");
            session.execute(".begin");
            assertThat(session.promptText()).isEqualTo("thetis (transaction)> ");
            session.execute("CREATE (:Draft {v: 1});");
            session.execute(".rollback");
            session.execute(":begin");
            session.execute("CREATE (:Draft {v: 2});");
            session.execute(":commit second draft");
            assertThat(session.promptText()).isEqualTo("thetis> ");
            session.execute("MATCH (d:Draft) RETURN d.v AS v;");
            session.execute(".begin");
            session.execute(".commit");
            session.execute(".commit");
        }
        long revision = database.revision();
        assertThat(screen.toString(StandardCharsets.UTF_8))
                .contains("1 node created, 1 property set, 1 label added, not committed yet\nrolled back\n")
                .contains("not committed yet\ncommitted, revision " + revision + "\n")
                .contains("│ 2 │\n└───┘\n1 row\n")
                .contains("nothing to commit, revision " + revision)
                .contains("no transaction is open");
    }

    @Test
    void session_failedStatement_failsItsTransaction() {
        Output output = new Output(screen);
        try (PromptSession session = session(output)) {
            session.execute(".begin");
            session.execute("CREATE (:Lost);");
            session.execute("RETURN 1 / 0;");
            assertThat(session.promptText()).isEqualTo("thetis (transaction failed)> ");
            session.execute("RETURN 1;");
            session.execute(".begin");
            session.execute(".commit");
            session.execute("MATCH (n:Lost) RETURN count(*) AS lost;");
            assertThat(session.hasFailed()).isTrue();
        }
        assertThat(screen.toString(StandardCharsets.UTF_8))
                .contains("THETIS-2001", "failed before", "a transaction is open", "rolled back instead of committed")
                .endsWith("│    0 │\n└──────┘\n1 row\n");
    }

    @Test
    void pipe_thatEndsInATransaction_isAnErrorAndRollsBack() {
        Output output = new Output(screen);
        try (PromptSession session = session(output)) {
            TestPrompt.executeAll(session, ".begin\nCREATE (:Lost);\n");
            session.endTransaction();
            assertThat(session.hasFailed()).isTrue();
        }
        assertThat(screen.toString(StandardCharsets.UTF_8)).contains("the input ended before .commit");
        assertThat(run("MATCH (n:Lost) RETURN n;")).isEqualTo("n\n");
    }

    @Test
    void session_filesForInputAndOutput_areUsed() throws Exception {
        Path script = folder.resolve("script.cypher");
        Path results = folder.resolve("results.csv");
        Files.writeString(script, "RETURN 1 AS one;\n.timer off\n");
        String shown = run(".output " + results + "\n.read " + script + "\n.output\nRETURN 2 AS two;");
        assertThat(results).hasContent("one\n1\n");
        assertThat(shown).endsWith("two\n2\n").doesNotContain("one");
        Files.writeString(script, ".read " + script);
        assertThat(run(".read " + script)).contains("levelsMax");
    }

    @Test
    void session_fileThatIsNoText_isNotRun() throws Exception {
        Path script = folder.resolve("broken.cypher");
        Files.write(script, "RETURN 1 AS one;\nRETURN 'Zo\u00EB';\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(run("\n.read " + script + "\nRETURN 2 AS two;"))
                .isEqualTo("THETIS-5003, line 2: the file cannot be read: file=" + script
                        + ", reason=it is not UTF-8\ntwo\n2\n");
    }

    @Test
    void session_fullHeap_endsTheStatementAlone() {
        List<String> full = new ArrayList<>(List.of("Java heap space"));
        Output output = new Output(new OutputStream() {
            @Override
            public void write(int unit) {
                if (!full.isEmpty()) {
                    throw new OutOfMemoryError(full.removeFirst());
                }
                screen.write(unit);
            }
        });
        try (PromptSession session = TestPrompt.session(database, output, "csv")) {
            TestPrompt.executeAll(session, "\nRETURN 1 AS one;\nRETURN 2 AS two;\n");
            assertThat(session.hasFailed()).isTrue();
        }
        assertThat(screen.toString(StandardCharsets.UTF_8))
                .contains("THETIS-5001, line 2: the JVM has no more memory: reason=Java heap space, heapBytesMax=")
                .endsWith("two\n2\n");
    }

    @Test
    void session_lineForWhichThereIsNoMemory_isNotShownWithItsError() {
        Output output = new Output(new OutputStream() {
            @Override
            public void write(int unit) {
                screen.write(unit);
            }

            @Override
            public void write(byte[] bytes) throws IOException {
                if (bytes.length > 1000) {
                    throw new OutOfMemoryError("Java heap space");
                }
                screen.write(bytes);
            }
        });
        try (PromptSession session = TestPrompt.session(database, output, "csv")) {
            TestPrompt.executeAll(session, "\nRETURN '" + "long".repeat(300) + "' AS text, x;\nRETURN 2 AS two;\n");
        }
        assertThat(screen.toString(StandardCharsets.UTF_8))
                .isEqualTo("THETIS-1002, line 2: variable `x` is not defined\ntwo\n2\n");
    }

    @Test
    void session_notificationsAsJson_countAllThatWasRead() {
        String before = ".mode json\nRETURN 1 AS one;\n";
        assertThat(run(before + "MATCH (n:Persn) RETURN n;"))
                .contains("\"position\":{\"offset\":" + (before.length() + 9) + ",\"line\":3,\"column\":10}");
    }

    @Test
    void lines_untilComplete_goOn() {
        for (String complete : List.of(
                "", ".help", "RETURN 1", "RETURN 1;", "MATCH (n)\nRETURN n;", "MATCH (n)\nRETURN n\n", "RETRUN 1")) {
            assertThat(CypherLineParser.isComplete(complete)).as(complete).isTrue();
        }
        for (String open : List.of("MATCH (n)", "MATCH (n", "RETURN 'a;", "MATCH (n)\nRETURN n", "RETURN /* ;")) {
            assertThat(CypherLineParser.isComplete(open)).as(open).isFalse();
        }
    }

    @Test
    void highlighting_keepsTheText() {
        String text = "MATCH (n:Person {name: 'x'}) // c\n RETURN n.id, $p, 1.5, 12ab, 'open";
        assertThat(CypherHighlighter.highlight(text)).hasToString(text);
    }

    @Test
    void pager_onANarrowScreen_asksOnOneLine() throws Exception {
        ByteArrayInputStream keys = new ByteArrayInputStream(" ".getBytes(StandardCharsets.UTF_8));
        try (Terminal terminal = new DumbTerminal("test", "ansi", keys, screen, StandardCharsets.UTF_8)) {
            terminal.setSize(Size.of(30, 10));
            Output output = new Output(new Pager(terminal));
            for (int line = 1; line <= 12; line++) {
                output.println("line " + line);
            }
            output.flush();
            terminal.flush();
        }
        assertThat(screen.toString(StandardCharsets.UTF_8))
                .contains("line 9\n── more ──\r          \rline 10\n")
                .endsWith("line 12\n");
    }

    @Test
    void pager_fullScreen_waitsForAKey() throws Exception {
        ByteArrayInputStream keys = new ByteArrayInputStream("\nq".getBytes(StandardCharsets.UTF_8));
        try (Terminal terminal = new DumbTerminal("test", "ansi", keys, screen, StandardCharsets.UTF_8)) {
            terminal.setSize(Size.of(80, 10));
            Output output = new Output(new Pager(terminal));
            for (int line = 1; line <= 30; line++) {
                output.println("line " + line);
            }
            assertThat(org.assertj.core.api.Assertions.catchThrowable(output::flush))
                    .isInstanceOf(Pager.Quit.class);
            terminal.flush();
        }
        assertThat(screen.toString(StandardCharsets.UTF_8))
                .contains("line 9\n", "line 10\n", "more:")
                .doesNotContain("line 11");
    }
}
