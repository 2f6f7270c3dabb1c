package org.thetisdb.shell.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.shell.TinyDatabase;

final class PromptParametersTest {
    @TempDir
    static Path folder;

    private static Database database;

    @BeforeAll
    static void open() {
        database = Database.open(TinyDatabase.create(folder));
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static String run(String... lines) {
        return TestPrompt.run(database, "jsonl", 0, lines);
    }

    @Test
    void values_areExpressionsAndKeepTheirTypes() {
        assertThat(run(
                        ".param x = 5",
                        ":param y => 'five';",
                        ".param $since=date(\"2020-01-01\")",
                        ".param `big list` = [$x, $x + 1.5, null]",
                        ".param at = {time: time('12:00Z'), where: point({x: 1, y: 2})}",
                        ".param persons = COUNT { (:Person) }",
                        "RETURN $x + 1 AS x, $y AS y, $since.year AS year, valueType($since) AS type,"
                                + " $`big list`[1] AS list, $at.where.y AS at, $persons AS persons;"))
                .isEqualTo("""
                        $x = 5
                        $y = 'five'
                        $since = 2020-01-01
                        $`big list` = [5, 6.5, null]
                        $at = {time: 12:00Z, where: point({srid: 7203, x: 1.0, y: 2.0})}
                        $persons = 2
                        {"x":6,"y":"five","year":2020,"type":"DATE NOT NULL","list":6.5,"at":2.0,"persons":2}
                        """);
    }

    @Test
    void command_listsSetsManyAndTakesBack() {
        assertThat(run(".param", ".param {a: 1, b: 'two'}", ":params", ".param b", ".param unset a", ".param list"))
                .isEqualTo("""
                        no parameters; `.param name = value` sets one
                        $a = 1
                        $b = 'two'
                        $a = 1
                        $b = 'two'
                        $b = 'two'
                        $b = 'two'
                        """);
        assertThat(run(".param a = 1", ".param clear", ".param list = 2", ".param"))
                .isEqualTo("$a = 1\n$list = 2\n$list = 2\n");
    }

    @Test
    void errors_haveACaretBelowWhatWasTyped() {
        assertThat(run(".param day = date('2020-01-01', )"))
                .startsWith("THETIS-1001: ")
                .endsWith("""

                1 | .param day = date('2020-01-01', )
                  |                                 ^
                """);
        assertThat(run(".param word = hello")).startsWith("THETIS-1002: ").endsWith("""
                ; a string is written in quotes: 'hello', a property after its variable: n.hello
                1 | .param word = hello
                  |               ^
                """);
        assertThat(run(".param x = 1 +")).endsWith("1 | .param x = 1 +\n  |               ^\n");
        assertThat(run(".param m = {\"a\": 1}")).contains("the keys of a map are written without quotes");
        assertThat(run(".param x = 1 / 0")).startsWith("THETIS-2001: ");
        assertThat(run(".param x = 1, 2")).contains("THETIS-1001");
    }

    @Test
    void errors_ofTheCommandItself_sayHowItIsUsed() {
        for (String wrong :
                new String[] {".param x =", ".param x 5", ".param set x 5", ".param 'x' = 5", ".param = 5"}) {
            assertThat(run(wrong)).as(wrong).contains("a parameter is set by `.param name = value`", ".help param");
        }
        assertThat(run(".param person = 1", ".param unset persn"))
                .contains("there is no parameter $persn; did you mean `person`?");
        assertThat(run(".param x")).contains("there is no parameter $x; `.param` lists them");
    }

    @Test
    void wrongValue_doesNotFailTheOpenTransaction() {
        assertThat(run(
                        ".begin",
                        "CREATE (:Kept);",
                        ".param x = 1 / 0",
                        ".commit",
                        "MATCH (k:Kept) RETURN count(*) AS c;"))
                .contains("THETIS-2001", "committed, revision ")
                .endsWith("{\"c\":1}\n");
    }
}
