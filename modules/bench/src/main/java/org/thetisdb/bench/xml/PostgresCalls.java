package org.thetisdb.bench.xml;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.bench.harness.ResidentMemory;

/** PostgreSQL's XMLTABLE over its own catalogue. Used by one thread. */
final class PostgresCalls {
    private static final String QUERY = "SELECT xmltable.* FROM catalog_as_xml,"
            + " XMLTABLE('//*[string-length(.) = 6]' PASSING x COLUMNS s text PATH 'string(.)')";
    private static final Pattern EXECUTION = Pattern.compile("Execution Time: ([0-9.]+) ms");

    private final String url;

    PostgresCalls(String url) {
        this.url = url;
    }

    /** Makes the document, and gives its text. */
    String fill() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE catalog_as_xml AS" + " SELECT schema_to_xml('pg_catalog', true, false, '') AS x");
            return text(statement, "SELECT x::text FROM catalog_as_xml");
        }
    }

    /** What the server calls itself. */
    String version() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            return text(statement, "SHOW server_version");
        }
    }

    private static String text(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    /**
     * Calls in a new session, as EXPLAIN ANALYZE times them: without what it costs to bring the rows to the client.
     *
     * @param processors where its process may run
     */
    SessionTimes session(String processors, int calls) throws SQLException, IOException, InterruptedException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            long process = Long.parseLong(text(statement, "SELECT pg_backend_pid()"));
            Process pinned = new ProcessBuilder("taskset", "-c", "-p", processors, Long.toString(process))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (pinned.waitFor() != 0) {
                throw new IOException("taskset has failed: processors=" + processors);
            }
            List<Double> millis = new ArrayList<>();
            for (int call = 0; call < calls; call++) {
                millis.add(explained(statement));
            }
            Digest digest = new Digest();
            try (ResultSet rows = statement.executeQuery(QUERY)) {
                while (rows.next()) {
                    digest.add(rows.getString(1));
                }
            }
            return new SessionTimes(millis, digest.text(), ResidentMemory.peakBytes(process));
        }
    }

    private static double explained(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("EXPLAIN ANALYZE " + QUERY)) {
            while (rows.next()) {
                Matcher line = EXECUTION.matcher(rows.getString(1));
                if (line.find()) {
                    return Double.parseDouble(line.group(1));
                }
            }
        }
        throw new SQLException("EXPLAIN ANALYZE told no time");
    }
}
