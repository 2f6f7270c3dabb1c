package org.thetisdb.bench.versions;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.thetisdb.bench.harness.StoreDirectory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * H2, embedded. A commit alone writes but does not sync, whatever the write delay; so each is followed by
 * {@code CHECKPOINT SYNC}, which does. There is no function that changes one field of a JSON value: the client writes
 * the whole document again.
 */
final class H2Store implements VersionStore {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @SuppressWarnings("NullAway.Init") // Set before it is read.
    private Path directory;

    @SuppressWarnings("NullAway.Init") // Set before it is read.
    private String url;

    private @Nullable Connection keepOpen;

    @Override
    public String name() {
        return "h2";
    }

    @Override
    public String description() {
        return "H2 " + org.h2.engine.Constants.VERSION + " embedded, in this process; WRITE_DELAY 0 and CHECKPOINT SYNC"
                + " after every commit (without it a commit is not on the device); JSON columns, history table written"
                + " by the client in the same transaction; differences are computed by the client; results of"
                + " queries are not reused; its files are measured after SHUTDOWN COMPACT, all of them before";
    }

    @Override
    public void open(Path newDirectory, long memoryBytes) throws Exception {
        directory = Files.createDirectories(newDirectory);
        url = "jdbc:h2:" + directory.resolve("documents").toAbsolutePath()
                + ";WRITE_DELAY=0;OPTIMIZE_REUSE_RESULTS=FALSE;CACHE_SIZE=" + (memoryBytes >> 10);
        keepOpen = DriverManager.getConnection(url);
        try (Statement statement = keepOpen.createStatement()) {
            statement.execute("CREATE TABLE document (id BIGINT PRIMARY KEY, body JSON NOT NULL)");
            statement.execute("CREATE TABLE document_history (revision BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                    + " id BIGINT NOT NULL, valid_from TIMESTAMP(9) WITH TIME ZONE NOT NULL, body JSON NOT NULL)");
            statement.execute("CREATE INDEX document_history_time ON document_history (id, valid_from DESC)");
        }
    }

    @Override
    public Client connect() throws SQLException {
        return new H2Client(DriverManager.getConnection(url));
    }

    @Override
    public Size size() throws Exception {
        long allBytes = StoreDirectory.bytes(directory);
        Connection opened = Objects.requireNonNull(keepOpen, "the store is not open");
        try (Statement statement = opened.createStatement()) {
            statement.execute("SHUTDOWN COMPACT");
        }
        opened.close();
        long compactBytes = StoreDirectory.bytes(directory);
        keepOpen = DriverManager.getConnection(url);
        return new Size(compactBytes, allBytes);
    }

    @Override
    public void close() throws Exception {
        if (keepOpen != null) {
            keepOpen.close();
            keepOpen = null;
        }
    }

    private static final class H2Client implements Client {
        private final Connection connection;
        private final PreparedStatement insert;
        private final PreparedStatement update;
        private final PreparedStatement keep;
        private final PreparedStatement sync;
        private final PreparedStatement versions;
        private final PreparedStatement readAt;
        private final PreparedStatement readRevision;
        private final PreparedStatement counterHistory;

        H2Client(Connection connection) throws SQLException {
            this.connection = connection;
            connection.setAutoCommit(false);
            insert = connection.prepareStatement("INSERT INTO document VALUES (?, ? FORMAT JSON)");
            update = connection.prepareStatement("UPDATE document SET body = ? FORMAT JSON WHERE id = ?");
            keep = connection.prepareStatement(
                    "INSERT INTO document_history (id, valid_from, body) VALUES (?, ?, ? FORMAT JSON)");
            sync = connection.prepareStatement("CHECKPOINT SYNC");
            versions = connection.prepareStatement(
                    "SELECT revision, valid_from FROM document_history WHERE id = ? ORDER BY revision");
            // Naming the id in the order, too, lets H2 see that the index has it: no sort.
            readAt = connection.prepareStatement("SELECT body FROM document_history"
                    + " WHERE id = ? AND valid_from <= ? ORDER BY id, valid_from DESC FETCH FIRST ROW ONLY");
            readRevision = connection.prepareStatement("SELECT body FROM document_history WHERE revision = ?");
            counterHistory = connection.prepareStatement("SELECT COUNT(*),"
                    + " SUM(CAST(CAST((body).\"counter\" AS VARCHAR) AS BIGINT)) FROM document_history WHERE id = ?");
        }

        @Override
        public void insert(long id) throws SQLException {
            String body = Document.json(0);
            insert.setLong(1, id);
            insert.setString(2, body);
            insert.executeUpdate();
            keepAndCommit(id, body);
        }

        @Override
        public void setCounter(long id, long counter) throws SQLException {
            String body = Document.json(counter);
            update.setString(1, body);
            update.setLong(2, id);
            update.executeUpdate();
            keepAndCommit(id, body);
        }

        private void keepAndCommit(long id, String body) throws SQLException {
            keep.setLong(1, id);
            keep.setObject(2, OffsetDateTime.now(ZoneOffset.UTC));
            keep.setString(3, body);
            keep.executeUpdate();
            connection.commit();
            sync.execute();
        }

        @Override
        public List<Version> versions(long id) throws SQLException {
            versions.setLong(1, id);
            List<Version> list = new ArrayList<>();
            try (ResultSet result = versions.executeQuery()) {
                while (result.next()) {
                    OffsetDateTime time = result.getObject(2, OffsetDateTime.class);
                    list.add(new Version(result.getLong(1), time.toInstant()));
                }
            }
            connection.commit();
            return list;
        }

        @Override
        public String readAt(long id, Version version) throws SQLException {
            readAt.setLong(1, id);
            readAt.setObject(2, version.time().atOffset(ZoneOffset.UTC));
            return onlyText(readAt);
        }

        private String onlyText(PreparedStatement statement) throws SQLException {
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                return result.getString(1);
            } finally {
                connection.commit();
            }
        }

        @Override
        public FieldHistory counterHistory(long id) throws SQLException {
            counterHistory.setLong(1, id);
            try (ResultSet result = counterHistory.executeQuery()) {
                result.next();
                return new FieldHistory(result.getLong(1), result.getLong(2));
            } finally {
                connection.commit();
            }
        }

        @Override
        public List<Change> changes(long id, Version from, Version to) throws SQLException {
            readRevision.setLong(1, from.revision());
            JsonNode before = JSON.readTree(onlyText(readRevision));
            readRevision.setLong(1, to.revision());
            JsonNode after = JSON.readTree(onlyText(readRevision));
            List<Change> list = new ArrayList<>();
            for (String field : before.propertyNames()) {
                if (!Objects.equals(before.get(field), after.get(field))) {
                    list.add(new Change(field, before.get(field).toString(), String.valueOf(after.get(field))));
                }
            }
            for (String field : after.propertyNames()) {
                if (!before.has(field)) {
                    list.add(new Change(field, null, after.get(field).toString()));
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
