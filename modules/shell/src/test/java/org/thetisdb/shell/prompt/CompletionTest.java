package org.thetisdb.shell.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
import org.thetisdb.Session;
import org.thetisdb.shell.output.Output;

/** What the tab key does, on JLine's own line reader over a virtual terminal. */
final class CompletionTest {
    @TempDir
    static Path folder;

    private static Database database;

    @BeforeAll
    static void create() {
        database = Database.create(folder.resolve("graph"));
        database.extend("pets").longFunction("pets.twice", number -> number * 2).register();
        try (Session session = database.session()) {
            session.run("CREATE (:Person {name: 'Ada', born: 1815})-[:KNOWS {since: 1833}]->(:Person {name: 'C.'}),"
                    + " (:`Big City` {zip: '1', name: 'x'}), (:Pet {chip: 1})");
            session.run("CREATE CONSTRAINT pet_chip FOR (p:Pet) REQUIRE p.chip IS UNIQUE")
                    .close();
            session.run("CREATE INDEX person_name FOR (p:Person) ON (p.name)").close();
        }
    }

    @AfterAll
    static void close() {
        database.close();
    }

    /** What the line is after those keys and enter. */
    private static String typed(String keys) {
        Output nowhere = new Output(new ByteArrayOutputStream());
        ByteArrayInputStream input = new ByteArrayInputStream((keys + "\r").getBytes(StandardCharsets.UTF_8));
        try (Terminal terminal =
                        new DumbTerminal("test", "ansi", input, new ByteArrayOutputStream(), StandardCharsets.UTF_8);
                PromptSession session = TestPrompt.session(database, nowhere, "csv")) {
            terminal.setSize(Size.of(80, 24));
            session.execute(".param {person: 1, place: {zip: '1', street: 'x'}}");
            return Prompt.reader(terminal, session, TestPrompt.NO_FILES).readLine("> ");
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    /** What fits at the end of a line, or where a caret stands in it. */
    private static List<String> offered(String line) {
        Output nowhere = new Output(new ByteArrayOutputStream());
        try (PromptSession session = TestPrompt.session(database, nowhere, "csv")) {
            session.execute(".param {person: 1, place: {zip: '1', street: 'x'}}");
            int cursor = line.indexOf('^') < 0 ? line.length() : line.indexOf('^');
            CompletionPlace place = CompletionPlace.of(line.replace("^", ""), cursor);
            return new PromptCompleter(session.names())
                    .suggest(place).stream()
                            .map(CypherCompleter.Suggestion::text)
                            .filter(text -> text.regionMatches(
                                    true, 0, place.word(), 0, place.word().length()))
                            .toList();
        }
    }

    @Test
    void tab_completesWhatIsTheOnlyOne() {
        assertThat(typed("MAT\t(n) RET\tn")).isEqualTo("MATCH (n) RETURN n");
        assertThat(typed("mat\t(person:Pers\t) RETURN pers\t")).isEqualTo("MATCH (person:Person) RETURN person");
        assertThat(typed("MATCH (n:Big\t) ORDER\tBY")).isEqualTo("MATCH (n:`Big City`) ORDER BY");
        assertThat(typed("MATCH (p:Person {bo\t1815}) RETURN p.na\t"))
                .isEqualTo("MATCH (p:Person {born: 1815}) RETURN p.name");
        assertThat(typed("MATCH ()-[k:K\t]->() RETURN k.si\t")).isEqualTo("MATCH ()-[k:KNOWS]->() RETURN k.since");
        assertThat(typed("CALL db.lab\t)")).isEqualTo("CALL db.labels()");
        assertThat(typed("RETURN toUp\t'x') + date.trunc\t'day')"))
                .isEqualTo("RETURN toUpper('x') + date.truncate('day')");
        assertThat(typed("RETURN $per\t")).isEqualTo("RETURN $person");
        assertThat(typed("RETURN $place.st\t")).isEqualTo("RETURN $place.street");
        assertThat(typed(".mod\tjsonl")).isEqualTo(".mode jsonl");
        assertThat(typed(":timer o\tn")).isEqualTo(":timer on");
        assertThat(typed(".expl\tMAT\t(n) RETURN n")).isEqualTo(".explain MATCH (n) RETURN n");
    }

    @Test
    void tab_completesFiles() throws IOException {
        Path file = Files.writeString(folder.resolve("people of note.csv"), "name\nAda\n");
        Files.writeString(folder.resolve("script.cypher"), "RETURN 1;");
        String prefix = folder.resolve("sc").toString();
        assertThat(typed(".read " + prefix + "\t")).isEqualTo(".read " + folder.resolve("script.cypher") + " ");
        assertThat(typed(".import '" + folder.resolve("peo") + "\t' Per\t"))
                .isEqualTo(".import '" + file + "' Person ");
        assertThat(typed("LOAD CSV FROM '" + folder.resolve("peo") + "\t' AS row RETURN row"))
                .isEqualTo("LOAD CSV FROM '" + file + "' AS row RETURN row");
    }

    @Test
    void beginning_offersWordsThatBeginAQuery() {
        assertThat(offered("")).contains("MATCH", "RETURN", "SHOW").doesNotContain("WHERE", "toUpper(");
        assertThat(offered("RETURN 1; M")).containsExactly("MATCH", "MERGE");
        assertThat(offered("CALL { M")).containsExactly("MATCH", "MERGE");
        assertThat(offered("MAT")).containsExactly("MATCH");
        assertThat(offered("MATCH (mat) RETURN mat")).containsExactly("MATCH", "mat");
        assertThat(offered("MATCH (n) O")).contains("ORDER", "OPTIONAL");
        assertThat(offered("OPTIONAL ")).containsExactly("MATCH", "CALL");
        assertThat(offered("RETURN cou")).containsExactly("COUNT", "count(");
    }

    @Test
    void behindColon_areLabelsOrTypesOfTheGraphAsItIsNow() {
        assertThat(offered("MATCH (n:")).startsWith("Person", "`Big City`", "Pet");
        assertThat(offered("MATCH (n:P")).containsExactly("Person", "Pet");
        assertThat(offered("MATCH (n:Person|")).contains("Pet");
        assertThat(offered("MATCH (n:!")).contains("Pet");
        assertThat(offered("MATCH (n)-[r:")).containsExactly("KNOWS");
        assertThat(offered("MATCH (n)-[r]->(m:")).contains("Person");
        assertThat(offered("MATCH (n) WHERE n:")).contains("Person");
        assertThat(offered("MATCH (n:`Big")).containsExactly("`Big City`");
        assertThat(offered("COPY Pe")).containsExactly("Person", "Pet");
        assertThat(offered("MATCH (n {name: ")).contains("toUpper(").doesNotContain("Person");
        assertThat(offered("RETURN [x IN [1] | ")).contains("toUpper(").doesNotContain("Person");
    }

    @Test
    void keys_areThoseOfTheLabelInThePattern() {
        assertThat(offered("MATCH (n:Pet {")).containsExactly("chip: ");
        assertThat(offered("MATCH (n:Person {name: 'x', ")).containsExactlyInAnyOrder("name: ", "born: ");
        assertThat(offered("MATCH (:Person)-[:KNOWS {")).containsExactly("since: ");
        assertThat(offered("MATCH (a:Pet)-->(b:Person) RETURN a.")).containsExactly("chip");
        assertThat(offered("MATCH (a:Pet|Person) RETURN a.")).containsExactlyInAnyOrder("chip", "name", "born");
        assertThat(offered("MATCH ()-[k:KNOWS]->() RETURN k.")).containsExactly("since");
        assertThat(offered("RETURN b.^ MATCH (b:Pet)")).containsExactly("chip");
        assertThat(offered("MATCH (a) RETURN a.")).contains("chip", "since", "zip");
        assertThat(offered("MATCH (a:Nobody) RETURN a.")).contains("chip", "since");
        assertThat(offered("WITH {own: 1} AS m RETURN m.o")).containsExactly("own");
        assertThat(offered("RETURN {na")).containsExactly("name: ");
    }

    @Test
    void namesThatTheSessionMakes_areOffered() {
        Output nowhere = new Output(new ByteArrayOutputStream());
        try (PromptSession session = TestPrompt.session(database, nowhere, "csv")) {
            PromptCompleter completer = new PromptCompleter(session.names());
            CompletionPlace place = CompletionPlace.of("MATCH (n:Fre", 12);
            assertThat(completer.suggest(place)).noneMatch(each -> each.text().equals("Fresh"));
            session.execute("CREATE (:Fresh);");
            assertThat(completer.suggest(place)).anyMatch(each -> each.text().equals("Fresh"));
            session.execute("MATCH (f:Fresh) DELETE f;");
        }
    }

    @Test
    void textAndComments_areLeftAlone() {
        assertThat(offered("RETURN 'MAT")).isEmpty();
        assertThat(offered("RETURN 1 // MAT")).isEmpty();
        assertThat(offered("RETURN 1 /* MAT")).isEmpty();
        assertThat(offered("RETURN 1 // x\n + toUpp")).containsExactly("toUpper(");
    }

    @Test
    void commands_haveTheirArguments() {
        assertThat(offered(".m")).contains(".mode");
        assertThat(offered(":beg")).containsExactly(":begin");
        assertThat(offered(".mode j")).containsExactly("json", "jsonl");
        assertThat(offered(".timer ")).containsExactly("on", "off");
        assertThat(offered(".help ti")).containsExactly("timer");
        assertThat(offered(".param unset pl")).containsExactly("place");
        assertThat(offered(".schema K")).containsExactly("KNOWS");
        assertThat(offered(".import 'a file.csv' Pe")).containsExactly("Person", "Pet");
        assertThat(offered(".param pl")).containsExactly("place");
        assertThat(offered(".param x = toUpp")).containsExactly("toUpper(");
        assertThat(offered(".mode csv ")).isEmpty();
        assertThat(offered(".nosuch x")).isEmpty();
        for (String file : List.of(".output ^", ".open --create ^", ".dump csv ^", ".import '^", ".shell ls ^")) {
            String line = file.replace("^", "fi");
            assertThat(PromptCompleter.isFile(CompletionPlace.of(line, line.length())))
                    .as(file)
                    .isTrue();
            assertThat(CompletionPlace.of(line, line.length()).word()).as(file).isEqualTo("fi");
        }
    }

    /** A line, what is offered among other things, and behind an exclamation mark what is not. */
    private static final String POSITIONS = """
            MATCH ^                                  => ( shortestPath( !WHERE !toUpper(
            MATCH (^                                 => : !MATCH !toUpper(
            MATCH (person:Person), ^                 => ( shortestPath( !toUpper(
            MATCH (person:Person), (^                => : person !toUpper(
            MATCH (person)-[^                        => : !toUpper( !person
            MATCH (person)-[:KNOWS]->(^              => : person
            MATCH p = (^                             => : !toUpper(
            MATCH (n:Pet) WHERE EXISTS { (^          => : n
            MATCH (a)-[:^                            => KNOWS !Person
            MATCH (a)-[:KNOWS|^                      => KNOWS
            MATCH (a) RETURN a - (^                  => a toUpper(
            MATCH (a) ^                              => RETURN WHERE
            MATCH (a:Person) WHERE ^                 => a NOT EXISTS toUpper(
            MATCH (a:Person) WHERE a.^               => name born !chip
            MATCH (a:Person) WHERE a.name ^          => CONTAINS STARTS IS
            MATCH (a:Person) WHERE a.name IS ^       => NULL
            MATCH (a) RETURN a IS TYPED ^            => INTEGER DATE !Person
            MATCH (a:Person) RETURN a {.^            => name born !chip
            MATCH (a:Person) RETURN a {.name, .^     => born !chip
            MATCH (a:Pet) SET a.^                    => chip !name
            MATCH (a:Pet) SET a:^                    => Person
            MATCH (a:Pet) REMOVE a.^                 => chip
            MATCH (a) RETURN a ORDER ^               => BY
            MATCH (a) RETURN a ORDER BY ^            => a
            MERGE ^                                  => ( !toUpper(
            MERGE (a:Pet {^                          => chip: !name:
            MERGE (a:Pet {chip: 1}) ON ^             => CREATE !toUpper(
            MERGE (a:Pet {chip: 1}) ON CREATE ^      => SET !INDEX
            CREATE ^                                 => ( INDEX CONSTRAINT EXTENSION !toUpper(
            CREATE (^                                => :
            CREATE INDEX ^                           => FOR
            CREATE INDEX FOR (n:^                    => Person Pet
            CREATE INDEX FOR (n:Pet) ON (n.^         => chip !name
            CREATE CONSTRAINT FOR (n:Pet) REQUIRE n.chip IS ^ => UNIQUE
            DROP ^                                   => INDEX CONSTRAINT EXTENSION
            DROP EXTENSION ^                         => pets !pet_chip !person_name
            AL^                                      => ALTER
            ALTER ^                                  => EXTENSION !toUpper(
            ALTER EXTENSION ^                        => pets !pet_chip
            DROP INDEX ^                             => person_name !pet_chip
            DROP CONSTRAINT ^                        => pet_chip !person_name
            SHOW ^                                   => INDEXES PROCEDURES EXTENSIONS EXTENSION
            SHOW INDEXES ^                           => YIELD
            SHOW EXTENSION USE ^                     => YIELD !revision(
            SHOW LISTENERS YIELD ^                   => events lost !toUpper(
            SHOW EXTENSION USE YIELD ^               => connectionId rows !toUpper(
            SHOW INDEXES YIELD ^                     => name labelsOrTypes !toUpper(
            USE ^                                    => revision( time(
            US^                                      => USE
            EXPLAIN ^                                => MATCH !WHERE
            MATCH (n) RETURN n UNION ^               => ALL MATCH !WHERE
            UNWIND ^                                 => range( $place
            CALL ^                                   => db.labels( history.diff(
            CALL history.^                           => history.values(
            CALL db.labels() YIELD ^                 => label !toUpper(
            CALL history.revisions(1, 2) YIELD revision, ^ => time message !toUpper(
            CALL db.labels() YIELD label ^           => RETURN WHERE
            MATCH (n) CALL { MATCH (m) RETURN m } IN ^ => TRANSACTIONS
            FOREACH (x IN [1] | ^                    => CREATE SET !RETURN
            RETURN toUpper(^                         => $place toLower(
            RETURN date(^                            => date(
            RETURN date({^                           => year: month: !chip:
            RETURN point({x: 1, ^                    => y: srid: !chip:
            RETURN duration({^                       => days: !chip:
            RETURN {^                                => chip: name:
            RETURN date.^                            => date.truncate(
            RETURN $^                                => $place $person
            RETURN $place.^                          => zip street !chip
            RETURN [x IN ^                           => $place
            RETURN CASE ^                            => WHEN
            COPY ^                                   => Person `Big City` ( !toUpper(
            COPY Pet FROM 'x.csv' (^                 => HEADER DELIMITER TYPES COLUMNS !OVERWRITE !toUpper(
            COPY (RETURN 1 AS a) TO 'x.csv' (^       => TYPES OVERWRITE !COLUMNS
            COPY Pet FROM 'x.csv' (FORMAT ^          => csv jsonl
            LOAD ^                                   => CSV
            LOAD CSV ^                               => FROM WITH
            LOAD CSV WITH ^                          => HEADERS
            LOAD CSV FROM ^                          => '
            LOAD CSV WITH HEADERS FROM ^             => '
            LOAD CSV FROM 'x.csv' AS row RETURN ^    => row
            .maxrows ^                               => all
            .width ^                                 => auto
            .mode insert ^                           => Person Pet
            .explain ^                               => MATCH !WHERE
            .param x = ^                             => date(
            .bail ^                                  => on off
            .help ^                                  => mode param
            """;

    @Test
    void positions_ofAllKinds_offerWhatFits() {
        List<String> wrong = new ArrayList<>();
        for (String line : POSITIONS.lines().toList()) {
            String[] sides = line.split("=> ");
            List<String> offered = offered(sides[0].substring(0, sides[0].indexOf('^')));
            // What is offered in several words is found by the first of them.
            List<String> first = offered.stream()
                    .map(text -> text.strip().split(" (?!City)", 2)[0])
                    .toList();
            for (String expected : sides[1].split(" (?!City)")) {
                boolean excluded = expected.startsWith("!");
                if (first.contains(excluded ? expected.substring(1) : expected) == excluded) {
                    wrong.add(line.strip() + "  (" + expected + ")  "
                            + first.stream().limit(12).toList());
                }
            }
        }
        assertThat(wrong).isEmpty();
        for (String line : List.of(".open --c", ".dump cs")) {
            assertThat(PromptCompleter.wordsBesideFiles(CompletionPlace.of(line, line.length())))
                    .as(line)
                    .hasSize(1);
        }
    }
}
