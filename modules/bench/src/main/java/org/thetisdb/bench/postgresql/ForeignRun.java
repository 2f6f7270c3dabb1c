package org.thetisdb.bench.postgresql;

import java.io.IOException;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.Database;
import org.thetisdb.Session;
import org.thetisdb.bench.harness.PostgresServer;
import org.thetisdb.bench.harness.Spread;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.postgresql.PostgresqlOptions;
import org.thetisdb.postgresql.PostgresqlServer;

/** Measures foreign rows of Thetis beside those of another PostgreSQL. */
public final class ForeignRun {
    private static final int STEP = 100_000;
    private static final long POSTGRES_BYTES = 256L << 20;

    /** Queries by name; the schema of the foreign table stands for {@code %s}. */
    private static final List<Query> QUERIES = List.of(
            new Query(
                    "join with a local table",
                    "SELECT count(*), sum(t.score), max(t.name) FROM %s.\"Item\" t JOIN loc l ON l.item = t.id"),
            new Query(
                    "all rows",
                    "SELECT count(id), max(name), sum(score)"
                            + " FROM (SELECT id, name, score FROM %s.\"Item\" OFFSET 0) s"),
            new Query("aggregate, pushed down", "SELECT count(*), sum(score) FROM %s.\"Item\" WHERE id %% 10 = 3"));

    private record Query(String name, String sql) {}

    private final ForeignOptions options;
    private final PrintStream out;

    /** A run that reports to a stream. */
    public ForeignRun(ForeignOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** Runs all rounds; false if an answer differed. */
    public boolean run() throws IOException, InterruptedException, SQLException {
        StoreDirectory.recreate(options.directory());
        try (Database database = Database.create(options.directory().resolve("graph.thetis"));
                PostgresServer postgres = PostgresServer.start(
                        options.directory().resolve("postgres"), POSTGRES_BYTES, options.databaseUser())) {
            fill(database);
            try (PostgresqlServer thetis = PostgresqlServer.start(database, PostgresqlOptions.onPort(0))) {
                fill(postgres, thetis.port());
                return measure(postgres);
            }
        }
    }

    private void fill(Database database) {
        try (Session session = database.session()) {
            for (int from = 1; from <= options.rowCount(); from += STEP) {
                int to = Math.min(options.rowCount(), from + STEP - 1);
                session.run("UNWIND range(" + from + ", " + to
                        + ") AS i CREATE (:Item {id: i, name: 'name' + i, score: i * 0.5})");
            }
        }
        database.checkpoint();
    }

    private void fill(PostgresServer postgres, int thetisPort) throws SQLException {
        Matcher port = Pattern.compile(":(\\d+)/").matcher(postgres.url());
        if (!port.find()) {
            throw new IllegalStateException("an address without a port: " + postgres.url());
        }
        execute(postgres.url(), "CREATE DATABASE other");
        execute(
                postgres.url().replace("/postgres?", "/other?"),
                "CREATE TABLE \"Item\" (id bigint, name text COLLATE \"C\", score float8)",
                "INSERT INTO \"Item\" SELECT i, 'name' || i, i * 0.5 FROM generate_series(1, " + options.rowCount()
                        + ") i",
                "VACUUM ANALYZE \"Item\"");
        execute(
                postgres.url(),
                "CREATE EXTENSION postgres_fdw",
                server("thetis", thetisPort, "graph"),
                server("other", Integer.parseInt(port.group(1)), "other"),
                "CREATE USER MAPPING FOR bench SERVER thetis OPTIONS (user 'bench')",
                "CREATE USER MAPPING FOR bench SERVER other OPTIONS (user 'bench')",
                "CREATE SCHEMA thetis",
                "CREATE SCHEMA other",
                "IMPORT FOREIGN SCHEMA public FROM SERVER thetis INTO thetis",
                "IMPORT FOREIGN SCHEMA public FROM SERVER other INTO other",
                "CREATE TABLE loc AS SELECT i AS item FROM generate_series(1, " + options.rowCount() + ") i",
                "ANALYZE loc");
    }

    private static String server(String name, int port, String database) {
        return "CREATE SERVER " + name + " FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '" + port
                + "', dbname '" + database + "', fetch_size '10000')";
    }

    private static void execute(String url, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private boolean measure(PostgresServer postgres) throws SQLException {
        Map<String, List<Double>> millis = new LinkedHashMap<>();
        try (Connection connection = DriverManager.getConnection(postgres.url());
                Statement statement = connection.createStatement()) {
            statement.execute("SET max_parallel_workers_per_gather = 0");
            statement.execute("SET work_mem = '256MB'");
            for (int round = 0; round <= options.rounds(); round++) {
                for (Query query : QUERIES) {
                    List<String> schemas = round % 2 == 0 ? List.of("thetis", "other") : List.of("other", "thetis");
                    List<String> answers = new ArrayList<>();
                    for (String schema : schemas) {
                        long start = System.nanoTime();
                        answers.add(answer(statement, String.format(Locale.ROOT, query.sql(), schema)));
                        double time = (System.nanoTime() - start) / 1e6;
                        if (round > 0) {
                            millis.computeIfAbsent(query.name() + ", " + schema, _ -> new ArrayList<>())
                                    .add(time);
                        }
                    }
                    if (!answers.getFirst().equals(answers.getLast())) {
                        out.println("answers differ: query=" + query.name() + ", answers=" + answers);
                        return false;
                    }
                }
            }
        }
        report(millis);
        return true;
    }

    private static String answer(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            StringBuilder answer = new StringBuilder();
            for (int index = 1; index <= rows.getMetaData().getColumnCount(); index++) {
                answer.append(rows.getString(index)).append('|');
            }
            return answer.toString();
        }
    }

    private void report(Map<String, List<Double>> millis) {
        out.println(options.rowCount() + " foreign rows, " + options.rounds() + " rounds, medians in ms [least..most]");
        out.println();
        out.println("| query | rows of Thetis | rows of PostgreSQL | ratio |");
        out.println("|---|---:|---:|---:|");
        for (Query each : QUERIES) {
            String query = each.name();
            Spread ours = spread(millis.getOrDefault(query + ", thetis", List.of()));
            Spread theirs = spread(millis.getOrDefault(query + ", other", List.of()));
            out.printf(
                    Locale.ROOT,
                    "| %s | %s | %s | %.2f |%n",
                    query,
                    ours.rounded(),
                    theirs.rounded(),
                    theirs.median() / ours.median());
        }
    }

    private static Spread spread(List<Double> times) {
        return Spread.of(times.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
