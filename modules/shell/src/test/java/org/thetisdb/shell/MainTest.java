package org.thetisdb.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.JsonInput;
import org.thetisdb.shell.format.RowFormats;

final class MainTest {
    @TempDir
    static Path folder;

    private static String database;

    private String output;
    private String errors;

    @BeforeAll
    static void create() {
        database = TinyDatabase.create(folder).toString();
    }

    private int run(String... words) {
        return runWithInput("", words);
    }

    private int runWithInput(String input, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Main main = new Main(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), out, err);
        int code = main.run(List.of(words));
        output = out.toString(StandardCharsets.UTF_8);
        errors = err.toString(StandardCharsets.UTF_8);
        return code;
    }

    @Test
    void query_table_alignsColumns() {
        assertThat(run("query", database, "MATCH (p:Person) RETURN p.id AS id, p.name AS name ORDER BY id"))
                .isZero();
        assertThat(output).isEqualTo("""
                ┌────┬───────────────┐
                │ id │ name          │
                ├────┼───────────────┤
                │  1 │ Ada           │
                │  2 │ O'Hara, "Bob" │
                └────┴───────────────┘
                2 rows
                """);
        assertThat(errors).isEmpty();
    }

    @Test
    void query_namesThatDoNotExist_areExplainedBesideTheRows() {
        assertThat(run("query", database, "MATCH (p:Persn)\nRETURN p.nmae AS name"))
                .isZero();
        assertThat(output).endsWith("0 rows\n");
        assertThat(errors).isEqualTo("""
                warning THETIS-8001: no node has the label `Persn`; did you mean `Person`?
                1 | MATCH (p:Persn)
                  |          ^
                warning THETIS-8003: nothing has the property `nmae`; did you mean `name`?
                2 | RETURN p.nmae AS name
                  |          ^
                """);
    }

    @Test
    void query_namesThatDoNotExist_areObjectsBesideJson() {
        assertThat(run("query", database, "MATCH (p:Persn) RETURN p", "--format=json"))
                .isZero();
        assertThat(output).isEqualTo("[]\n");
        assertThat(errors)
                .isEqualTo("{\"notification\":{\"code\":\"THETIS-8001\",\"gqlStatus\":\"01N50\","
                        + "\"severity\":\"WARNING\",\"category\":\"UNRECOGNIZED\",\"title\":\"label does not exist\","
                        + "\"description\":\"no node has the label `Persn`; did you mean `Person`?\","
                        + "\"position\":{\"offset\":9,\"line\":1,\"column\":10}}}\n");
    }

    @Test
    void query_explain_tellsToo() {
        run("query", database, "EXPLAIN MATCH (a:Person), (b:Person) RETURN count(*)");
        assertThat(errors).startsWith("information THETIS-8101: nothing connects");
    }

    @Test
    void query_csv_quotesWhereNeeded() {
        run(
                "query",
                database,
                "MATCH (p:Person) RETURN p.name AS `the,name`, p.seen AS seen, '' AS empty, [1, 'a'] AS list"
                        + " ORDER BY p.id",
                "--format=csv");
        assertThat(output).isEqualTo("""
                "the,name",seen,empty,list
                Ada,2012-11-29T02:52:48.123Z,"","[1,""a""]"
                "O'Hara, ""Bob""\",,"","[1,""a""]"
                """);
    }

    @Test
    void query_jsonl_printsAnObjectPerRow() {
        String query = "MATCH (a)-[k:KNOWS]->(b) RETURN a, k, b.name AS name, duration('P1Y2DT3.5S') AS d, 1.0 AS f,"
                + " null AS n, point({x: 1, y: 2}) AS at";
        run("query", database, query, "--format", "jsonl");
        assertThat(output).startsWith("{\"a\":{\"elementId\":\"n:").endsWith("}\n");
        Object row = JsonInput.read(output.strip(), "output");
        assertThat(row.toString())
                .contains("labels=[Person], properties={id=1, name=Ada, seen=2012-11-29T02:52:48.123Z}")
                .contains("type=KNOWS, properties={since=2001-02-03}")
                .contains("name=O'Hara, \"Bob\", d=P1Y2DT3.5S, f=1.0, n=null, at={srid=7203, x=1.0, y=2.0}");
    }

    @Test
    void query_json_printsOneArray() {
        run("query", database, "UNWIND [1, 2] AS n RETURN n, 'a\"b' AS s", "--format", "json");
        assertThat(output).isEqualTo("[\n {\"n\":1,\"s\":\"a\\\"b\"},\n {\"n\":2,\"s\":\"a\\\"b\"}\n]\n");
        run("query", database, "UNWIND [] AS n RETURN n", "--format", "json");
        assertThat(output).isEqualTo("[]\n");
    }

    @Test
    void query_parameters_comeFromFileAndWords() throws Exception {
        Path file = folder.resolve("p.json");
        Files.writeString(
                file, "{\"id\": 5, \"at\": {\"$type\": \"ZonedDateTime\", \"_value\": \"2012-11-29T02:52:48.123Z\"}}");
        int code = run(
                "query",
                database,
                "MATCH (p:Person {id: $id}) WHERE p.seen = $at RETURN p.name AS name, $word AS word",
                "--params",
                file.toString(),
                "--param",
                "id=1",
                "--param",
                "word=2012-11-29",
                "--format",
                "jsonl");
        assertThat(errors).isEmpty();
        assertThat(code).isZero();
        assertThat(output).isEqualTo("{\"name\":\"Ada\",\"word\":\"2012-11-29\"}\n");
    }

    @Test
    void query_severalStatementsFromInput_runInOrder() {
        assertThat(runWithInput("RETURN 1 AS a; // ;\nRETURN ';' AS b;", "query", database, "-", "--format", "jsonl"))
                .isZero();
        assertThat(output).isEqualTo("{\"a\":1}\n{\"b\":\";\"}\n");
    }

    @Test
    void query_wrong_exitsWithOneAndACaret() {
        assertThat(run("query", database, "MATCH (p:Person)\nRETURN q")).isEqualTo(1);
        assertThat(output).isEmpty();
        assertThat(errors).startsWith("THETIS-1002: ").endsWith("2 | RETURN q\n  |        ^\n");
    }

    @Test
    void query_ofAFile_countsTheFilesLines() throws IOException {
        Path file = Files.writeString(
                folder.resolve("queries.cypher"),
                "RETURN 1 AS one;\n\n// the next\nRETURN 2 AS two; RETURN\n  thre;\n");
        assertThat(run("query", database, "--file", file.toString(), "--format", "csv"))
                .isEqualTo(1);
        assertThat(output).isEqualTo("one\n1\ntwo\n2\n");
        assertThat(errors).startsWith("THETIS-1002: ").endsWith("5 |   thre;\n  |   ^\n");
        assertThat(runWithInput("\n.read " + file + "\nRETURN\n\n  four;\n", "shell", database))
                .isEqualTo(1);
        assertThat(errors).contains("\n5 |   thre;\n  |   ^\n").endsWith("\n5 |   four;\n  |   ^\n");
    }

    @Test
    void query_ofAFile_countsTheFilesLinesInNotifications() throws IOException {
        String text = "RETURN 1 AS one;\n\nRETURN 2 AS two; MATCH (p:Persn)\n  RETURN p.nmae AS name;\n";
        String expected = """
                warning THETIS-8001: no node has the label `Persn`; did you mean `Person`?
                3 | RETURN 2 AS two; MATCH (p:Persn)
                  |                           ^
                warning THETIS-8003: nothing has the property `nmae`; did you mean `name`?
                4 |   RETURN p.nmae AS name;
                  |            ^
                """;
        Path file = Files.writeString(folder.resolve("remarks.cypher"), text);
        assertThat(run("query", database, "--file", file.toString())).isZero();
        assertThat(errors).isEqualTo(expected);
        assertThat(runWithInput(text, "query", database, "-")).isZero();
        assertThat(errors).isEqualTo(expected);
        assertThat(runWithInput(text, "shell", database)).isZero();
        assertThat(errors).isEqualTo(expected);
        assertThat(runWithInput(".read " + file, "shell", database)).isZero();
        assertThat(errors).isEqualTo(expected);
        assertThat(run("query", database, "--file", file.toString(), "--format", "jsonl"))
                .isZero();
        assertThat(errors)
                .contains(
                        "\"position\":{\"offset\":44,\"line\":3,\"column\":27}",
                        "\"position\":{\"offset\":62,\"line\":4,\"column\":12}");
    }

    @Test
    void query_ofAFile_saysWhichStatementFailsWithoutAPlace() throws IOException {
        Path file = Files.writeString(
                folder.resolve("unplaced.cypher"),
                "RETURN 1 AS one; RETURN $a AS a;\n// last\nRETURN\n  {b: 1} AS b;\n");
        assertThat(run("query", database, "--file", file.toString(), "--format", "insert", "--param", "a=1"))
                .isEqualTo(1);
        assertThat(errors).endsWith("or choose another format\n3 | RETURN\n  | ^\n");
        assertThat(run("query", database, "RETURN {b: 1} AS b", "--format", "insert"))
                .isEqualTo(1);
        assertThat(errors).endsWith("or choose another format\n");
    }

    @Test
    void files_thatAreMissing_listTheirNeighbours() throws IOException {
        Path other = Files.createDirectory(folder.resolve("neighbours"));
        Files.writeString(other.resolve("first.cypher"), "RETURN 1 AS one;");
        String wrong = other.resolve("fist.cypher").toString();
        String message = "THETIS-4009: no such file: file=" + wrong + "; did you mean first.cypher?";
        assertThat(run("query", database, "--file", wrong)).isEqualTo(1);
        assertThat(errors).isEqualTo(message + "\n");
        assertThat(run("query", database, "RETURN 1", "--params", wrong)).isEqualTo(1);
        assertThat(errors).isEqualTo(message + "\n");
        runWithInput(".read " + wrong + "\n.import " + wrong + " Person\n", "shell", database);
        assertThat(errors)
                .isEqualTo(message.replace("4009:", "4009, line 1:") + "\n" + message.replace("4009:", "4009, line 2:")
                        + "\n");
        for (int number = 100; number < 130; number++) {
            Files.createFile(other.resolve("some-other-thing-" + number));
        }
        Files.createFile(other.resolve(".hidden"));
        assertThat(run("query", database, "--file", wrong)).isEqualTo(1);
        assertThat(errors).isEqualTo(message + "\n");
        assertThat(run("query", database, "--file", other.resolve("x").toString()))
                .isEqualTo(1);
        assertThat(errors)
                .contains("; there is first.cypher, some-other-thing-100, ")
                .endsWith(", some-other-thing-118 and 11 more\n");
        assertThat(run("query", database, "--file", other.toString())).isEqualTo(1);
        assertThat(errors).contains("it is a directory");
        assertThat(run("query", database, "--file", other.resolve("none/x").toString()))
                .isEqualTo(1);
        assertThat(errors).contains("the directory " + other.resolve("none") + " is missing too");
        assertThat(run("query", database.replaceFirst("tiny$", "tny"), "RETURN 1"))
                .isEqualTo(1);
        assertThat(errors).startsWith("THETIS-4001: ").contains("; did you mean tiny?");
        assertThat(run("info", database.replaceFirst("tiny$", "absent"))).isEqualTo(1);
        assertThat(errors).contains("; there is ", "tiny");
        runWithInput(".open " + database.replaceFirst("tiny$", "tny"), "shell");
        assertThat(errors).contains("THETIS-4001", "; did you mean tiny?");
    }

    @Test
    void aFullHeap_isAnErrorLikeOthers() {
        InputStream tooLong = new InputStream() {
            @Override
            public int read() {
                throw new OutOfMemoryError("Java heap space");
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                return read();
            }
        };
        for (List<String> words : List.of(List.of("shell", database), List.of("query", database, "--file", "-"))) {
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            assertThat(new Main(tooLong, new ByteArrayOutputStream(), err).run(words))
                    .isEqualTo(1);
            assertThat(err.toString(StandardCharsets.UTF_8))
                    .isEqualTo("THETIS-5001: the JVM has no more memory: reason=Java heap space, heapBytesMax="
                            + Runtime.getRuntime().maxMemory()
                            + "; start with a larger --memory or -Xmx, or limit the query\n");
        }
    }

    @Test
    void query_ofAFile_runsItsStatementsAndNoComments() throws Exception {
        Path script = folder.resolve("commented.cypher");
        Files.writeString(
                script, "// first\n;\nRETURN 1 AS one;\n;\n/* ; */\nRETURN 2\n AS two; RETURN 3 AS three;\n//");
        assertThat(run("query", database, "--format", "csv", "--file", script.toString()))
                .isZero();
        assertThat(output).isEqualTo("one\n1\ntwo\n2\nthree\n3\n");
        Files.writeString(script, "\n// nothing\n");
        assertThat(run("query", database, "--file", script.toString())).isEqualTo(1);
        assertThat(errors).startsWith("THETIS-1001: the query is empty").endsWith("\n3 | \n  | ^\n");
    }

    @Test
    void query_formats_areThoseOfTheShell() {
        assertThat(run("query", database, "RETURN 1 AS one", "--format", "markdown"))
                .isZero();
        assertThat(output).isEqualTo("| one |\n| --: |\n|   1 |\n");
        assertThat(run("query", database, "RETURN 1 AS one", "--format", "markdwn"))
                .isEqualTo(1);
        assertThat(errors).contains("did you mean `markdown`?");
    }

    @Test
    void query_timer_goesToTheErrors() {
        run("query", database, "RETURN 1 AS one", "--format", "jsonl", "--timer");
        assertThat(output).isEqualTo("{\"one\":1}\n");
        assertThat(errors).matches("[0-9.]+ (µs|ms|s)\n");
    }

    @Test
    void query_explain_printsThePlanOnly() {
        run("query", database, "EXPLAIN MATCH (p:Person) RETURN p.name", "--format", "jsonl");
        assertThat(output).contains("Person").doesNotContain("Ada");
        run("query", database, "PROFILE MATCH (p:Person) RETURN p.name AS name", "--format", "jsonl");
        assertThat(output).startsWith("{\"name\":").doesNotContain("Scan");
        assertThat(errors).contains("Scan");
    }

    @Test
    void usage_wrong_suggestsAndPointsToHelp() {
        assertThat(run("qeury", database, "RETURN 1")).isEqualTo(1);
        assertThat(errors).contains("did you mean query?").contains("thetis --help");
        assertThat(run("query", database, "RETURN 1", "--fromat", "csv")).isEqualTo(1);
        assertThat(errors).contains("did you mean --format?").contains("thetis query --help");
        assertThat(run("query", database)).isEqualTo(1);
        assertThat(run("query", database, "RETURN 1", "--format", "xml")).isEqualTo(1);
        assertThat(run("query", database, "RETURN 1", "--threads", "0")).isEqualTo(1);
        assertThat(errors).contains("--threads takes a number from 1");
        assertThat(run("query", folder.resolve("absent").toString(), "RETURN 1"))
                .isEqualTo(1);
        assertThat(errors).startsWith("THETIS-4001: ");
    }

    @Test
    void help_andVersion_arePrinted() {
        assertThat(run()).isZero();
        assertThat(output).contains("query DB");
        for (String command : List.of("query", "info", "check", "import", "shell")) {
            assertThat(run(command, "--help")).isZero();
            assertThat(output).startsWith("Usage: thetis " + command);
        }
        assertThat(run("--version")).isZero();
        assertThat(output).matches("Thetis [0-9].* \\(Java .*\\)\n");
    }

    @Test
    void info_andCheck_tellOfTheDatabase() {
        assertThat(run("info", database)).isZero();
        assertThat(output).contains("Person  2", "KNOWS  1", "Page cache", "I/O engine: ");
        assertThat(run("check", database)).isZero();
        assertThat(output).startsWith("sound: ");
        assertThat(errors).doesNotContain("note: ", "damaged: ");
        assertThat(run("check", "--all-roots", database)).isZero();
        assertThat(output).startsWith("sound: ");
    }

    @Test
    void info_tellsWhatTheCodeCacheHolds_ifOneIsNamed() throws Exception {
        assertThat(run("info", database)).isZero();
        assertThat(output).doesNotContain("Code cache");
        Path code = folder.resolve("code");
        assertThat(run("info", database, "--code-cache", code.toString())).isZero();
        assertThat(output).endsWith("""

                Code cache
                  directory: %s
                  files: 0 with 0 B of 16 MiB
                  loops: 0 faster than the interpreter, 0 slower, 0 refused
                """.formatted(code));
        assertThat(code).as("info makes nothing").doesNotExist();
        Files.createDirectory(code, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path damaged = Files.createFile(
                code.resolve("0123.loop"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(damaged, new byte[2_000]);
        assertThat(run("info", database, "--code-cache", code.toString())).isZero();
        assertThat(output).endsWith("""
                  files: 1 with 2 KiB of 16 MiB
                  loops: 0 faster than the interpreter, 0 slower, 0 refused
                  of another Thetis or JDK, or damaged: 1 file
                """);
        assertThat(run("info", database, "--code-cache", code.toString(), "--compile", "never"))
                .isZero();
        assertThat(output).doesNotContain("Code cache");
    }

    @Test
    void check_notesWhatBelongsToNothing_andIsContent() throws Exception {
        Path strange = TinyDatabase.create(Files.createDirectory(folder.resolve("strange")));
        Files.writeString(strange.resolve("letter.txt"), "not ours");
        assertThat(run("check", strange.toString())).isZero();
        assertThat(output).startsWith("sound: ");
        assertThat(errors).contains("\nnote: ", "file=" + strange.resolve("letter.txt"));
    }

    @Test
    void check_ofADamagedDatabase_exitsWithOne() throws Exception {
        Path damaged = TinyDatabase.create(Files.createDirectory(folder.resolve("damaged")));
        Path file = damaged.resolve("graph.thetis");
        byte[] bytes = Files.readAllBytes(file);
        int last = bytes.length - 1;
        while (bytes[last] == 0) {
            last--;
        }
        bytes[last] ^= 1;
        Files.write(file, bytes);
        assertThat(run("check", damaged.toString())).isEqualTo(1);
        assertThat(errors).isNotEmpty().doesNotContain("\tat ");
    }

    @Test
    void import_ofWrongArguments_exitsWithOne() {
        assertThat(run("import")).isEqualTo(1);
        assertThat(errors).contains("thetis import --help");
    }

    @Test
    void import_ofFiles_tellsWhatCameOfIt() throws Exception {
        Path csv = folder.resolve("cities.csv");
        Files.writeString(csv, ":ID,name\n1,Rome\n");
        String target = folder.resolve("cities").toString();
        assertThat(run("import", target, "--nodes", "City=" + csv)).isZero();
        assertThat(output)
                .startsWith("imported 1 node and 0 relationships with 1 property into " + target + "\nin ")
                .doesNotContain("a second");
        assertThat(run("query", target, "MATCH (c:City) RETURN c.name AS name", "--format", "csv"))
                .isZero();
        assertThat(output).isEqualTo("name\nRome\n");
    }

    @Test
    void import_ofPlainColumns_tellsTheirTypes() throws Exception {
        Path csv = folder.resolve("people.csv");
        Files.writeString(csv, ":ID,name,born,zip\n1,Ada,1815-12-10,12345\n2,Bob,,01234\n");
        String target = folder.resolve("people").toString();
        assertThat(run("import", target, "--nodes", "Person=" + csv)).isZero();
        assertThat(errors).contains("types found in " + csv + """
                 (--no-infer keeps text):
                  name  STRING
                  born  DATE
                  zip   STRING  '01234' (line 3) begins with a zero
                """);
        assertThat(run("query", target, "MATCH (p {born: date('1815-12-10')}) RETURN p.zip AS zip", "--format=csv"))
                .isZero();
        assertThat(output).isEqualTo("zip\n12345\n");
        assertThat(run("import", target, "--nodes", "Person=" + csv, "--overwrite", "--no-infer"))
                .isZero();
        assertThat(errors).doesNotContain("types found");
        assertThat(run("query", target, "MATCH (p {born: '1815-12-10'}) RETURN p.name AS name", "--format", "csv"))
                .isZero();
        assertThat(output).isEqualTo("name\nAda\n");
    }

    @Test
    void import_ofAnotherDelimiter_namesIt() throws Exception {
        Path csv = folder.resolve("semicolons.csv");
        Files.writeString(csv, ":ID;name;tags:string[]\n1;Rome;\"old;large\"\n");
        String target = folder.resolve("semicolons").toString();
        assertThat(run("import", target, "--nodes", "City=" + csv)).isEqualTo(1);
        assertThat(errors)
                .isEqualTo("THETIS-3002: the header is a single column: file=" + csv
                        + ", line=1, value=':ID;name;tags:string[]', delimiter=','; if the columns are separated by"
                        + " ';', give --delimiter ';'\n");
        assertThat(run("import", target, "--nodes", "City=" + csv, "--delimiter", ";"))
                .as(errors)
                .isZero();
        assertThat(run("query", target, "MATCH (c:City) RETURN c.name AS name, c.tags AS tags", "--format", "jsonl"))
                .isZero();
        assertThat(output).isEqualTo("{\"name\":\"Rome\",\"tags\":[\"old\",\"large\"]}\n");
    }

    @Test
    void import_overADatabaseThatIsOpen_isRefusedBeforeAnythingIsRead() {
        Path open = folder.resolve("opened");
        run("create", open.toString());
        try (Database database = Database.open(open)) {
            assertThat(run("import", open.toString(), "--nodes", "A=absent.csv", "--overwrite"))
                    .isEqualTo(1);
            assertThat(errors)
                    .startsWith("THETIS-4008: this process has the database open already: directory=" + open + ", pid="
                            + ProcessHandle.current().pid());
            assertThat(database.revision()).isEqualTo(1);
        }
        assertThat(run("import", open.toString(), "--nodes", "A=absent.csv", "--overwrite"))
                .isEqualTo(1);
        assertThat(errors).contains("no such file: file=absent.csv");
        assertThat(run("query", open.toString(), "RETURN 1 AS one")).isZero();
    }

    @Test
    void query_thatChangesTheSchema_tellsTheRevisionThatHoldsIt() {
        String made = folder.resolve("schema").toString();
        run("create", made);
        run("query", made, "CREATE INDEX by_x FOR (a:A) ON (a.x)");
        assertThat(output).isEqualTo("1 index created, revision 2\n");
        run("query", made, "USE revision(2) SHOW INDEXES YIELD name RETURN name", "--format", "csv");
        run("query", made, "CREATE CONSTRAINT one_y FOR (a:A) REQUIRE a.y IS UNIQUE");
        assertThat(output).isEqualTo("1 constraint created, revision 4\n");
        run("query", made, "DROP CONSTRAINT one_y");
        assertThat(output).isEqualTo("1 constraint dropped, revision 5\n");
        run("query", made, "DROP INDEX by_x");
        assertThat(output).isEqualTo("1 index dropped, revision 6\n");
        assertThat(run("info", made)).isZero();
        assertThat(output).contains("revision 6\n");
    }

    @Test
    void create_thenQueriesThatWrite_tellWhatChanged() {
        String made = folder.resolve("made").toString();
        assertThat(run("create", made, "--durability", "off")).isZero();
        assertThat(output).isEqualTo("created " + made + ", revision 1\n");
        assertThat(run("create", made)).isEqualTo(1);
        assertThat(errors).contains("THETIS-3006");

        assertThat(run("query", made, "CREATE (:A {x: 1})-[:R]->(:B)", "--durability=interval"))
                .isZero();
        assertThat(output)
                .isEqualTo("2 nodes created, 1 relationship created, 1 property set, 2 labels added, revision 2\n");
        assertThat(run("query", made, "MATCH (a:A) SET a.x = 2 RETURN a.x AS x; MATCH (b:B) RETURN count(*) AS c"))
                .isZero();
        assertThat(output).isEqualTo("""
                ┌───┐
                │ x │
                ├───┤
                │ 2 │
                └───┘
                1 row
                1 property set, revision 3
                ┌───┐
                │ c │
                ├───┤
                │ 1 │
                └───┘
                1 row
                """);
        assertThat(run("query", made, "MATCH (a:A) SET a.x = 3 RETURN a.x AS x", "--format", "csv"))
                .isZero();
        assertThat(output).isEqualTo("x\n3\n");
        assertThat(errors).isEqualTo("1 property set, revision 4\n");
        assertThat(run("info", made)).isZero();
        assertThat(output)
                .containsPattern("log +[0-9]+ records? \\([0-9.]+ [KMG]?i?B\\) replayed by opening")
                .contains("format version 3, revision 4\n", "without what revisions 2 to 4 changed");
    }

    @Test
    void query_withoutColumns_writesNoRowsInAnyFormat() {
        String made = folder.resolve("no columns").toString();
        run("create", made);
        for (String format : RowFormats.NAMES) {
            assertThat(run("query", made, "CREATE (:A)", "--format", format)).isZero();
            String rows = format.equals("json") ? "[]\n" : "";
            assertThat(output.startsWith("1 node created") ? "" : output)
                    .as(format)
                    .isEqualTo(rows);
            assertThat(output + errors).as(format).contains("1 node created");
        }
    }

    @Test
    void shell_withoutADatabase_hasATemporaryOne() {
        assertThat(runWithInput("CREATE (:A);\nMATCH (a:A) RETURN count(*) AS c;", "shell", "--format", "csv"))
                .isZero();
        assertThat(output).isEqualTo("c\n1\n");
        assertThat(errors).startsWith("note: this is a temporary database, which is deleted at the end");
        assertThat(run("shell", "--read-only")).isEqualTo(1);
        assertThat(errors).contains("a temporary database has nothing to read");
    }

    @Test
    void files_namesTheFoldersOfQueries() throws IOException {
        Path folder = Files.createDirectories(Path.of(database).resolveSibling("for queries"));
        String query = "COPY (RETURN 1 AS one) TO '" + folder.resolve("one.csv") + "' (OVERWRITE true)";
        assertThat(run("query", database, query)).isZero();
        assertThat(run("query", database, query, "--files", folder.toString())).isZero();
        assertThat(run("query", database, query, "--files", folder + "/other", "--files=" + folder))
                .isZero();
        for (String other : List.of("none", folder + "/other")) {
            assertThat(run("query", database, query, "--files", other)).isEqualTo(1);
            assertThat(errors).contains("queries may not access this file", "--files");
        }
    }

    @Test
    void options_ofDurabilityRetentionAndIsolation_areChecked() {
        String query = "RETURN 1 AS one";
        for (String retain : List.of("all", "100", "90s", "30m", "12h", "7d")) {
            assertThat(run("query", database, query, "--retain", retain, "--isolation", "serializable"))
                    .as(retain)
                    .isZero();
        }
        assertThat(run("query", database, query, "--retain", "a while")).isEqualTo(1);
        assertThat(errors).contains("--retain takes all, a number of revisions, or a time");
        assertThat(run("query", database, query, "--durability", "maybe")).isEqualTo(1);
        assertThat(errors).contains("takes one of sync, interval, off, not maybe");
        assertThat(run("query", database, query, "--isolation", "none")).isEqualTo(1);
        assertThat(errors).contains("takes one of snapshot, serializable");
    }
}
