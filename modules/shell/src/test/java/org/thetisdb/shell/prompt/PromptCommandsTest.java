package org.thetisdb.shell.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.shell.output.Output;
import org.thetisdb.shell.statement.Waiting;

/** The commands that change what the prompt works with. */
final class PromptCommandsTest {
    private static final DatabaseOptions OPTIONS = DatabaseOptions.byDefault().withMemory("64MiB");

    @TempDir
    Path folder;

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

    private PromptSession session(boolean interactive, Map<String, String> environment) {
        Output output = new Output(screen);
        Surroundings surroundings =
                new Surroundings(output, output, interactive, Waiting.SILENT, new UserFiles(folder, environment));
        return new PromptSession(OpenDatabase.temporary(OPTIONS), OPTIONS, surroundings, "csv");
    }

    /** What those lines print over an empty database. */
    private String run(String... lines) {
        screen.reset();
        try (PromptSession session = session(false, Map.of())) {
            TestPrompt.executeAll(session, String.join("\n", lines));
        }
        return screen.toString(StandardCharsets.UTF_8);
    }

    @Test
    void open_takesAnotherDatabase() {
        String first = folder.resolve("first graph").toString();
        String shown = run(
                ".open --create '" + first + "'",
                "CREATE (:Here);",
                ".open '" + first + "'",
                ".open " + folder.resolve("absent"),
                "MATCH (h:Here) RETURN count(*) AS here;",
                ".begin",
                ".open",
                ".rollback",
                ".open",
                "MATCH (h) RETURN count(*) AS anything;",
                ".open " + first,
                "MATCH (h:Here) RETURN count(*) AS again;");
        assertThat(shown)
                .startsWith("open: " + first + "\n")
                .contains("this database is open already: directory=" + first)
                .contains("THETIS-4001", "here\n1\n")
                .contains("a transaction is open; end it with .commit or .rollback")
                .contains("""
                        open: a temporary database, which is deleted at the end (`.dump FILE` keeps what is in it)
                        anything
                        0
                        """)
                .endsWith("open: " + first + "\nagain\n1\n");
    }

    @Test
    void temporaryDatabase_isDeletedWhenItIsClosed() throws IOException {
        Path before;
        try (OpenDatabase open = OpenDatabase.temporary(OPTIONS)) {
            open.session().run("CREATE (:Lost)").close();
            before = open.directory();
            assertThat(before).isDirectory();
        }
        assertThat(before).doesNotExist();
        assertThat(before.getParent()).doesNotExist();
    }

    @Test
    void importAndDump_moveGraphs() throws IOException {
        Path persons = Files.writeString(folder.resolve("all persons.csv"), "id,name\n1,Ada\n2,Bob\n");
        Path knows = Files.writeString(folder.resolve("knows.csv"), "a,b\n1,2\n");
        Path dump = folder.resolve("dump.cypher");
        String shown = run(
                ".import '" + persons + "' Person",
                ".import " + knows + " (:Person {id: a})-[:KNOWS]->(:Person {id: b})",
                ".dump " + dump,
                ".dump csv " + folder.resolve("csv"),
                ".open",
                ".read " + dump,
                "MATCH (a)-[:KNOWS]->(b) RETURN a.name AS a, b.name AS b;",
                ".dump",
                ".import '" + persons + "'");
        assertThat(shown).contains("2 nodes created", "wrote 2 nodes and 1 relationship of", "a,b\nAda,Bob\n");
        assertThat(shown).contains("CREATE (").contains(".import takes a file and what to make of its rows");
        try (Stream<Path> files = Files.list(folder.resolve("csv"))) {
            assertThat(files.map(file -> file.getFileName().toString()).toList())
                    .contains("mapping.json");
        }
    }

    @Test
    void bail_endsAFileAtItsFirstError() throws IOException {
        Path script = Files.writeString(folder.resolve("script.cypher"), "RETURN 1 AS a;\nRETURN b;\nRETURN 3 AS c;\n");
        assertThat(run(".read " + script, "RETURN 4 AS d;")).contains("a\n1\n", "c\n3\n", "d\n4\n");
        assertThat(run(".bail on", ".read " + script, "RETURN 4 AS d;"))
                .startsWith("bail: on\na\n1\n")
                .doesNotContain("c\n", "d\n4\n")
                .endsWith("2 | RETURN b;\n  |        ^\n");
        assertThat(run(".bail maybe")).contains(".bail takes on or off, not `maybe`");
    }

    @Test
    void commands_inAFile_tellTheirLine() throws IOException {
        Path script = Files.writeString(folder.resolve("script.cypher"), "RETURN 1 AS a;\n\n .moed csv\n");
        assertThat(run(".read " + script))
                .contains(", line 3: unknown command: .moed; see .help; did you mean `.mode`?");
        assertThat(run(".moed csv")).startsWith("THETIS-6004: unknown");
    }

    @Test
    void files_inTheHomeFolder_haveATilde() throws IOException {
        Files.writeString(folder.resolve("mine.cypher"), "RETURN 1 AS one;");
        assertThat(run(".output ~/mine.csv", ".read ~/mine.cypher")).startsWith("results go to " + folder);
        assertThat(folder.resolve("mine.csv")).hasContent("one\n1\n");
        assertThat(run(".import ~/mine.csv One", "MATCH (o:One) RETURN o.one AS one;"))
                .endsWith("one\n1\n");
    }

