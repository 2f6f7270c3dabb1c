package org.thetisdb.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A PostgreSQL of the test's own joins its tables with the graph. */
class PostgresFdwTest {
    @TempDir
    static Path directory;

    private static GraphServer server;
    private static boolean started;
    private static int port;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        assumeTrue(Programs.find("initdb").isPresent(), "initdb is neither on the PATH nor where Debian keeps it");
        assumeTrue(Programs.find("psql").isPresent(), "psql is not on the PATH");
        if (isRoot()) {
            assumeTrue(
                    Programs.run(directory, Map.of(), List.of("id", account()), "")
                                    .code()
                            == 0,
                    "PostgreSQL does not run as root, and there is no account " + account());
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Path home = Files.createDirectory(directory.resolve("postgres"));
        if (isRoot()) {
            Files.setOwner(
                    home, home.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(account()));
        }
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String data = home.resolve("data").toString();
        call("initdb", "-D", data, "-U", "bench", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync");
        String settings = "-p " + port + " -c fsync=off -c listen_addresses=127.0.0.1 -c unix_socket_directories=";
        call("pg_ctl", "start", "-w", "-D", data, "-l", home.resolve("log").toString(), "-o", settings);
        started = true;
        server = GraphServer.start(directory);
        psql("""
                CREATE EXTENSION postgres_fdw;
                CREATE SERVER thetis FOREIGN DATA WRAPPER postgres_fdw
                  OPTIONS (host '127.0.0.1', port '%d', dbname 'graph', fetch_size '100');
                CREATE USER MAPPING FOR bench SERVER thetis OPTIONS (user 'ada');
                CREATE SCHEMA g;
                IMPORT FOREIGN SCHEMA public FROM SERVER thetis INTO g;
                CREATE TABLE orders (person bigint, amount int);
                INSERT INTO orders SELECT 1 + i %% 1000, i FROM generate_series(1, 5000) i;
                ANALYZE orders;
                """.formatted(server.port()));
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        if (started) {
            call(
                    "pg_ctl",
                    "stop",
                    "-w",
                    "-m",
                    "immediate",
                    "-D",
                    directory.resolve("postgres/data").toString());
        }
        if (server != null) {
            server.close();
        }
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static String account() {
        return System.getProperty("thetis.postgres.account", "postgres");
    }

    private static void call(String name, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("runuser", "-u", account(), "--"));
        }
        command.add(Programs.find(name).orElseThrow().toString());
        command.addAll(List.of(arguments));
        Programs.Ended ended = Programs.run(directory, Map.of(), command, "");
        assertThat(ended.code()).as("%s: %s", command, ended.output()).isZero();
    }

    private static String psql(String input) throws IOException, InterruptedException {
        return psql(port, "-c search_path=g,public -c timezone=UTC", input);
    }

    private static String psql(int at, String options, String input) throws IOException, InterruptedException {
        return Programs.run(
                        directory,
                        Map.of(
                                "PGHOST", "127.0.0.1",
                                "PGPORT", Integer.toString(at),
                                "PGUSER", "bench",
                                "PGDATABASE", "postgres",
                                "PGOPTIONS", options),
                        List.of(Programs.find("psql").orElseThrow().toString(), "-X", "-q", "-A", "-t", "-f", "-"),
                        input)
                .output();
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
        String theirs = psql(port, "-c search_path=copies -c timezone=UTC", script.toString());
        assertThat(theirs).doesNotContain("ERROR");
        assertThat(psql(server.port(), "-c timezone=UTC", script.toString())).isEqualTo(theirs);
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
    void remoteEstimates_andErrors() throws IOException, InterruptedException {
        assertThat(psql("""
                ALTER SERVER thetis OPTIONS (ADD use_remote_estimate 'true');
                SELECT p.name, k.since FROM "Person" p JOIN "KNOWS" k ON p._id = k._start WHERE p.id = 7 ORDER BY 2;
                ALTER SERVER thetis OPTIONS (DROP use_remote_estimate);
                """)).isEqualTo("name7|7\nname7|7\n");
        assertThat(psql("UPDATE \"Person\" SET name = 'x' WHERE id = 1;")).contains("is not supported");
        assertThat(psql("SELECT sqrt(1 - score) FROM \"Person\" WHERE 1 / (id - 1) > 0;"))
                .contains("division by zero");
        assertThat(psql("SELECT count(*) FROM \"City\";")).isEqualTo("2\n");
    }
}
