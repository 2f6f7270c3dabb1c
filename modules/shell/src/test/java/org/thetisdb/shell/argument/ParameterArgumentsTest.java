package org.thetisdb.shell.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.CypherText;
import org.thetisdb.Database;
import org.thetisdb.Session;
import org.thetisdb.shell.TinyDatabase;
import org.thetisdb.shell.statement.QueryFailure;
import org.thetisdb.value.ThetisException;

/** What {@code --param} and {@code --params} take for which value. */
final class ParameterArgumentsTest {
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

    private static Map<String, Object> values(String... words) {
        try (Session session = database.session()) {
            return ParameterArguments.of(
                    Arguments.parse("query", List.of(words), List.of("--param", "--params"), List.of()), session);
        }
    }

    /** The value as Cypher writes it. */
    private static String value(String text) {
        return CypherText.of(values("--param", "x=" + text).get("x"));
    }

    @Test
    void json_isJson() {
        assertThat(value("1")).isEqualTo("1");
        assertThat(value("-1.5")).isEqualTo("-1.5");
        assertThat(value(" true ")).isEqualTo("true");
        assertThat(value("null")).isEqualTo("null");
        assertThat(value("\"1\"")).isEqualTo("'1'");
        assertThat(value("[1, \"x\", {\"a\": null}]")).isEqualTo("[1, 'x', {a: null}]");
        assertThat(value("{\"$type\": \"Date\", \"_value\": \"2020-01-01\"}")).isEqualTo("2020-01-01");
    }

    @Test
    void plainWords_areTexts() {
        for (String text : List.of(
                "Ada",
                "",
                " a ",
                "a=b",
                "2020-01-01",
                "10.0.0.1",
                "O'Hara",
                "'tis",
                "New York (USA)",
                "1 + 1",
                "a, b",
                "$other",
                "Infinity",
                "(x)",
                "trueish")) {
            assertThat(values("--param", "x=" + text)).as(text).containsExactly(Map.entry("x", text));
        }
    }

    @Test
    void containersQuotesAndCalls_areExpressions() {
        assertThat(value("date(\"2020-01-01\")")).isEqualTo("2020-01-01");
        assertThat(value("date.truncate('year', date('2020-05-06'))")).isEqualTo("2020-01-01");
        assertThat(value("'42'")).isEqualTo("'42'");
        assertThat(value("[date('2020-01-01'), 1 + 1, 'a']")).isEqualTo("[2020-01-01, 2, 'a']");
        assertThat(value("{day: date('2020-01-01'), list: [1]}")).isEqualTo("{day: 2020-01-01, list: [1]}");
        assertThat(value("point({x: 1, y: 2})")).startsWith("point(");
        assertThat(value("> 1 + 1 ")).isEqualTo("2");
        assertThat(values(
                        "--param", "a=1", "--param", "b=>$a + 1", "--param", "{c: $b * 2, d: 'x'}", "--param", "$e=>5"))
                .isEqualTo(Map.of("a", 1L, "b", 2L, "c", 4L, "d", "x", "e", 5L));
    }

    private static String failure(String... words) {
        try {
            values(words);
            return "";
        } catch (QueryFailure failure) {
            return failure.rendered(0);
        } catch (ThetisException failure) {
            return failure.getMessage();
        }
    }

    @Test
    void errors_haveACaretBelowTheOption() {
        assertThat(failure("--param", "day=date('2020-13-01')"))
                .startsWith("THETIS-2004: ")
                .endsWith("""

                1 | --param day=date('2020-13-01')
                  |             ^""");
        assertThat(failure("--param", "day=dat('2020-01-01')"))
                .contains("did you mean `date`?")
                .endsWith("""

                1 | --param day=dat('2020-01-01')
                  |             ^""");
        assertThat(failure("--param", "list=[1, two]"))
                .startsWith("THETIS-1002: ")
                .endsWith("""

                1 | --param list=[1, two]
                  |                  ^""");
        assertThat(failure("--param", "list=[1")).startsWith("THETIS-1001: ").contains("--param list=[1");
        assertThat(failure("--param", "map={\"a\": 1,}")).contains("parameter map is not JSON", "column=9");
        assertThat(failure("--param", "x=>1 +")).startsWith("THETIS-1001: ").contains("--param x=>1 +");
        assertThat(failure("--param", "nothing")).contains("--param name=value");
        assertThat(failure("--param", "=1")).contains("--param name=value");
    }

    @Test
    void files_areJsonOrAMap() throws IOException {
        Path json = Files.writeString(
                folder.resolve("values.json"),
                "{\"id\": 5, \"day\": {\"$type\": \"Date\", \"_value\": \"2020-01-01\"}}");
        assertThat(values("--params", json.toString(), "--param", "id=6"))
                .isEqualTo(Map.of("id", 6L, "day", LocalDate.of(2020, 1, 1)));
        Path map = Files.writeString(
                folder.resolve("values.cypher"), "{\n  id: 5,\n  day: date('2020-01-01'), `a b`: [1]\n}\n");
        assertThat(values("--params", map.toString()))
                .isEqualTo(Map.of("id", 5L, "day", LocalDate.of(2020, 1, 1), "a b", new ArrayList<>(List.of(1L))));
        assertThat(values("--params", Files.writeString(map, "{}").toString())).isEmpty();
        Files.writeString(map, "{\n  id: 5,\n  day: date('x')\n}\n");
        assertThat(failure("--params", map.toString())).endsWith("3 |   day: date('x')\n  |        ^");
        assertThat(failure("--params", Files.writeString(json, "[1]").toString()))
                .contains("holds one JSON object");
        assertThat(failure("--params", Files.writeString(json, "{\"a\": }").toString()))
                .contains("line=1, column=7");
        assertThat(failure("--params", folder.resolve("valeus.json").toString()))
                .contains("no such file: file=" + folder.resolve("valeus.json") + "; did you mean values.json?");
        assertThat(catchThrowableOfType(ThetisException.class, () -> values("--params", folder.toString())))
                .hasMessageContaining("it is a directory");
    }
}
