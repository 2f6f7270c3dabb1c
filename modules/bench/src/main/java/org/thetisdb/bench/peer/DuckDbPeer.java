package org.thetisdb.bench.peer;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.bench.duckdb.DuckDb;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.snb.Dataset;

/** DuckDB, embedded as a native library in this process: the same questions in SQL, statements kept per query. */
final class DuckDbPeer implements Peer {
    private record Prepared(PreparedStatement statement, List<String> parameters) {}

    private final int threadCount;
    private final Map<String, Prepared> prepared = new HashMap<>();
    private @Nullable Connection connection;

    /** A peer whose queries and load use that many threads. */
    DuckDbPeer(int threadCount) {
        this.threadCount = threadCount;
    }

    @Override
    public String name() {
        return "duckdb";
    }

    @Override
    public String description() {
        return "DuckDB " + version() + " embedded (native), " + threadCount + " threads at most per query, questions in"
                + " SQL over tables with columns for relationships to one node";
    }

    private static String version() {
        try (Connection memory = DuckDb.connect("", "64MiB", 1)) {
            return memory.getMetaData().getDatabaseProductVersion();
        } catch (SQLException failure) {
            throw failed(failure);
        }
    }

    private static IllegalStateException failed(SQLException failure) {
        return new IllegalStateException("DuckDB failed: " + failure.getMessage(), failure);
    }

    @Override
    public Optional<String> skipReason(String query) {
        return DuckDbText.of(query).isPresent() ? Optional.empty() : Optional.of("no text in SQL");
    }

    @Override
    public boolean isLoaded(Path directory) {
        return StoreDirectory.isComplete(directory);
    }

    @Override
    public LoadTime load(Dataset dataset, Path directory, long memoryBytes) throws IOException {
        return FileLoad.run(
                directory,
                csv -> {
                    DuckDbFiles.write(dataset.snapshot(), csv);
                    return csv;
                },
                csv -> loadFiles(csv, directory, memoryBytes));
    }

    private void loadFiles(Path csv, Path directory, long memoryBytes) {
        open(directory, memoryBytes);
        try {
            DuckDbFiles.load(connection(), csv);
        } catch (SQLException failure) {
            throw failed(failure);
        } finally {
            close();
        }
    }

    @Override
    public void open(Path directory, long memoryBytes) {
        try {
            connection = DuckDb.connect(directory.resolve("store.duckdb").toString(), memoryBytes + "B", threadCount);
        } catch (SQLException failure) {
            throw failed(failure);
        }
    }

    private Connection connection() {
        return Objects.requireNonNull(connection, "the peer is not open");
    }

    @Override
    public void warm() {
        try (Statement statement = connection().createStatement()) {
            List<String> tables = new ArrayList<>();
            try (ResultSet names = statement.executeQuery("SELECT table_name FROM duckdb_tables()")) {
                while (names.next()) {
                    tables.add(names.getString(1));
                }
            }
            for (String table : tables) {
                statement.execute("SELECT max(hash(one_row)) FROM " + table + " AS one_row");
            }
        } catch (SQLException failure) {
            throw failed(failure);
        }
    }

    @Override
    public RawAnswer run(String query, String text, Map<String, Object> parameters, Duration limit) {
        try {
            Prepared question = prepare(query);
            PreparedStatement statement = question.statement();
            statement.setQueryTimeout(Math.toIntExact(limit.toSeconds()));
            for (int index = 0; index < question.parameters().size(); index++) {
                String name = question.parameters().get(index);
                statement.setObject(index + 1, parameter(Objects.requireNonNull(parameters.get(name), name)));
            }
            try (ResultSet result = statement.executeQuery()) {
                return fetch(result);
            }
        } catch (SQLTimeoutException failure) {
            throw new TimeLimitException(query + " took longer than " + limit.toSeconds() + " s", failure);
        } catch (SQLException failure) {
            throw failed(failure);
        }
    }

    private Prepared prepare(String query) throws SQLException {
        Prepared kept = prepared.get(query);
        if (kept == null) {
            DuckDbText text = DuckDbText.of(query).orElseThrow();
            kept = new Prepared(connection().prepareStatement(text.sql()), text.parameters());
            prepared.put(query, kept);
        }
        return kept;
    }

    private Object parameter(Object value) throws SQLException {
        return switch (value) {
            case ZonedDateTime datetime ->
                datetime.withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime();
            case List<?> list -> connection().createArrayOf("VARCHAR", list.toArray());
            default -> value;
        };
    }

    private static RawAnswer fetch(ResultSet result) throws SQLException {
        ResultSetMetaData description = result.getMetaData();
        int columnCount = description.getColumnCount();
        List<String> columns = new ArrayList<>();
        for (int column = 1; column <= columnCount; column++) {
            columns.add(description.getColumnLabel(column));
        }
        List<Object[]> rows = new ArrayList<>();
        while (result.next()) {
            Object[] row = new Object[columnCount];
            for (int index = 0; index < columnCount; index++) {
                row[index] = plain(result, index + 1);
            }
            rows.add(row);
        }
        return new RawAnswer(columns, rows);
    }

    private static @Nullable Object plain(ResultSet result, int column) throws SQLException {
        Object value = result.getObject(column);
        // A timestamp without a zone is handed out in the zone of this process; asked for as such it is as stored.
        return value instanceof Timestamp
                ? result.getObject(column, LocalDateTime.class).atZone(ZoneOffset.UTC)
                : plain(value);
    }

    /** Sums of integers come as 128-bit numbers; here they all fit into 64 bits. */
    private static @Nullable Object plain(@Nullable Object value) throws SQLException {
        return switch (value) {
            case BigInteger number -> number.longValueExact();
            case Array array -> plainList((Object[]) array.getArray());
            case Struct struct -> plainList(struct.getAttributes());
            case null, default -> value;
        };
    }

    private static List<Object> plainList(@Nullable Object[] values) throws SQLException {
        List<Object> list = new ArrayList<>(values.length);
        for (Object value : values) {
            list.add(plain(value));
        }
        return list;
    }

    @Override
    public void close() {
        try {
            for (Prepared question : prepared.values()) {
                question.statement().close();
            }
            prepared.clear();
            if (connection != null) {
                connection.close();
                connection = null;
            }
        } catch (SQLException failure) {
            throw failed(failure);
        }
    }
}
