package org.thetisdb.bench.duckdb;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Opens databases of DuckDB in this process. */
public final class DuckDb {
    private DuckDb() {}

    /**
     * Opens a database, which is made if there is none.
     *
     * @param database its file
     * @param memoryLimit what it may use for all that it holds, as DuckDB writes sizes: {@code 512MiB}
     * @param threadCount threads of a query
     */
    public static Connection connect(String database, String memoryLimit, int threadCount) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:duckdb:" + database);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET memory_limit = '" + memoryLimit + "'");
            statement.execute("SET threads = " + threadCount);
            // Thetis promises no order where none is asked for, so neither need DuckDB.
            statement.execute("SET preserve_insertion_order = false");
            return connection;
        } catch (SQLException failure) {
            connection.close();
            throw failure;
        }
    }
}
