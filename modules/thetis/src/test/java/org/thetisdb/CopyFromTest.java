package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** COPY from files into the graph. */
class CopyFromTest {
    @TempDir
    Path folder;

    private Database database;
    private Session session;

    @BeforeEach
    void open() {
        database = Database.create(folder.resolve("database"));
        session = database.session();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private long copy(String what, String name, String options) {
        Map<String, Object> parameters = Map.of("file", folder.resolve(name).toString());
        return session.run("COPY " + what + " $file " + options, parameters)
                .single()
                .getLong("rows");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private void assertBad(ErrorCode code, String what, String name, String options, String message) {
        assertThatThrownBy(() -> copy(what, name, options)).isInstanceOfSatisfying(ThetisException.class, thrown -> {
            assertThat(thrown.code()).as(thrown.getMessage()).isEqualTo(code);
            assertThat(thrown.getMessage()).contains(message);
        });
        assertThat(session.run("MATCH (n:New) RETURN count(*) AS c").single().getLong("c"))
                .isZero();
        assertThat(session.run("MATCH ()-[r]->() RETURN count(*) AS c").single().getLong("c"))
                .isZero();
    }

    private List<List<Object>> properties(String label) {
        return session.run("MATCH (n:" + label + ") RETURN n ORDER BY n.id").stream()
                .map(row -> List.<Object>of(
                        row.getNode("n").labels(), row.getNode("n").properties()))
                .toList();
    }

    @Test
    void from_fileThatCopyWrote_isTheSameGraph() {
        session.run("UNWIND range(1, 10000) AS x CREATE (:A {id: x, f: x / 4.0, b: x % 2 = 0, s: toString(x),"
                + " t: CASE WHEN x % 3 = 0 THEN null ELSE 'a\"b,' + x + '\n' END,"
                + " d: date('2020-01-01') + duration({days: x}),"
                + " ldt: localdatetime('2020-01-01T10:20:30'), zdt: datetime('2020-01-01T10:20:30.5+01:00'),"
                + " lt: localtime('10:20'), tm: time('10:20+02:00'), du: duration('P1DT2H'), e: '', code: '007',"
                + " l: [x, 2], p: point({x: 1.5, y: 2.0})})");
        String fields = "MATCH (a:A) RETURN a.id AS id, a.f AS f, a.b AS b, a.s AS s, a.t AS t, a.d AS d, a.ldt AS ldt,"
                + " a.zdt AS zdt, a.lt AS lt, a.tm AS tm, a.du AS du, a.e AS e, a.code AS code, a.l AS l, a.p AS p";
        copy("(" + fields + ") TO", "a.csv", "");
        copy("(" + fields + ") TO", "a.jsonl.gz", "");
        String names = "['id', 'f', 'b', 's', 't', 'd', 'ldt', 'zdt', 'lt', 'tm', 'du', 'e',"
                + " 'code', 'l:long[]', 'p:point']";
        assertThat(copy("B FROM", "a.csv", "(COLUMNS " + names + ")")).isEqualTo(10000);
        String types = "['d:date', 'ldt:localdatetime', 'zdt:datetime', 'lt:localtime', 'tm:time', 'du:duration']";
        assertThat(copy("(:C) FROM", "a.jsonl.gz", "(COLUMNS " + types + ")")).isEqualTo(10000);
        List<Object> expected = properties("A").stream().map(row -> row.get(1)).toList();
        assertThat(properties("B")).extracting(row -> row.get(1)).isEqualTo(expected);
        assertThat(properties("C")).extracting(row -> row.get(1)).isEqualTo(expected);
    }

    @Test
    void from_csv_infersWhatIsCertain() throws IOException {
        write("a.csv", """
                id,code,mixed,price,flag,quoted,day,when,none,big,exact:string
                1,007,1,1.50,true,"1",2020-01-01,2020-01-01T10:00Z,,9223372036854775808,5

                2,7,x,2,false,"2",2020-12-31,2020-01-01T10:00,,1,6
                """);
        assertThat(copy("A:B FROM", "a.csv", "")).isEqualTo(2);
        Map<String, Object> first =
                session.run("MATCH (n:A:B {id: 1}) RETURN properties(n) AS p").single().getMap("p").entrySet().stream()
                        .collect(java.util.stream.Collectors.toMap(
                                entry -> (String) entry.getKey(), Map.Entry::getValue));
        assertThat(first)
                .containsOnly(
                        Map.entry("id", 1L),
                        Map.entry("code", "007"),
                        Map.entry("mixed", "1"),
                        Map.entry("price", 1.5),
                        Map.entry("flag", true),
                        Map.entry("quoted", "1"),
                        Map.entry("day", java.time.LocalDate.of(2020, 1, 1)),
                        Map.entry("when", "2020-01-01T10:00Z"),
                        Map.entry("big", "9223372036854775808"),
                        Map.entry("exact", "5"));
    }

    @Test
    void from_csv_withoutHeaderAndOtherDelimiter() throws IOException {
        write("a.txt", "1;a;x\n2;b;y\n");
        Result result = session.run(
                "COPY A FROM $f (FORMAT csv, HEADER false, DELIMITER ';', COLUMNS ['id:string', 'name', ':IGNORE'])",
                Map.of("f", folder.resolve("a.txt").toString()));
        assertThat(result.single().getLong("rows")).isEqualTo(2);
        assertThat(properties("A").get(0).get(1)).isEqualTo(Map.of("id", "1", "name", "a"));
        Result again = session.run("COPY (MATCH (a:A) RETURN a.id AS id) TO $f", Map.of("f", folder + "/b.csv"));
        assertThat(again.summary().counters().containsUpdates()).isFalse();
        ResultSummary summary =
                session.run("COPY A FROM $f", Map.of("f", folder + "/b.csv")).summary();
        assertThat(summary.counters().nodesCreated()).isEqualTo(2);
        assertThat(summary.counters().propertiesSet()).isEqualTo(2);
        assertThat(summary.revision()).isEqualTo(session.lastRevision().orElseThrow());
    }

    @Test
    void from_badRow_changesNothing() throws IOException {
        StringBuilder rows = new StringBuilder("id:long\n");
        for (int row = 0; row < 9000; row++) {
            rows.append(row).append('\n');
        }
        write("a.csv", rows + "x\n");
        assertBad(ErrorCode.IMPORT_BAD_ROW, "New FROM", "a.csv", "", "line=9002, found='x'");
        write("b.csv", "a,b\n1,\"x\ny\"\n1,2,3\n");
        assertBad(ErrorCode.IMPORT_BAD_ROW, "New FROM", "b.csv", "", "line=4");
        write("c.csv", "a,b\n1,\"x\"y\n");
        assertBad(ErrorCode.IMPORT_BAD_ROW, "New FROM", "c.csv", "", "line=2");
        write("d.csv", "");
        assertBad(ErrorCode.IMPORT_BAD_HEADER, "New FROM", "d.csv", "", "empty");
        assertBad(ErrorCode.IMPORT_BAD_HEADER, "New FROM", "d.csv", "(HEADER false)", "COLUMNS");
        write("e.csv", "a,a\n1,2\n");
        assertBad(ErrorCode.IMPORT_BAD_HEADER, "New FROM", "e.csv", "", "another column");
        assertBad(ErrorCode.IMPORT_BAD_HEADER, "New FROM", "e.csv", "(COLUMNS ['a'])", "2 columns");
        write("f.csv", "a:lnog\n1\n");
        assertBad(ErrorCode.IMPORT_BAD_HEADER, "New FROM", "f.csv", "", "a:lnog");
        write("g.csv", "id;name\n1;x\n");
        assertBad(ErrorCode.IMPORT_BAD_HEADER, "New FROM", "g.csv", "", "separated by ';', write (DELIMITER ';')");
        write("h.csv", "id|name\n1|x\n");
        assertBad(ErrorCode.IMPORT_BAD_HEADER, "New FROM", "h.csv", "(DELIMITER '\\t')", "separated by '|'");
        write("i.csv", "id\tname\n1\tx\n");
        assertBad(ErrorCode.IMPORT_BAD_HEADER, "New FROM", "i.csv", "", "separated by tabulators");
        assertBad(ErrorCode.FILE_MISSING, "New FROM", "none.csv", "", "none.csv");
        write("a.jsonl", "{\"a\": 1}\n\n{\"a\": }\n");
        assertBad(ErrorCode.IMPORT_BAD_ROW, "New FROM", "a.jsonl", "", "line=3");
        write("b.jsonl", "[1]\n");
        assertBad(ErrorCode.IMPORT_BAD_ROW, "New FROM", "b.jsonl", "", "an object");
        write("c.jsonl", "{\"a\": {\"b\": 1}}\n");
        assertBad(ErrorCode.IMPORT_BAD_ROW, "New FROM", "c.jsonl", "", "line=1");
        write("d.jsonl", "{\"a\": 1} x\n");
        assertBad(ErrorCode.IMPORT_BAD_ROW, "New FROM", "d.jsonl", "", "line=1");
        write("e.jsonl", "{\"a\": \"x\"}\n");
        assertBad(ErrorCode.IMPORT_BAD_ROW, "New FROM", "e.jsonl", "(COLUMNS ['a:date'])", "a date");
    }

    @Test
    void from_againstAConstraint_changesNothing() throws IOException {
        session.run("CREATE CONSTRAINT one FOR (n:New) REQUIRE n.id IS UNIQUE");
        write("a.csv", "id\n1\n2\n1\n");
        assertBad(ErrorCode.CONSTRAINT_VIOLATED, "New FROM", "a.csv", "", "");
    }

    @Test
    void from_relationships_findsNodesByKeys() throws IOException {
        session.run("CREATE INDEX FOR (p:Person) ON (p.id)");
        session.run("UNWIND range(1, 6000) AS x CREATE (:Person {id: x})");
        String what = "(:Person {id: a})-[:KNOWS]->(:Person {id: b}) FROM";
        write("bad.csv", "a,b\n1,2\n3,7000\n");
        assertBad(ErrorCode.IMPORT_DANGLING_RELATIONSHIP, what, "bad.csv", "", "line=3");
        write("null.csv", "a,b\n1,2\n3,\n");
        assertBad(ErrorCode.IMPORT_BAD_ROW, what, "null.csv", "", "line=3");
        session.run("CREATE (:Person {id: 1})");
        write("two.csv", "a,b\n1,2\n");
        assertBad(ErrorCode.IMPORT_DANGLING_RELATIONSHIP, what, "two.csv", "", "more than one");
        StringBuilder rows = new StringBuilder("a,b,since\n");
        for (int row = 2; row < 6000; row++) {
            rows.append(row).append(',').append(row + 1).append(",2020-01-01\n");
        }
        write("good.csv", rows.toString());
        assertThat(copy(what, "good.csv", "")).isEqualTo(5998);
        String count = "MATCH (a:Person)-[k:KNOWS {since: date('2020-01-01')}]->(b:Person {id: a.id + 1})"
                + " RETURN count(*) AS c";
        assertThat(session.run(count).single().getLong("c")).isEqualTo(5998);
        write("back.jsonl", "{\"b\": 10, \"a\": 20, \"w\": 1.5}\n");
        assertThat(copy("(:Person {id: b})<-[:LIKES]-(:Person {id: a}) FROM", "back.jsonl", ""))
                .isEqualTo(1);
        String likes = "MATCH (a)-[l:LIKES]->(b) RETURN a.id AS a, b.id AS b, l.w AS w";
        assertThat(session.run(likes).single().values()).containsExactly(20L, 10L, 1.5);
    }

    @Test
    void from_wherePastOrReadOnly_isRefused() throws IOException {
        write("a.csv", "id\n1\n");
        session.run("CREATE (:A)");
        String statement = "COPY New FROM '" + folder.resolve("a.csv") + "'";
        try (Session past = session.at(session.lastRevision().orElseThrow())) {
            assertThatThrownBy(() -> past.run(statement))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.READ_ONLY_TRANSACTION));
        }
        try (Transaction transaction = session.beginTransaction()) {
            assertThatThrownBy(() -> transaction.run(statement))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.USAGE));
        }
    }
}
