package org.thetisdb.bench.extension;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.thetisdb.bench.harness.PostgresServer;

/** A database that is asked by JDBC: a table of numbers. */
final class SqlRows implements RowSystem {
    private static final String POSTGRES = """
            CREATE TABLE r AS SELECT {value} AS v FROM generate_series(1, {rows}::bigint) AS x;
            CREATE FUNCTION f_sql(v bigint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT AS 'SELECT 2 * v + 1';
            CREATE FUNCTION f_plpgsql(v bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT AS
                'BEGIN RETURN 2 * v + 1; END';
            CREATE FUNCTION add_plpgsql(s bigint, v bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT AS
                'BEGIN RETURN s + v; END';
            CREATE AGGREGATE sum_plpgsql(bigint) (SFUNC = add_plpgsql, STYPE = bigint, INITCOND = '0');
            CREATE AGGREGATE sum_sql(bigint) (SFUNC = int8pl, STYPE = bigint, INITCOND = '0');
            VACUUM ANALYZE r;
            """;
    private static final String H2 = """
            CREATE TABLE r AS SELECT CAST({value} AS BIGINT) AS v FROM SYSTEM_RANGE(1, {rows}) AS s(x);
            CREATE ALIAS f_java DETERMINISTIC FOR "{functions}.compute";
            CREATE AGGREGATE sum_java FOR "{sum}";
            """;

    private final String name;
    private final String url;
    private final AutoCloseable server;
    private final Connection connection;
    private final Map<Task, Map<String, String>> statements;

    private SqlRows(
            String name, String url, AutoCloseable server, String script, Map<Task, Map<String, String>> statements)
            throws SQLException {
        this.name = name;
        this.url = url;
        this.server = server;
        this.statements = statements;
        this.connection = DriverManager.getConnection(url);
        for (String each : script.split(";\n")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(each);
            }
        }
    }

    private static String filled(String script, ExtensionOptions options) {
        return script.replace("{value}", RowSystem.formula("x")).replace("{rows}", Integer.toString(options.rows()));
    }

    private static Map<Task, Map<String, String>> builtIn(Map<String, String> function, Map<String, String> aggregate) {
        return Map.of(
                Task.FUNCTION,
                function,
                Task.AGGREGATE,
                aggregate,
                Task.ABSOLUTE,
                Map.of("abs()", "SELECT CAST(sum(abs(v)) AS BIGINT) FROM r"),
                Task.ROOT,
                Map.of("sqrt()", "SELECT CAST(sum(CAST(floor(sqrt(v)) AS BIGINT)) AS BIGINT) FROM r"));
    }

    static SqlRows postgres(Path directory, ExtensionOptions options) throws Exception {
        PostgresServer server = PostgresServer.start(directory, options.memoryBytes(), options.databaseUser());
        Map<String, String> function = new LinkedHashMap<>();
        function.put("an expression", "SELECT sum(2 * v + 1)::bigint FROM r");
        function.put("a function in SQL", "SELECT sum(f_sql(v))::bigint FROM r");
        function.put("a function in PL/pgSQL", "SELECT sum(f_plpgsql(v))::bigint FROM r");
        Map<String, String> aggregate = new LinkedHashMap<>();
        aggregate.put("sum()", "SELECT sum(v)::bigint FROM r");
        aggregate.put("an aggregate of a built-in function", "SELECT sum_sql(v) FROM r");
        aggregate.put("an aggregate in PL/pgSQL", "SELECT sum_plpgsql(v) FROM r");
        return new SqlRows("postgresql", server.url(), server, filled(POSTGRES, options), builtIn(function, aggregate));
    }

    static SqlRows h2(Path directory, ExtensionOptions options) throws SQLException {
        Map<String, String> function = new LinkedHashMap<>();
        function.put("an expression", "SELECT CAST(sum(2 * v + 1) AS BIGINT) FROM r");
        function.put("an alias in Java", "SELECT CAST(sum(f_java(v)) AS BIGINT) FROM r");
        Map<String, String> aggregate = new LinkedHashMap<>();
        aggregate.put("sum()", "SELECT CAST(sum(v) AS BIGINT) FROM r");
        aggregate.put("a class in Java", "SELECT sum_java(v) FROM r");
        String script = filled(H2, options)
                .replace("{functions}", SampleFunctions.class.getName())
                .replace("{sum}", H2Sum.class.getName());
        return new SqlRows(
                "h2",
                "jdbc:h2:file:" + directory.toAbsolutePath().resolve("rows") + ";CACHE_SIZE="
                        + (options.memoryBytes() >> 10),
                () -> {},
                script,
                builtIn(function, aggregate));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<Task, Map<String, String>> statements() {
        return statements;
    }

    @Override
    public long run(String statement) throws SQLException {
        return run(connection, statement);
    }

    private static long run(Connection connection, String text) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(text)) {
            result.next();
            return result.getLong(1);
        }
    }

    @Override
    public long runInNewSession(String statement) throws SQLException {
        try (Connection another = DriverManager.getConnection(url)) {
            return run(another, statement);
        }
    }

    @Override
    public void close() throws Exception {
        connection.close();
        server.close();
    }
}
