package org.thetisdb.bench.peer;

import com.kuzudb.Connection;
import com.kuzudb.Database;
import com.kuzudb.FlatTuple;
import com.kuzudb.KuzuList;
import com.kuzudb.PreparedStatement;
import com.kuzudb.QueryResult;
import com.kuzudb.Value;
import com.kuzudb.Version;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.snb.Dataset;

/** Kuzu, embedded as a native library in this process, two threads, prepared statements kept per query. */
public final class KuzuPeer implements Peer {
    private static final int THREAD_COUNT = 2;
    private static final long DATABASE_BYTES_MAX = 1L << 36;
    private static final long CHECKPOINT_BYTES = 1L << 26;
    /** Part of the error message of a query that ran into its time limit; the library has no code for it. */
    private static final String INTERRUPTED = "Interrupted";

    private final KuzuTexts texts = new KuzuTexts();
    private final Map<String, PreparedStatement> statements = new HashMap<>();
    private @Nullable Database database;
    private @Nullable Connection connection;

    @Override
    public String name() {
        return "kuzu";
    }

    @Override
    public String description() {
        return "Kuzu " + Version.getVersion() + " embedded (native), texts adapted to its dialect and its one label per"
                + " node; a pattern may use a relationship twice";
    }

    @Override
    public Optional<String> skipReason(String query) {
        return texts.skipReason(query);
    }

    @Override
    public boolean isLoaded(Path directory) {
        return StoreDirectory.isComplete(directory);
    }

    @Override
    public LoadTime load(Dataset dataset, Path directory, long memoryBytes) throws IOException {
        return FileLoad.run(
                directory,
                csv -> KuzuFiles.write(dataset.snapshot(), csv),
                statements -> execute(statements, directory, memoryBytes));
    }

    private void execute(List<String> loadStatements, Path directory, long memoryBytes) {
        openDatabase(directory, memoryBytes, false);
        try {
            for (String statement : loadStatements) {
                execute(statement);
            }
            execute("CHECKPOINT");
        } finally {
            close();
        }
    }

    @Override
    public void open(Path directory, long memoryBytes) {
        openDatabase(directory, memoryBytes, true);
    }

    private void openDatabase(Path directory, long memoryBytes, boolean readOnly) {
        database = new Database(
                directory.resolve("store.kuzu").toString(),
                memoryBytes,
                true,
                readOnly,
                DATABASE_BYTES_MAX,
                true,
                CHECKPOINT_BYTES);
        connection = new Connection(database);
        connection.setMaxNumThreadForExec(THREAD_COUNT);
    }

    private Connection connection() {
        return Objects.requireNonNull(connection, "the peer is not open");
    }

    private void execute(String statement) {
        try (QueryResult result = connection().query(statement)) {
            if (!result.isSuccess()) {
                throw new IllegalStateException(result.getErrorMessage() + ": statement=" + statement);
            }
        }
    }

    @Override
    public void warm() {
        execute("MATCH (n) RETURN count(n.id)");
        execute("MATCH (:Person)-[r]->() RETURN count(r.creationDate)");
    }

    @Override
    public RawAnswer run(String query, String text, Map<String, Object> parameters, Duration limit) {
        PreparedStatement statement = statements.computeIfAbsent(query, name -> prepare(name, text));
        connection().setQueryTimeout(limit.toMillis());
        Map<String, Value> values = new HashMap<>();
        parameters.forEach((name, value) -> values.put(name, parameter(value)));
        try (QueryResult result = connection().execute(statement, values)) {
            if (!result.isSuccess()) {
                if (result.getErrorMessage().contains(INTERRUPTED)) {
                    throw new TimeLimitException(query + " took longer than " + limit.toSeconds() + " s", null);
                }
                throw new IllegalStateException(result.getErrorMessage());
            }
            return fetch(result);
        } finally {
            values.values().forEach(Value::close);
        }
    }

    private PreparedStatement prepare(String query, String text) {
        PreparedStatement statement = connection().prepare(texts.text(query, text));
        if (!statement.isSuccess()) {
            String message = statement.getErrorMessage();
            statement.close();
            throw new IllegalStateException(message);
        }
        return statement;
    }

    private static Value parameter(Object value) {
        return switch (value) {
            case ZonedDateTime datetime -> new Value(datetime.toInstant());
            case List<?> list -> {
                Value[] entries = list.stream().map(Value::new).toArray(Value[]::new);
                yield new KuzuList(entries).getValue();
            }
            default -> new Value(value);
        };
    }

    private static RawAnswer fetch(QueryResult result) {
        int columnCount = (int) result.getNumColumns();
        List<String> columns = new ArrayList<>();
        for (int index = 0; index < columnCount; index++) {
            columns.add(result.getColumnName(index));
        }
        List<Object[]> rows = new ArrayList<>();
        while (result.hasNext()) {
            try (FlatTuple tuple = result.getNext()) {
                Object[] row = new Object[columnCount];
                for (int index = 0; index < columnCount; index++) {
                    try (Value value = tuple.getValue(index)) {
                        row[index] = plain(value);
                    }
                }
                rows.add(row);
            }
        }
        return new RawAnswer(columns, rows);
    }

    /** Sums of integers come as 128-bit numbers; here they all fit into 64 bits. */
    private static @Nullable Object plain(Value value) {
        if (value.isNull()) {
            return null;
        }
        return switch (value.getDataType().getID()) {
            case LIST, ARRAY -> {
                KuzuList list = new KuzuList(value);
                List<Object> entries = new ArrayList<>();
                for (long index = 0; index < list.getListSize(); index++) {
                    try (Value entry = list.getListElement(index)) {
                        entries.add(plain(entry));
                    }
                }
                yield entries;
            }
            case INT128 -> value.<BigInteger>getValue().longValueExact();
            default -> value.getValue();
        };
    }

    @Override
    public void close() {
        statements.values().forEach(PreparedStatement::close);
        statements.clear();
        if (connection != null) {
            connection.close();
            connection = null;
        }
        if (database != null) {
            database.close();
            database = null;
        }
    }
}
