package org.thetisdb.bench.versions;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.bench.harness.PostgresServer;
import org.thetisdb.bench.harness.StoreDirectory;

/**
 * PostgreSQL with the usual pattern for versioned documents: the current document in one table, and a history table
 * that a trigger fills in the same transaction. Driven through JDBC over the loopback interface.
 */
final class PostgresStore implements VersionStore {
    private static final String SCHEMA = """
            CREATE TABLE document (id bigint PRIMARY KEY, body jsonb NOT NULL);
            CREATE TABLE document_history (
                revision bigserial PRIMARY KEY,
                id bigint NOT NULL,
                valid_from timestamptz NOT NULL DEFAULT clock_timestamp(),
                body jsonb NOT NULL);
            CREATE INDEX document_history_time ON document_history (id, valid_from);
            CREATE FUNCTION keep_version() RETURNS trigger AS $$
            BEGIN
                INSERT INTO document_history (id, body) VALUES (NEW.id, NEW.body);
                RETURN NULL;
            END
            $$ LANGUAGE plpgsql;
            CREATE TRIGGER keep_version AFTER INSERT OR UPDATE ON document
                FOR EACH ROW EXECUTE FUNCTION keep_version();
            CREATE PROCEDURE change_often(document_id bigint, change_count int) AS $$
            BEGIN
                FOR value IN 1..change_count LOOP
                    UPDATE document SET body = jsonb_set(body, '{counter}', to_jsonb(value)) WHERE id = document_id;
                    COMMIT;
                END LOOP;
            END
            $$ LANGUAGE plpgsql;
            CREATE FUNCTION read_often(document_id bigint, read_count int) RETURNS bigint AS $$
            DECLARE
                first timestamptz;
                span interval;
                content text;
                total bigint := 0;
            BEGIN
                SELECT min(valid_from), max(valid_from) - min(valid_from) INTO first, span
                    FROM document_history WHERE id = document_id;
                FOR turn IN 1..read_count LOOP
                    SELECT body::text INTO content FROM document_history
                        WHERE id = document_id AND valid_from <= first + random() * span
                        ORDER BY valid_from DESC LIMIT 1;
                    total := total + length(content);
                END LOOP;
                RETURN total;
            END
            $$ LANGUAGE plpgsql;
            """;
    private static final String CHANGES = """
            SELECT coalesce(a.key, b.key), a.value::text, b.value::text
            FROM (SELECT (jsonb_each(body)).* FROM document_history WHERE revision = ?) a
            FULL JOIN (SELECT (jsonb_each(body)).* FROM document_history WHERE revision = ?) b ON a.key = b.key
            WHERE a.value IS DISTINCT FROM b.value
            """;

    private final String account;

    @SuppressWarnings("NullAway.Init") // Set before it is read.
    private Path directory;

    private @Nullable PostgresServer server;

    PostgresStore(String account) {
        this.account = account;
    }

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public String description() {
        return "PostgreSQL on this machine, a server process of its own; defaults (synchronous_commit, fsync and"
                + " full_page_writes on) but for shared_buffers; JDBC over the loopback interface, prepared statements;"
                + " jsonb, history table filled by a trigger";
    }

    @Override
    public void open(Path newDirectory, long memoryBytes) throws Exception {
        directory = newDirectory;
        server = PostgresServer.start(directory, memoryBytes, account);
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute(SCHEMA);
        }
    }

    private Connection connection() throws SQLException {
        return DriverManager.getConnection(
                Objects.requireNonNull(server, "the store is not open").url());
    }

    @Override
    public Client connect() throws SQLException {
        return new PostgresClient(connection());
    }

    @Override
    public Optional<ServerSide> serverSide() {
        return Optional.of(new ServerSide() {
            @Override
            public void commits(long id, int count) throws SQLException {
                call("CALL change_often(?, ?)", id, count);
            }

            @Override
            public void reads(long id, int count) throws SQLException {
                call("SELECT read_often(?, ?)", id, count);
            }
        });
    }

    private void call(String text, long id, int count) throws SQLException {
        try (Connection connection = connection();
                PreparedStatement statement = connection.prepareStatement(text)) {
            statement.setLong(1, id);
            statement.setInt(2, count);
            statement.execute();
        }
    }

    /** As PostgreSQL's users count it: both tables with their indexes, after a checkpoint, without the log. */
    @Override
    public Size size() throws Exception {
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
            try (ResultSet result = statement.executeQuery(
                    "SELECT pg_total_relation_size('document') + pg_total_relation_size('document_history')")) {
                result.next();
                return new Size(result.getLong(1), StoreDirectory.bytes(directory));
            }
        }
    }

    @Override
    public void close() throws Exception {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    private static final class PostgresClient implements Client {
        private final Connection connection;
        private final PreparedStatement insert;
        private final PreparedStatement setCounter;
        private final PreparedStatement versions;
        private final PreparedStatement readAt;
        private final PreparedStatement counterHistory;
        private final PreparedStatement changes;

        PostgresClient(Connection connection) throws SQLException {
            this.connection = connection;
            insert = connection.prepareStatement("INSERT INTO document VALUES (?, ?::jsonb)");
            setCounter = connection.prepareStatement(
                    "UPDATE document SET body = jsonb_set(body, '{counter}', to_jsonb(?::bigint)) WHERE id = ?");
            versions = connection.prepareStatement(
                    "SELECT revision, valid_from FROM document_history WHERE id = ? ORDER BY valid_from");
            readAt = connection.prepareStatement("SELECT body::text FROM document_history"
                    + " WHERE id = ? AND valid_from <= ? ORDER BY valid_from DESC LIMIT 1");
            counterHistory = connection.prepareStatement(
                    "SELECT count(*), sum((body->>'counter')::bigint) FROM document_history WHERE id = ?");
            changes = connection.prepareStatement(CHANGES);
        }

        @Override
        public void insert(long id) throws SQLException {
            insert.setLong(1, id);
            insert.setString(2, Document.json(0));
            insert.executeUpdate();
        }

        @Override
        public void setCounter(long id, long counter) throws SQLException {
            setCounter.setLong(1, counter);
            setCounter.setLong(2, id);
            setCounter.executeUpdate();
        }

        @Override
        public List<Version> versions(long id) throws SQLException {
            versions.setLong(1, id);
            List<Version> list = new ArrayList<>();
            try (ResultSet result = versions.executeQuery()) {
                while (result.next()) {
                    Instant time = result.getObject(2, OffsetDateTime.class).toInstant();
                    list.add(new Version(result.getLong(1), time));
                }
            }
            return list;
        }

        @Override
        public String readAt(long id, Version version) throws SQLException {
            readAt.setLong(1, id);
            readAt.setObject(2, version.time().atOffset(ZoneOffset.UTC));
            try (ResultSet result = readAt.executeQuery()) {
                result.next();
                return result.getString(1);
            }
        }

        @Override
        public FieldHistory counterHistory(long id) throws SQLException {
            counterHistory.setLong(1, id);
            try (ResultSet result = counterHistory.executeQuery()) {
                result.next();
                return new FieldHistory(result.getLong(1), result.getLong(2));
            }
        }

        @Override
        public List<Change> changes(long id, Version from, Version to) throws SQLException {
            changes.setLong(1, from.revision());
            changes.setLong(2, to.revision());
            List<Change> list = new ArrayList<>();
            try (ResultSet result = changes.executeQuery()) {
                while (result.next()) {
                    list.add(new Change(result.getString(1), result.getString(2), result.getString(3)));
                }
            }
            return list;
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }
}