    @Test
    void shell_runsCommandsOfTheSystem() {
        assertThat(run(".shell echo hello", ".shell exit 3", ".shell"))
                .startsWith("hello\n")
                .contains("the command failed: exitCode=3, command=exit 3", ".shell takes a command");
        assertThat(run(".edit")).contains(".edit needs a terminal");
    }

    @Test
    void edit_putsTheTextIntoTheNextLine() throws IOException {
        Path changed = Files.writeString(folder.resolve("changed.cypher"), "RETURN 2 AS two;\n");
        Path seen = folder.resolve("seen.cypher");
        // An editor that keeps what it is given and writes something else.
        Path editor = Files.writeString(
                folder.resolve("editor"), "#!/bin/sh\ncp \"$1\" '" + seen + "' && cp '" + changed + "' \"$1\"\n");
        assertThat(editor.toFile().setExecutable(true)).isTrue();
        try (PromptSession session = session(true, Map.of("EDITOR", "'" + editor + "'"))) {
            session.execute("RETURN 1 AS one;");
            session.execute(".edit");
            assertThat(seen).content().isEqualTo("RETURN 1 AS one");
            assertThat(session.takeDraft()).isEqualTo("RETURN 2 AS two;");
            assertThat(session.takeDraft()).isEmpty();
            session.execute(".edit " + changed);
            assertThat(seen).content().isEqualTo("RETURN 2 AS two;\n");
        }
    }

    @Test
    void prompt_isWhatIsAskedFor() {
        try (PromptSession session = session(false, Map.of())) {
            session.execute(".prompt people");
            assertThat(session.promptText()).isEqualTo("people> ");
            session.execute(".begin");
            assertThat(session.promptText()).isEqualTo("people (transaction)> ");
            session.execute(".rollback");
            session.execute(".prompt");
            assertThat(session.promptText()).isEqualTo("thetis> ");
        }
    }

    @Test
    void prompt_inThePast_namesTheRevision_untilAnotherDatabaseIsOpened() {
        try (PromptSession session = session(false, Map.of())) {
            session.execute(".at 1");
            assertThat(session.promptText()).isEqualTo("thetis (revision 1)> ");
            session.execute(".at now");
            assertThat(session.promptText()).isEqualTo("thetis> ");
            session.execute(".at 1");
            session.execute(".open");
            assertThat(session.promptText()).isEqualTo("thetis> ");
            session.execute("CREATE (:Kept {v: 1});");
            assertThat(session.hasFailed()).isFalse();
        }
    }

    @Test
    void schema_tellsOfPropertiesAndEnds() {
        assertThat(run(
                        "CREATE (:A:B {x: 1, y: 'a'}), (:A {x: 'one'});",
                        "CREATE (:`C D`)<-[:R {since: date('2020-01-01')}]-(:A);",
                        "CREATE (:B)-[:R]->(:A:B);",
                        "CREATE (g:Gone) DELETE g;",
                        "CREATE CONSTRAINT FOR (a:A) REQUIRE a.y IS UNIQUE;",
                        ".schema",
                        ".schema A"))
                .endsWith("""
                        (:A)  4 nodes
                          x  INTEGER | STRING  on 2 of 4
                          y  STRING  on 1 of 4
                        (:B)  3 nodes
                          x  INTEGER  on 1 of 3
                          y  STRING  on 1 of 3
                        (:`C D`)  1 node
                        [:R]  2 relationships
                          (:A)-[:R]->(:`C D`)
                          (:B)-[:R]->(:A:B)
                          since  DATE  on 1 of 2
                        indexes
                          :A(y) unique
                        (:A)  4 nodes
                          x  INTEGER | STRING  on 2 of 4
                          y  STRING  on 1 of 4
                        indexes
                          :A(y) unique
                        """);
        assertThat(run(".schema Nothing")).contains("there is no label or type Nothing");
    }

    @Test
    void files_ofTheUser_followTheirVariables() throws IOException {
        UserFiles plain = new UserFiles(folder, Map.of("XDG_STATE_HOME", ""));
        assertThat(plain.history()).isEqualTo(folder.resolve(".thetis_history"));
        assertThat(plain.startup()).isEmpty();
        Files.writeString(folder.resolve(".thetisrc"), ".timer on\n");
        assertThat(plain.startup()).contains(folder.resolve(".thetisrc"));
        Path state = folder.resolve("state");
        UserFiles named =
                new UserFiles(folder, Map.of("XDG_STATE_HOME", state.toString(), "XDG_CONFIG_HOME", folder.toString()));
        assertThat(named.history()).isEqualTo(state.resolve("thetis/history"));
        assertThat(state.resolve("thetis")).isDirectory();
        assertThat(named.startup()).isEmpty();
        assertThat(List.of(plain.editor(), new UserFiles(folder, Map.of("EDITOR", "nano")).editor()))
                .contains("nano");
    }
}
