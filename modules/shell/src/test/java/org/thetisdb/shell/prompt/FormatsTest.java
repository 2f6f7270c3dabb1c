package org.thetisdb.shell.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;

/** Results in each format, and what fits a screen. */
final class FormatsTest {
    private static final String ROWS =
            "UNWIND [[1, 'Ada'], [22, 'a|b\\nc'], [null, null]] AS r RETURN r[0] AS id, r[1] AS name;";

    @TempDir
    static Path folder;

    private static Database database;

    @BeforeAll
    static void create() {
        database = Database.create(folder.resolve("graph"));
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static String run(int columns, String... lines) {
        return TestPrompt.run(database, "table", columns, lines);
    }

    private static String in(String format, String query) {
        String shown = run(20, ".mode " + format, query);
        return shown.substring(shown.indexOf('\n') + 1);
    }

    /** Element by element, as short ones are written at once. */
    @Test
    void longLists_areWrittenAsShortOnesAre() {
        String query = "UNWIND range(1, 3000) AS x WITH x ORDER BY x"
                + " RETURN collect('a\"' + x) AS list, [x IN range(1, 3000) | [x]] AS lists;";
        String strings = LongStream.rangeClosed(1, 3000)
                .mapToObj(x -> "\"a\\\"" + x + "\"")
                .collect(Collectors.joining(",", "[", "]"));
        String lists =
                LongStream.rangeClosed(1, 3000).mapToObj(x -> "[" + x + "]").collect(Collectors.joining(",", "[", "]"));
        assertThat(in("jsonl", query)).isEqualTo("{\"list\":" + strings + ",\"lists\":" + lists + "}\n");
        assertThat(in("csv", query))
                .isEqualTo("list,lists\n\"" + strings.replace("\"", "\"\"") + "\",\"" + lists + "\"\n");
    }

    @Test
    void formats_ofText_areWritten() {
        assertThat(in("markdown", ROWS)).isEqualTo("""
                | id   | name      |
                | ---: | --------- |
                |    1 | Ada       |
                |   22 | a\\|b<br>c |
                | null | null      |
                """);
        assertThat(in("line", ROWS)).isEqualTo("""
                  id = 1
                name = Ada

                  id = 22
                name = a|b
                       c

                  id = null
                name = null
                """);
        assertThat(in("html", "RETURN 1 AS `a<b`, 'x & y' AS s;")).isEqualTo("""
                <table>
                <tr><th>a&lt;b</th><th>s</th></tr>
                <tr><td>1</td><td>x &amp; y</td></tr>
                </table>
                """);
        assertThat(in("tabs", ROWS)).isEqualTo("id\tname\n1\tAda\n22\ta|b\\nc\n\t\n");
        assertThat(in("line", "UNWIND [] AS x RETURN x;")).isEqualTo("0 rows\n");
    }

    @Test
    void controlCharacters_areShownRatherThanObeyed() {
        String query = "RETURN '\\u001b[31mred\\u0007\\u009b31m\\u202eend' AS x;";
        String shown = "\\u001b[31mred\\u0007\\u009b31m\\u202eend";
        assertThat(in("table", query)).contains("\\u001b[31mred\\u");
        assertThat(in("markdown", query)).contains(shown);
        assertThat(in("line", query)).isEqualTo("x = " + shown + "\n");
        assertThat(in("tabs", query)).isEqualTo("x\n" + shown + "\n");
    }

    @Test
    void insert_writesStatementsThatMakeTheSameValues() {
        String values =
                "RETURN 1 AS `an id`, 'O\\'Hara' AS name, date('2020-01-01') AS day, null AS nothing, [1.5] AS list;";
        assertThat(run(0, ".mode insert `Odd Name`", "RETURN 1 AS one;"))
                .isEqualTo("mode: insert `Odd Name`\nCREATE (:`Odd Name` {one: 1});\n");
        String written = in("insert Copy", values);
        assertThat(written)
                .isEqualTo("CREATE (:Copy {`an id`: 1, name: 'O\\'Hara', day: date('2020-01-01'), list: [1.5]});\n");
        assertThat(run(0, ".mode csv", written, "MATCH (c:Copy) RETURN c.`an id` + 1 AS id, c.day.year AS year;"))
                .endsWith("id,year\n2,2020\n");
        assertThat(in("insert", "RETURN null AS a;")).isEqualTo("CREATE (:Row);\n");
        assertThat(in("insert", "RETURN 1 AS a, {b: 1} AS m;"))
                .startsWith("THETIS-6004: the format insert writes what properties can hold: column=m holds a map;"
                        + " return its properties one by one, or choose another format\n");
        assertThat(run(0, ".mode csv x")).contains("not `csv x`");
        assertThat(run(0, ".mode tabel")).contains("did you mean `table`?");
    }

    @Test
    void table_onANarrowScreen_isShortenedVisibly() {
        String query = "RETURN 1 AS id, 'a name that is rather long' AS name, 'also a text of some length' AS other;";
        assertThat(run(40, query)).isEqualTo("""
                ┌────┬────────────────┬────────────────┐
                │ id │ name           │ other          │
                ├────┼────────────────┼────────────────┤
                │  1 │ a name that i… │ also a text o… │
                └────┴────────────────┴────────────────┘
                1 row
                """);
        assertThat(run(0, query)).contains("│ a name that is rather long │ also a text of some length │");
        assertThat(run(40, ".mode box", query)).contains("│ a name that is rather long │");
        assertThat(run(41, "RETURN '数据库数据库数据库数据库数据库数据库' AS wide, 1 AS x;")).contains("│ 数据库数据库数据库数据库数据库数… │ 1 │");
    }

    @Test
    void table_ofTooManyColumns_leavesOutThoseInTheMiddle() {
        String query = "RETURN 'first column' AS a, 'second column' AS b, 'third column' AS c, 'fourth column' AS d,"
                + " 'fifth column' AS e;";
        assertThat(run(45, query)).isEqualTo("""
                ┌─────────────┬────────────┬───┬────────────┐
                │ a           │ b          │ … │ e          │
                ├─────────────┼────────────┼───┼────────────┤
                │ first colu… │ second co… │ … │ fifth col… │
                └─────────────┴────────────┴───┴────────────┘
                1 row, 3 of 5 columns shown; `.mode line` shows all
                """);
        for (int columns = 1; columns < 120; columns++) {
            int widest = run(columns, query)
                    .lines()
                    .filter(line -> line.startsWith("│") || line.startsWith("┌"))
                    .mapToInt(String::length)
                    .max()
                    .orElseThrow();
            assertThat(widest).as("columns=%d", columns).isLessThanOrEqualTo(Math.max(columns, 9));
        }
    }

    @Test
    void limits_ofRowsAndWidths_areForTheScreenAlone() throws IOException {
        String query = "UNWIND range(1, 5) AS n RETURN n, 'some text' AS text;";
        assertThat(run(80, ".maxrows 2", ".width 0 5", query)).isEqualTo("""
                maxrows: 2
                width: 0 5
                ┌───┬───────┐
                │ n │ text  │
                ├───┼───────┤
                │ 1 │ some… │
                │ 2 │ some… │
                │ … │ …     │
                └───┴───────┘
                5 rows, the first 2 shown; `.maxrows 0` shows all
                """);
        Path file = folder.resolve("results.txt");
        run(20, ".maxrows 2", ".width 0 5", ".output " + file, query, ".output");
        assertThat(file).content().contains("│ 5 │ some text │\n", "5 rows\n").doesNotContain("…");
        assertThat(run(20, ".maxrows 2", ".mode csv", query)).endsWith("5,some text\n");
        assertThat(run(80, ".maxrows all", ".width auto", query))
                .contains("maxrows: all\nwidth: auto\n", "│ 5 │ some text │");
        for (String wrong : new String[] {".maxrows few", ".maxrows -1", ".width 3 x"}) {
            assertThat(run(80, wrong)).as(wrong).contains("takes numbers from 0 on");
        }
    }

    @Test
    void nullValue_isForFormatsOfText() {
        String query = "RETURN null AS a, 1 AS b;";
        assertThat(run(0, ".nullvalue NULL", ".mode csv", query)).endsWith("a,b\nNULL,1\n");
        assertThat(run(0, ".nullvalue '-'", ".mode tabs", query)).endsWith("a\tb\n-\t1\n");
        assertThat(run(0, ".nullvalue ∅", query)).contains("│ ∅ │ 1 │");
        assertThat(run(0, ".nullvalue x", ".nullvalue", query)).contains("│ null │ 1 │");
        assertThat(run(0, ".nullvalue x", ".mode json", query)).contains("{\"a\":null,\"b\":1}");
    }

    @Test
    void rowsBehindThoseThatWereMeasured_keepTheTablesWidth() {
        String query =
                "UNWIND range(1, 1200) AS n RETURN CASE WHEN n < 1100 THEN 'x' ELSE 'a longer text' END AS text;";
        assertThat(run(80, query)).contains("│ a l… │\n").doesNotContain("longer");
        assertThat(run(0, query)).contains("│ a longer text │\n");
    }
}
