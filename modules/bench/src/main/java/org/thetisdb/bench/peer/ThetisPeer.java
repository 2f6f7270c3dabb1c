package org.thetisdb.bench.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Record;
import org.thetisdb.Result;
import org.thetisdb.Session;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.snb.Dataset;
import org.thetisdb.dump.CsvDump;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Thetis through its public API: one session for all queries and one for each client, files imported as they are. */
public final class ThetisPeer implements UpdateTarget {
    /** Statements that read the whole store. */
    public static final List<String> READ_ALL = List.of(
            "MATCH (n) RETURN sum(size(keys(n))) AS keys", "MATCH ()-[r]->() RETURN sum(size(keys(r))) AS keys");

    private final String name;
    private final int threadCount;

    @SuppressWarnings("NullAway.Init") // Set before it is read.
    private TimeLimitWatch watch;

    private @Nullable Database database;

    @SuppressWarnings("NullAway.Init") // Set before it is read.
    private Session session;

    /** A peer of that name whose queries and import use that many threads. */
    public ThetisPeer(String name, int threadCount) {
        this.name = name;
        this.threadCount = threadCount;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return "Thetis embedded, vectorised runtime, " + threadCount + " threads at most per query";
    }

    @Override
    public boolean isLoaded(Path directory) {
        return StoreDirectory.isComplete(directory);
    }

    @Override
    public LoadTime load(Dataset dataset, Path directory, long memoryBytes) throws IOException {
        return load(dataset.mappingFile(), dataset.folder(), directory, memoryBytes);
    }

    /**
     * As {@link #load(Dataset, Path, long)}, of any files.
     *
     * @param mapping the import's mapping
     * @param folder the folder that the mapping's file names are relative to
     */
    public LoadTime load(Path mapping, Path folder, Path directory, long memoryBytes) throws IOException {
        StoreDirectory.recreate(directory);
        long started = System.nanoTime();
        String result = ThetisImport.run(mapping, folder, databaseIn(directory), memoryBytes, threadCount);
        long loaded = System.nanoTime();
        keepUnique(databaseIn(directory));
        // Indexes are part of the import: their time cannot be separated.
        LoadTime time = new LoadTime(Duration.ZERO, Duration.ofNanos(loaded - started), Duration.ZERO);
        StoreDirectory.markComplete(directory, time + ", " + result);
        return time;
    }

    /** Builds before format 3 did not enforce a unique index of an import; here all do the same work. */
    private static void keepUnique(Path directory) {
        try (Database loaded = Database.open(directory);
                Session session = loaded.session()) {
            String unkept = "SHOW INDEXES YIELD name, labelsOrTypes, properties, unique WHERE unique RETURN *";
            Set<Object> kept = new HashSet<>();
            session.run("SHOW CONSTRAINTS").forEachRemaining(row -> kept.add(row.get("name")));
            for (Record index : session.run(unkept).list()) {
                if (!kept.contains(index.get("name"))) {
                    session.run("DROP INDEX " + index.get("name")).consume();
                    String label =
                            ((List<?>) index.get("labelsOrTypes")).getFirst().toString();
                    String key = ((List<?>) index.get("properties")).getFirst().toString();
                    session.run("CREATE CONSTRAINT " + index.get("name") + " FOR (n:" + label + ") REQUIRE n." + key
                                    + " IS UNIQUE")
                            .consume();
                }
            }
            loaded.checkpoint();
        }
    }

    /** The marker of a complete store is beside the database, which belongs to the import alone. */
    public static Path databaseIn(Path directory) {
        return directory.resolve("database");
    }

    @Override
    public void open(Path directory, long memoryBytes) {
        open(directory, memoryBytes, Durability.SYNC);
    }

    @Override
    public void openUnsynced(Path directory, long memoryBytes) {
        open(directory, memoryBytes, Durability.OFF);
    }

    private void open(Path directory, long memoryBytes, Durability durability) {
        DatabaseOptions options = DatabaseOptions.byDefault()
                .withMemoryBytes(memoryBytes)
                .withThreadCount(threadCount)
                .withDurability(durability);
        database = Database.open(databaseIn(directory), options);
        session = database.session();
        watch = TimeLimitWatch.start();
    }

    private Database database() {
        return Objects.requireNonNull(database, "the peer is not open");
    }

    @Override
    public void warm() {
        READ_ALL.forEach(text -> session.run(text).consume());
    }

    @Override
    public RawAnswer run(String query, String text, Map<String, Object> parameters, Duration limit) {
        try (Result result = session.run(text, parameters)) {
            watch.begin(result, limit);
            List<Object[]> rows = new ArrayList<>();
            while (result.hasNext()) {
                Record record = result.next();
                Object[] row = new Object[record.size()];
                for (int index = 0; index < row.length; index++) {
                    row[index] = record.get(index);
                }
                rows.add(row);
            }
            return new RawAnswer(result.keys(), rows);
        } catch (ThetisException failure) {
            if (failure.code() == ErrorCode.QUERY_CANCELLED) {
                throw new TimeLimitException(query + " took longer than " + limit.toSeconds() + " s", failure);
            }
            throw failure;
        } finally {
            watch.end();
        }
    }

    @Override
    public UpdateClient client() {
        return new SessionClient(database().session());
    }

    /** The statement is a transaction of its own, which the session tries again; a commit waits for the device. */
    private record SessionClient(Session session) implements UpdateClient {
        @Override
        public boolean update(String text, Map<String, Object> parameters) {
            try (Result result = session.run(text, parameters)) {
                return result.summary().counters().containsUpdates();
            }
        }

        @Override
        public void close() {
            session.close();
        }
    }

    @Override
    public void settle() {
        database().checkpoint();
    }

    @Override
    public Optional<Peer> loadAnew(Path directory, long memoryBytes) throws IOException {
        StoreDirectory.recreate(directory);
        Path files = directory.resolve("files");
        database().dumpCsv(files);
        ThetisImport.run(files.resolve(CsvDump.MAPPING_FILE), files, databaseIn(directory), memoryBytes, threadCount);
        ThetisPeer loaded = new ThetisPeer(name, threadCount);
        loaded.open(directory, memoryBytes);
        for (String statement :
                Files.readString(files.resolve(CsvDump.SCHEMA_FILE)).split(";\n")) {
            if (!statement.isBlank()) {
                loaded.session.run(statement).consume();
            }
        }
        loaded.settle();
        return Optional.of(loaded);
    }

    @Override
    public void close() {
        if (database != null) {
            watch.close();
            session.close();
            database.close();
            database = null;
        }
    }
}
