package org.thetisdb.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people type at psql. */
class PsqlTest {
    @TempDir
    static Path directory;

    private static GraphServer server;
    private static Optional<Path> psql = Optional.empty();

    @BeforeAll
    static void start() {
        psql = Programs.find("psql");
        assumeTrue(psql.isPresent(), "psql is not on the PATH");
        server = GraphServer.start(directory);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static String psql(String input) throws IOException, InterruptedException {
        Map<String, String> environment = Map.of(
                "PGHOST", "127.0.0.1",
                "PGPORT", Integer.toString(server.port()),
                "PGUSER", "ada",
                "PGDATABASE", "graph");
        return Programs.run(
                        directory,
                        environment,
                        List.of(psql.orElseThrow().toString(), "-X", "-q", "-P", "pager=off", "-f", "-"),
                        input)
                .output();
    }

    @Test
    void backslashCommands_showTheGraph() throws IOException, InterruptedException {
        assertThat(psql("\\dt")).contains("public | City   | table | ada", "public | KNOWS  | table | ada");
        assertThat(psql("\\d \"Person\""))
                .contains("_id    | bigint                   |           | not null |")
                .contains("name   | text                     | C         |          |")
                .contains("at     | timestamp with time zone |");
        assertThat(psql("\\d+ \"KNOWS\"")).contains("_start | bigint |           | not null |");
        assertThat(psql("\\l")).contains("graph | ada   | UTF8");
        assertThat(psql("\\dn")).contains("public | ada");
        assertThat(psql("\\du")).contains("ada");
        assertThat(psql("\\di\n\\dv\n\\df\n\\ds\n\\dx")).doesNotContain("ERROR");
    }

    @Test
    void selects_areAnswered() throws IOException, InterruptedException {
        String answer = psql("""
                \\pset format unaligned
                \\pset tuples_only on
                SELECT count(*), sum(score), avg(id), min(name), max(born) FROM "Person";
                SELECT p.name, q.name FROM "Person" p JOIN "KNOWS" k ON p._id = k._start
                  JOIN "Person" q ON q._id = k._end WHERE p.id = 5 ORDER BY q.name;
                SELECT p.name, k.since FROM "Person" p LEFT JOIN "KNOWS" k ON p._id = k._start WHERE p.id > 999;
                SELECT id % 3 AS r, count(*) FILTER (WHERE active) FROM "Person" GROUP BY 1 HAVING count(*) > 333;
                SELECT name FROM person
                  WHERE id IN (1, 3) AND name NOT IN ('name1') OR name ILIKE 'NAME99_' AND id > 998;
                SELECT NULL IS NULL, (1 IN (2, NULL)) IS NULL, 'a' || 1, 7 / 2, 7.0 / 2, 1 = ANY ('{1,2}'::int[]);
                SELECT x FROM (SELECT id * 2 AS x FROM "Person" WHERE id < 3) s UNION ALL VALUES (7) ORDER BY x DESC;
                SELECT people FROM "City" ORDER BY people NULLS FIRST;
                SELECT name FROM "City" c WHERE EXISTS (SELECT 1 FROM "Person" p WHERE p.id = c.people / 700);
                """);
        assertThat(answer).isEqualTo("""
                1000|250250|500.5|name1|1982-09-27
                name5|name12
                name5|name6
                name1000|
                1|167
                name3
                name999
                t|t|a1|3|3.5|t
                7
                4
                2

                700000
                Oslo
                """);
    }

    @Test
    void cursor_copyAndTransaction() throws IOException, InterruptedException {
        assertThat(psql("""
                \\pset format unaligned
                \\pset tuples_only on
                BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY;
                SHOW transaction_isolation;
                DECLARE c CURSOR FOR SELECT id FROM "Person" ORDER BY id;
                FETCH 2 FROM c; MOVE 2 FROM c; FETCH c;
                SELECT * FROM cypher($$ CREATE (:X) $$) AS (a int);
                SELECT 1;
                ROLLBACK;
                COPY (SELECT id, name FROM "Person" WHERE id < 3 ORDER BY id) TO STDOUT WITH CSV HEADER;
                """)).isEqualTo("""
                serializable
                1
                2
                5
                psql:<stdin>:7: ERROR:  the statement writes, but its transaction only reads
                DETAIL:  THETIS-7011
                HINT:  use executeWrite, or begin one that writes
                psql:<stdin>:8: ERROR:  current transaction is aborted, commands ignored until end of transaction block
                id,name
                1,name1
                2,name2
                """);
    }

    @Test
    void changes_sayWhatTheyHaveDone() throws IOException, InterruptedException {
        assertThat(psql("""
                \\pset format unaligned
                \\pset tuples_only on
                \\set QUIET off
                BEGIN;
                INSERT INTO city (name, people) VALUES ('Bern', 1), ('Graz', 2);
                SAVEPOINT a;
                SELECT 1 / 0;
                ROLLBACK TO a;
                UPDATE city SET people = people + 1 WHERE people < 9 RETURNING name, people;
                DELETE FROM city c USING "Person" p WHERE c.people = p.id;
                ROLLBACK;
                SELECT count(*) FROM city;
                """)).isEqualTo("""
                BEGIN
                INSERT 0 2
                SAVEPOINT
                psql:<stdin>:7: ERROR:  division by zero: left=1, right=0
                DETAIL:  THETIS-2001
                HINT:  guard it with CASE, or divide by a FLOAT
                ROLLBACK
                Bern|2
                Graz|3
                UPDATE 2
                DELETE 2
                ROLLBACK
                2
                """);
    }

    @Test
    void errors_pointAtTheirPlace() throws IOException, InterruptedException {
        assertThat(psql("""
                SELECT name FROM "Person" WHERE nome = 'x';
                SELECT * FROM nothing;
                SELECT * FROM cypher($$ MATCH (n) RETURN m $$) AS (a int);
                SELECT id FROM "Person" WHERE id = name;
                SELECT a.* FROM "Person" a NATURAL JOIN "City" b;
                """)).isEqualTo("""
                psql:<stdin>:1: ERROR:  column "nome" does not exist
                LINE 1: SELECT name FROM "Person" WHERE nome = 'x';
                                                        ^
                psql:<stdin>:2: ERROR:  relation "nothing" does not exist
                LINE 1: SELECT * FROM nothing;
                                      ^
                psql:<stdin>:3: ERROR:  variable `m` is not defined
                LINE 1: SELECT * FROM cypher($$ MATCH (n) RETURN m $$) AS (a int);
                                                                 ^
                DETAIL:  THETIS-1002
                psql:<stdin>:4: ERROR:  operator does not exist: bigint = text
                LINE 1: SELECT id FROM "Person" WHERE id = name;
                                                      ^
                HINT:  a cast may be what is missing
                psql:<stdin>:5: ERROR:  this kind of join is not supported
                LINE 1: SELECT a.* FROM "Person" a NATURAL JOIN "City" b;
                                                                ^
                HINT:  whatever Cypher can do, cypher($$ ... $$) can
                """);
    }
}
