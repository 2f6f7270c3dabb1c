package org.thetisdb.bench.spill;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The program that answers one question by DuckDB, and prints its seconds and its answer. Its arguments are the
 * database, the limit, the threads, the folder of temporary files and the text.
 */
public final class DuckDbTask {
    private DuckDbTask() {}

    /** Runs the question. */
    public static void main(String[] arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + arguments[0]);
                Statement statement = connection.createStatement()) {
            statement.execute("SET memory_limit = '" + arguments[1] + "'");
            statement.execute("SET threads = " + arguments[2]);
            statement.execute("SET temp_directory = '" + arguments[3] + "'");
            // Thetis promises no order where none is asked for, so neither need DuckDB.
            statement.execute("SET preserve_insertion_order = false");
            long started = System.nanoTime();
            List<String> rows = new ArrayList<>();
            if (statement.execute(arguments[4])) {
                try (ResultSet result = statement.getResultSet()) {
                    while (result.next()) {
                        rows.add(row(result));
                    }
                }
            }
            System.out.println((System.nanoTime() - started) / 1e9);
            rows.forEach(System.out::println);
        }
    }

    private static String row(ResultSet result) throws SQLException {
        List<String> values = new ArrayList<>();
        for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
            values.add(result.getString(column));
        }
        return String.join(",", values);
    }
}
