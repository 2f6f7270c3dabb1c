package org.thetisdb.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What programs in Python do, with psycopg 3: the Python of the property thetis.python, or the one on the PATH. */
class PsycopgTest {
    private static final String SCENARIO = """
            import psycopg, sys, datetime
            from psycopg.types.json import Jsonb
            address = "host=127.0.0.1 user=ada dbname=graph port=" + sys.argv[1]
            with psycopg.connect(address) as c:
                print(c.execute('SELECT name, born FROM "Person" WHERE id = %s', (3,)).fetchone())
                print(c.execute('SELECT id FROM "Person" WHERE born = %s', (datetime.date(1980, 1, 4),)).fetchall())
                print(c.execute('SELECT id FROM "Person" WHERE id = ANY(%s) ORDER BY id', ([1, 2],)).fetchall())
                print(c.execute('SELECT tags, people FROM "City" ORDER BY name').fetchall())
                print(c.execute('SELECT * FROM cypher($$ MATCH (p:Person {id: $id}) RETURN p $$, %s) AS (p agtype)',
                    (Jsonb({"id": 9}),)).fetchone()[0]["properties"]["name"])
                print(c.execute('SELECT * FROM cypher($$ RETURN $p1, $p2 $$, %s, %s) AS (a text, b int)',
                    ("x", 2)).fetchone())
                try:
                    c.execute("SELECT nope")
                except psycopg.errors.UndefinedColumn as e:
                    print(e.sqlstate, e.diag.statement_position)
                c.rollback()
                with c.transaction():
                    try:
                        with c.transaction():
                            c.execute("SELECT 1 / 0")
                    except psycopg.errors.DivisionByZero as e:
                        print(e.sqlstate)
                    print(c.execute("SELECT 2").fetchone())
                with c.cursor() as cursor:
                    cursor.executemany('INSERT INTO "City" (name, people) VALUES (%s, %s)',
                        [("Ulm", 5), ("Kiel", None)])
                    print(cursor.rowcount, c.execute('DELETE FROM "City" WHERE name = %s RETURNING people',
                        ("Ulm",)).fetchall())
                c.rollback()
                with c.cursor(name="portions") as cursor:
                    cursor.itersize = 100
                    cursor.execute('SELECT id FROM "Person"')
                    print(sum(row[0] for row in cursor))
                with c.cursor(binary=True) as cursor:
                    cursor.execute('SELECT id, name, score, active, born, at, interval \\'1 day\\', 1.5::numeric'
                        ' FROM "Person" WHERE id = 2')
                    print(cursor.fetchone())
                with c.cursor().copy('COPY (SELECT id, name FROM "Person" WHERE id < 3) TO STDOUT') as copy:
                    print(list(copy.rows()))
            with psycopg.connect(address, autocommit=True) as c:
                for i in range(8):
                    row = c.execute('SELECT name FROM "Person" WHERE id = %s', (i + 1,)).fetchone()
                    assert row == (f"name{i + 1}",)
                with c.pipeline():
                    a, b = c.execute("SELECT 1"), c.execute("SELECT 2")
                    print(a.fetchone(), b.fetchone())
            """;

    @TempDir
    Path directory;

    @Test
    void program_usesTheServer() throws IOException, InterruptedException {
        Optional<Path> python = Optional.ofNullable(System.getProperty("thetis.python"))
                .map(Path::of)
                .or(() -> Programs.find("python3"));
        assumeTrue(python.isPresent(), "python3 is not on the PATH");
        String program = python.orElseThrow().toString();
        int known = Programs.run(directory, Map.of(), List.of(program, "-c", "import psycopg"), "")
                .code();
        assumeTrue(known == 0, "psycopg 3 is not there: give a Python that has it, -Dthetis.python=venv/bin/python");
        try (GraphServer server = GraphServer.start(directory)) {
            Programs.Ended ended = Programs.run(
                    directory, Map.of(), List.of(program, "-c", SCENARIO, Integer.toString(server.port())), "");
            assertThat(ended.output()).isEqualTo("""
                    ('name3', datetime.date(1980, 1, 4))
                    [(3,)]
                    [(1,), (2,)]
                    [(None, 700000), (['a', 'b'], None)]
                    name9
                    ('x', 2)
                    42703 8
                    22012
                    (2,)
                    2 [(5,)]
                    500500
                    (2, 'name2', 1.0, True, datetime.date(1980, 1, 3), datetime.datetime(2020, 1, 1, 2, 0, \
                    tzinfo=datetime.timezone.utc), datetime.timedelta(days=1), Decimal('1.5'))
                    [('1', 'name1'), ('2', 'name2')]
                    (1,) (2,)
                    """);
        }
    }
}
