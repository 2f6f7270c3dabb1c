package org.thetisdb.bench.duckdb;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The program that answers one question by DuckDB, and prints what {@link Repeats} says. Its arguments are
 * the database, the limit, the threads, the folder of temporary files, how often it asks, and the text.
 */
public final class DuckDbTask {
    private DuckDbTask() {}

    /** Runs the question. */
    public static void main(String[] arguments) throws SQLException {
        try (Connection connection = DuckDb.connect(arguments[0], arguments[1], Integer.parseInt(arguments[2]));
                Statement statement = connection.createStatement()) {
            statement.execute("SET temp_directory = '" + arguments[3] + "'");
            Repeats.run(Integer.parseInt(arguments[4]), () -> ask(statement, arguments[5]));
        }
    }

    private static Repeats.Answer ask(Statement statement, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        if (statement.execute(sql)) {
            try (ResultSet result = statement.getResultSet()) {
                while (result.next()) {
                    rows.add(row(result));
                }
            }
        }
        return new Repeats.Answer(rows, 0);
    }

    private static String row(ResultSet result) throws SQLException {
        List<String> values = new ArrayList<>();
        for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
            values.add(result.getString(column));
        }
        return String.join(",", values);
    }
}
