package org.thetisdb.bench.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransactionTerminatedException;
import org.neo4j.graphdb.TransientTransactionFailureException;
import org.neo4j.kernel.impl.transaction.log.checkpoint.CheckPointer;
import org.neo4j.kernel.impl.transaction.log.checkpoint.SimpleTriggerInfo;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.snb.Dataset;

/**
 * Neo4j Community, embedded in this process. The store is built by its own offline importer in a second process; the
 * preparation (writing CSV with its headers) is timed separately and never counted as the load.
 */
public final class Neo4jPeer implements UpdateTarget {
    private static final long IMPORTER_HEAP_BYTES = 1L << 30;
    private static final List<String> UNIQUE_IDS = List.of(
            "Person",
            "Forum",
            "Message",
            "Post",
            "Comment",
            "City",
            "Country",
            "Organisation",
            "University",
            "Company",
            "Tag");
    private static final List<String> INDEXES = List.of(
            "Country.name",
            "Tag.name",
            "TagClass.name",
            "Person.firstName",
            "Message.creationDate",
            "Post.creationDate",
            "Forum.creationDate");

    private @Nullable DatabaseManagementService service;

    @SuppressWarnings("NullAway.Init") // Set before it is read.
    private GraphDatabaseService database;

    @Override
    public String name() {
        return "neo4j";
    }

    @Override
    public String description() {
        return "Neo4j Community " + GraphDatabaseService.class.getPackage().getImplementationVersion()
                + " embedded, slotted runtime (the only one that Community has; one thread per query)";
    }

    @Override
    public boolean isLoaded(Path directory) {
        return StoreDirectory.isComplete(directory);
    }

    @Override
    public LoadTime load(Dataset dataset, Path directory, long memoryBytes) throws IOException, InterruptedException {
        StoreDirectory.recreate(directory);
        Path csv = Files.createDirectories(directory.resolve("csv"));
        long started = System.nanoTime();
        List<String> arguments = Neo4jFiles.write(dataset.snapshot(), csv);
        long prepared = System.nanoTime();
        importOffline(directory, arguments, memoryBytes);
        long loaded = System.nanoTime();
        open(directory, memoryBytes);
        try {
            createIndexes();
        } finally {
            close();
        }
        long indexed = System.nanoTime();
        StoreDirectory.delete(csv);
        LoadTime time = new LoadTime(
                Duration.ofNanos(prepared - started),
                Duration.ofNanos(loaded - prepared),
                Duration.ofNanos(indexed - loaded));
        StoreDirectory.markComplete(directory, time.toString());
        return time;
    }

    private static void importOffline(Path directory, List<String> arguments, long memoryBytes)
            throws IOException, InterruptedException {
        Files.createDirectories(directory.resolve("conf"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + IMPORTER_HEAP_BYTES,
                "-XX:+UseParallelGC",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "org.neo4j.cli.AdminTool",
                "database",
                "import",
                "full",
                "neo4j",
                "--delimiter=|",
                "--array-delimiter=;",
                "--id-type=integer",
                "--threads=2",
                "--path-pattern-style=none",
                "--max-off-heap-memory=" + memoryBytes));
        command.addAll(arguments);
        Path log = directory.resolve("import.log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("NEO4J_HOME", directory.toString());
        builder.environment().put("NEO4J_CONF", directory.resolve("conf").toString());
        int exitCode = builder.start().waitFor();
        if (exitCode != 0) {
            throw new IOException("the importer of Neo4j failed: exitCode=" + exitCode + ", its output is in " + log);
        }
    }

    private void createIndexes() {
        for (String label : UNIQUE_IDS) {
            database.executeTransactionally("CREATE CONSTRAINT FOR (n:" + label + ") REQUIRE n.id IS UNIQUE");
        }
        for (String index : INDEXES) {
            int dot = index.indexOf('.');
            database.executeTransactionally("CREATE RANGE INDEX FOR (n:" + index.substring(0, dot) + ") ON (n."
                    + index.substring(dot + 1) + ")");
        }
        try (Transaction transaction = database.beginTx()) {
            transaction.schema().awaitIndexesOnline(30, TimeUnit.MINUTES);
        }
    }

    @Override
    public void open(Path directory, long memoryBytes) {
        service = new DatabaseManagementServiceBuilder(directory)
                .setConfig(GraphDatabaseSettings.pagecache_memory, memoryBytes)
                .build();
        database = service.database("neo4j");
    }

    @Override
    public void warm() {
        database.executeTransactionally("MATCH (n) RETURN sum(size(keys(n)))", Map.of(), Result::resultAsString);
        database.executeTransactionally("MATCH ()-[r]->() RETURN sum(size(keys(r)))", Map.of(), Result::resultAsString);
    }

    @Override
    public RawAnswer run(String query, String text, Map<String, Object> parameters, Duration limit) {
        try (Transaction transaction = database.beginTx(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            Result result = transaction.execute(text, parameters);
            List<String> columns = result.columns();
            List<Object[]> rows = new ArrayList<>();
            while (result.hasNext()) {
                Map<String, Object> record = result.next();
                Object[] row = new Object[columns.size()];
                for (int index = 0; index < row.length; index++) {
                    row[index] = record.get(columns.get(index));
                }
                rows.add(row);
            }
            return new RawAnswer(columns, rows);
        } catch (RuntimeException failure) {
            if (isTimeLimit(failure)) {
                throw new TimeLimitException(query + " took longer than " + limit.toSeconds() + " s", failure);
            }
            throw failure;
        }
    }

    @Override
    public UpdateClient client() {
        return new TransactionClient(database);
    }

    /**
     * Commits are durable by default: the transaction log is forced before {@code commit} returns. A deadlock ends one
     * of its transactions; one that deletes what another has just deleted finds it gone. Both are retried.
     */
    private record TransactionClient(GraphDatabaseService database) implements UpdateClient {
        private static final int ATTEMPTS_MAX = 100;

        @Override
        public boolean update(String text, Map<String, Object> parameters) {
            for (int attempt = 1; ; attempt++) {
                try {
                    return attempt(text, parameters);
                } catch (TransientTransactionFailureException | NotFoundException failure) {
                    if (attempt == ATTEMPTS_MAX) {
                        throw failure;
                    }
                }
            }
        }

        private boolean attempt(String text, Map<String, Object> parameters) {
            try (Transaction transaction = database.beginTx();
                    Result result = transaction.execute(text, parameters)) {
                while (result.hasNext()) {
                    result.next();
                }
                boolean changed = result.getQueryStatistics().containsUpdates();
                transaction.commit();
                return changed;
            }
        }

        @Override
        public void close() {
            // A transaction is all that a client has.
        }
    }

    /** The procedure for it is not part of Community's embedded library, so this bypasses the API. */
    @Override
    public void settle() {
        CheckPointer checkPointer =
                ((GraphDatabaseAPI) database).getDependencyResolver().resolveDependency(CheckPointer.class);
        try {
            checkPointer.forceCheckPoint(new SimpleTriggerInfo("side-by-side run"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public Optional<Peer> loadAnew(Path directory, long memoryBytes) {
        return Optional.empty();
    }

    private static boolean isTimeLimit(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof TransactionTerminatedException) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        if (service != null) {
            service.shutdown();
            service = null;
        }
    }
}
