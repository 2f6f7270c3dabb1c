package org.thetisdb.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A PostgreSQL of the test's own joins its tables with the graph. */
class PostgresFdwTest {
    @TempDir
    static Path directory;

    private static Optional<OwnPostgres> postgres = Optional.empty();
    private static Optional<GraphServer> server = Optional.empty();

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        OwnPostgres started = OwnPostgres.start(directory);
        postgres = Optional.of(started);
        GraphServer graph = GraphServer.start(directory);
        server = Optional.of(graph);
        started.importGraph(graph.port());
        psql("""
                CREATE TABLE orders (person bigint, amount int);
                INSERT INTO orders SELECT 1 + i % 1000, i FROM generate_series(1, 5000) i;
                ANALYZE orders;
                """);
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        if (postgres.isPresent()) {
            postgres.get().close();
        }
        server.ifPresent(GraphServer::close);
    }

    private static String psql(String input) throws IOException, InterruptedException {
        return postgres.orElseThrow().psql("-c search_path=g,public -c timezone=UTC", input);
    }

    private static String remote(String sql) throws IOException, InterruptedException {
        return psql("EXPLAIN (VERBOSE, COSTS off) " + sql)
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("Remote SQL: "))
                .map(line -> line.substring(12))
                .reduce("", (all, line) -> all + line + "\n");
    }

    @Test
    void schema_isImported_withCollationsThatAreTrue() throws IOException, InterruptedException {
        assertThat(psql("\\d g.\"Person\""))
                .contains("name|text|C|||(column_name 'name')", "_id|bigint||not null||(column_name '_id')");
    }

    @Test
    void filtersAndAggregates_arePushedDown() throws IOException, InterruptedException {
        String filtered = "SELECT count(*) FROM \"Person\" WHERE id > 10 AND name LIKE 'name1%';";
        assertThat(remote(filtered)).startsWith("SELECT count(*) FROM public.\"Person\"");
        assertThat(psql(filtered)).isEqualTo("110\n");
        String grouped = "SELECT active, count(*), sum(score), avg(id), min(born) FROM \"Person\""
                + " GROUP BY active HAVING count(*) > 10 ORDER BY active;";
        assertThat(remote(grouped)).contains("GROUP BY 1");
        assertThat(psql(grouped)).isEqualTo("f|500|125000|500|1980-01-02\nt|500|125250|501|1980-01-03\n");
        assertThat(psql("SELECT id FROM \"Person\" WHERE id IN (1, 2, 3) AND name <> ALL (ARRAY['name2', 'y'])"
                        + " AND (score IS NULL OR score > 0.1) AND active IS NOT TRUE"
                        + " AND born BETWEEN '1980-01-01' AND date '1990-01-01' ORDER BY id;"))
                .isEqualTo("1\n3\n");
    }

    @Test
    void joinsOnKeys_arePushedDown() throws IOException, InterruptedException {
        String join = "SELECT p.name, q.name FROM \"Person\" p JOIN \"KNOWS\" k ON p._id = k._start"
                + " JOIN \"Person\" q ON q._id = k._end WHERE p.id = 5 ORDER BY q.name LIMIT 3;";
        assertThat(remote(join))
                .hasLineCount(1)
                .contains("INNER JOIN public.\"KNOWS\" r2")
                .contains("LIMIT 3");
        assertThat(psql(join)).isEqualTo("name5|name12\nname5|name6\n");
    }

    @Test
    void localTables_areJoinedWithTheGraph() throws IOException, InterruptedException {
        assertThat(psql("SELECT p.name, sum(o.amount) FROM orders o JOIN \"Person\" p ON p.id = o.person"
                        + " GROUP BY p.name ORDER BY 2 DESC LIMIT 2;"))
                .isEqualTo("name1|15000\nname1000|14995\n");
        assertThat(psql("SELECT count(*) FROM \"KNOWS\" a, \"KNOWS\" b WHERE a._end = b._start;"))
                .isEqualTo("3968\n");
    }

    @Test
    void answers_areThoseOfPostgres() throws IOException, InterruptedException {
        psql("""
                CREATE SCHEMA copies;
                CREATE TABLE copies."Person" AS SELECT * FROM g."Person";
                CREATE TABLE copies."KNOWS" AS SELECT * FROM g."KNOWS";
                CREATE TABLE copies."City" AS SELECT * FROM g."City";
                """);
        String queries;
        try (InputStream stream = PostgresFdwTest.class.getResourceAsStream("answers.sql")) {
            queries = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
        StringBuilder script = new StringBuilder();
        queries.lines()
                .filter(line -> !line.startsWith("--"))
                .forEach(line -> script.append("\\qecho ")
                        .append(line.replaceAll("['\"\\\\;`:]", ""))
                        .append('\n')
                        .append(line)
                        .append('\n'));
        OwnPostgres own = postgres.orElseThrow();
        String theirs = own.psql("-c search_path=copies -c timezone=UTC", script.toString());
        assertThat(theirs).doesNotContain("ERROR");
        assertThat(own.psql(server.orElseThrow().port(), "-c timezone=UTC", script.toString()))
                .isEqualTo(theirs);
    }

    @Test
    void subtransactions_recoverFromErrors() throws IOException, InterruptedException {
        assertThat(psql("""
                DO $$
                DECLARE n bigint;
                BEGIN
                  SELECT count(*) INTO n FROM "Person";
                  BEGIN
                    SELECT sum(1 / (id - 1)) INTO n FROM "Person";
                  EXCEPTION WHEN division_by_zero THEN
                    RAISE NOTICE 'caught after %', n;
                  END;
                  SELECT count(*) INTO n FROM "City";
                  RAISE NOTICE 'then %', n;
                END $$;
                """)).contains("NOTICE:  caught after 1000").contains("NOTICE:  then 2");
    }

    @Test
    void foreignTables_areWritten() throws IOException, InterruptedException {
        assertThat(psql("""
                \\set VERBOSITY terse
                \\set QUIET off
                INSERT INTO "City" (name, people) VALUES ('Bonn', 300), ('Lund', NULL) RETURNING name, people;
                INSERT INTO "City" (name, people) SELECT 'c' || amount, amount FROM orders WHERE amount < 4;
                UPDATE "City" SET people = people + 1 WHERE people < 400 RETURNING people;
                UPDATE "City" SET name = name || length(random()::text) * 0 WHERE people = 301 RETURNING name, people;
                UPDATE "City" c SET people = -o.amount FROM orders o WHERE o.amount = c.people AND o.amount < 4;
                INSERT INTO "KNOWS" (_start, _end, since) SELECT p._id, c._id, -7 FROM "Person" p, "City" c
                  WHERE p.id = 3 AND c.people < 0 RETURNING since;
                DELETE FROM "City" WHERE people < 0;
                DELETE FROM "KNOWS" WHERE since = -7 - 0 * length(random()::text) AND _end > 0;
                BEGIN;
                DELETE FROM "City" USING orders o WHERE o.amount = -people OR people = o.amount AND name LIKE 'c%';
                DELETE FROM "City" WHERE name IN ('Bonn0', 'Lund') RETURNING people;
                COMMIT;
                SELECT name, people FROM "City" ORDER BY name;
                INSERT INTO "City" (_id, name) VALUES (1, 'x');
                INSERT INTO "KNOWS" (_start, _end) VALUES (-5, 0);
                BEGIN;
                SAVEPOINT s;
                INSERT INTO "City" (name) VALUES ('lost');
                ROLLBACK TO s;
                COMMIT;
                SELECT count(*) FROM "City";
                """)).isEqualTo("""
                Bonn|300
                Lund|
                INSERT 0 2
                INSERT 0 3
                301
                2
                3
                4
                UPDATE 4
                Bonn0|301
                UPDATE 1
                UPDATE 2
                -7
                -7
                INSERT 0 2
                psql:<stdin>:10: ERROR:  a node cannot be deleted while it has relationships: id=32772, relationships=1
                DELETE 2
                BEGIN
                DELETE 3
                301

                DELETE 2
                COMMIT
                Oslo|700000
                Rome|
                psql:<stdin>:17: ERROR:  cannot insert a non-DEFAULT value into column "_id"
                psql:<stdin>:18: ERROR:  a relationship cannot be made because one of its nodes is null: variable=_start
                BEGIN
                SAVEPOINT
                INSERT 0 1
                psql:<stdin>:22: WARNING:  the transaction has written since the savepoint, and takes back all or \
                nothing: changes=1
                ROLLBACK
                psql:<stdin>:23: ERROR:  connection to server "thetis" cannot be used due to abort cleanup failure
                2
                """);
    }

    @Test
    void remoteEstimates_andErrors() throws IOException, InterruptedException {
        assertThat(psql("""
                ALTER SERVER thetis OPTIONS (ADD use_remote_estimate 'true');
                SELECT p.name, k.since FROM "Person" p JOIN "KNOWS" k ON p._id = k._start WHERE p.id = 7 ORDER BY 2;
                ALTER SERVER thetis OPTIONS (DROP use_remote_estimate);
                """)).isEqualTo("name7|7\nname7|7\n");
        assertThat(psql("SELECT sqrt(1 - score) FROM \"Person\" WHERE 1 / (id - 1) > 0;"))
                .contains("division by zero");
        assertThat(psql("SELECT count(*) FROM \"City\";")).isEqualTo("2\n");
    }
}
