package org.thetisdb.bench.sustained;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.thetisdb.bench.harness.PostgresServer;

/** PostgreSQL, a server process with its defaults: an item is a row with a primary key. */
final class PostgresWrites implements SustainedStore {
    private static final String SCHEMA =
            "CREATE TABLE item (id bigint PRIMARY KEY, part bigint NOT NULL, size bigint NOT NULL, name text NOT NULL)";
    private static final String COMMIT = "INSERT INTO item SELECT id, id % 1000, 3 * id, 'the name of item ' || id"
            + " FROM generate_series(?::bigint, ?::bigint) AS id";

    private final String account;
    private @Nullable PostgresServer server;

    PostgresWrites(String account) {
        this.account = account;
    }

    @Override
    public String description() {
        return "PostgreSQL on this machine, a server process of its own; defaults (synchronous_commit, fsync and"
                + " full_page_writes on) but for shared_buffers, which is all of the memory; JDBC over the loopback"
                + " interface, prepared statements; an item is a row with a primary key";
    }

    @Override
    public void open(Path directory, long memoryBytes) throws Exception {
        server = PostgresServer.start(directory, memoryBytes, account);
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute(SCHEMA);
        }
    }

    private PostgresServer server() {
        return Objects.requireNonNull(server, "the store is not open");
    }

    private Connection connection() throws SQLException {
        return DriverManager.getConnection(server().url());
    }

    @Override
    public Client connect() throws SQLException {
        Connection connection = connection();
        return new PostgresClient(connection, connection.prepareStatement(COMMIT));
    }

    @Override
    public long count() throws SQLException {
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT count(*) FROM item")) {
            result.next();
            return result.getLong(1);
        }
    }

    @Override
    public long processId() throws IOException {
        return server().processId();
    }

    @Override
    public void close() throws Exception {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    private record PostgresClient(Connection connection, PreparedStatement statement) implements Client {
        @Override
        public void commit(long firstId, int itemCount) throws SQLException {
            statement.setLong(1, firstId);
            statement.setLong(2, firstId + itemCount - 1);
            statement.executeUpdate();
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }
}
