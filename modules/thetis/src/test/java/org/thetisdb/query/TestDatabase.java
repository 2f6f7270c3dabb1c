package org.thetisdb.query;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.EngineResources;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.procedure.ProcedureProvider;
import org.thetisdb.engine.query.QueryEngine;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/** A database and an engine over it, opened as a configuration says. Belongs to one thread. */
final class TestDatabase implements AutoCloseable {
    private static final long TIMEOUT_NANOS = 120_000_000_000L;
    private static final long SEED = 42;

    private final Path directory;
    private final TestConfiguration configuration;
    private final OptionalLong revision;
    private GraphStore store;
    private Optional<GraphStore> follower = Optional.empty();
    private Snapshot snapshot;
    private QueryEngine engine;
    private int exhaustedCount;

    /** A database that there is. */
    TestDatabase(Path directory, TestConfiguration configuration) {
        this(directory, configuration, OptionalLong.empty());
    }

    /** @param revision what queries see; the newest if empty */
    TestDatabase(Path directory, TestConfiguration configuration, OptionalLong revision) {
        this.directory = directory;
        this.configuration = configuration;
        this.revision = revision;
        open();
    }

    private void open() {
        store = GraphStore.open(directory, configuration.storeOptions());
        if (configuration.place() == GraphPlace.FOLLOWED) {
            follower = Optional.of(
                    GraphStore.open(directory, configuration.storeOptions().asReadOnly()));
        }
        snapshot = see();
        engine = newEngine(EngineOptions.DEFAULT_PLAN_CACHE_ENTRIES, ProcedureProvider.NONE);
    }

    /** What spills, unless queries are to fail when they need more than their memory. */
    private QueryEngine newEngine(int planCacheEntries, ProcedureProvider procedures) {
        EngineOptions options = configuration.engineOptions(planCacheEntries);
        if (configuration.queryBytes() > 0) {
            return new QueryEngine(options, procedures);
        }
        EngineResources resources = EngineResources.of(store.memory(), store.temporarySpace());
        return new QueryEngine(options, procedures, resources);
    }

    private Snapshot see() {
        if (revision.isPresent()) {
            return store.snapshot(revision.getAsLong());
        }
        if (follower.isPresent()) {
            return followed(follower.get());
        }
        return configuration.mixed() ? MixedSnapshot.of(store.snapshot()) : store.snapshot();
    }

    /** What the follower sees, as soon as that is all there is. */
    private Snapshot followed(GraphStore reader) {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        Snapshot seen = reader.snapshot();
        while (seen.revision() != store.revision()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(
                        "the follower stays behind: revision=" + seen.revision() + ", newest=" + store.revision());
            }
            Thread.onSpinWait();
            seen = reader.snapshot();
        }
        return seen;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    /** How many queries needed more memory than they may keep here. */
    int exhaustedCount() {
        return exhaustedCount;
    }

    GraphStore store() {
        return store;
    }

    /** Runs a query and takes all rows; nodes, relationships and paths stay references. */
    Table run(String query, Map<String, Object> parameters) {
        if (configuration.reopen()) {
            close();
            open();
        }
        return run(engine, query, parameters);
    }

    /** As the other one, with procedures that are there for this query only. */
    Table run(String query, Map<String, Object> parameters, ProcedureProvider procedures) {
        try (QueryEngine other = newEngine(1, procedures)) {
            return run(other, query, parameters);
        }
    }

    private Table run(QueryEngine with, String query, Map<String, Object> parameters) {
        try {
            return run(with, query, parameters, runOptions());
        } catch (ThetisException e) {
            if (configuration.queryBytes() == 0 || e.code() != ErrorCode.MEMORY_EXHAUSTED) {
                throw e;
            }
            exhaustedCount++;
            return run(with, query, parameters, runOptions().withMemoryBytes(0));
        }
    }

    private Table run(QueryEngine with, String query, Map<String, Object> parameters, RunOptions options) {
        try (ResultCursor cursor = with.run(query, parameters, options, snapshot())) {
            return taken(cursor);
        } finally {
            Invariant.check(
                    with.memoryBytesTaken() == 0, "a query gives its memory back", "bytes", with.memoryBytesTaken());
        }
    }

    /** What a query gave, shapes instead of references, and what it changed. */
    record Written(Table table, Map<String, Long> sideEffects) {}

    /** Runs queries in a transaction that is committed or rolled back; returns what the last one gave and changed. */
    Written write(List<String> queries, Map<String, Object> parameters, boolean commit) {
        try {
            return write(queries, parameters, commit, runOptions());
        } catch (ThetisException e) {
            if (configuration.queryBytes() == 0 || e.code() != ErrorCode.MEMORY_EXHAUSTED) {
                throw e;
            }
            exhaustedCount++;
            return write(queries, parameters, commit, runOptions().withMemoryBytes(0));
        }
    }

    private Written write(List<String> queries, Map<String, Object> parameters, boolean commit, RunOptions options) {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            for (String query : queries.subList(0, queries.size() - 1)) {
                try (ResultCursor cursor = engine.run(query, parameters, options, transaction)) {
                    taken(cursor);
                }
            }
            GraphFacts before = GraphFacts.of(queries.size() == 1 ? snapshot : transaction.snapshot());
            Table table;
            try (ResultCursor cursor = engine.run(queries.getLast(), parameters, options, transaction)) {
                table = taken(cursor);
            }
            if (commit) {
                transaction.commit(Optional.empty());
                snapshot = see();
            }
            Snapshot after = commit ? snapshot : transaction.snapshot();
            return new Written(shapes(table, after), GraphFacts.of(after).since(before));
        }
    }

    private RunOptions runOptions() {
        return new RunOptions(
                configuration.threadCount(),
                TIMEOUT_NANOS,
                configuration.queryBytes(),
                configuration.batchRows(),
                Clock.systemUTC(),
                new Random(SEED));
    }

    private static Table taken(ResultCursor cursor) {
        List<List<Object>> rows = new ArrayList<>();
        int columnCount = cursor.columns().size();
        while (cursor.next()) {
            for (int row = 0; row < cursor.rowCount(); row++) {
                List<Object> values = new ArrayList<>(columnCount);
                for (int column = 0; column < columnCount; column++) {
                    Vector vector = cursor.column(column);
                    values.add(vector.isNull(row) ? null : vector.valueAt(row));
                }
                rows.add(values);
            }
        }
        return new Table(cursor.columns(), rows);
    }

    /** The answer with shapes instead of references. */
    Table shapes(Table table) {
        return shapes(table, snapshot);
    }

    private Table shapes(Table table, Snapshot from) {
        try (GraphReader reader = from.reader()) {
            List<List<Object>> rows = new ArrayList<>();
            for (List<Object> row : table.rows()) {
                List<Object> values = new ArrayList<>();
                row.forEach(value -> values.add(shape(reader, value)));
                rows.add(values);
            }
            return new Table(table.columns(), rows);
        }
    }

    private Object shape(GraphReader reader, Object value) {
        return switch (value) {
            case null -> null;
            case Boolean flag -> flag;
            case Long number -> number;
            // Feature files do not tell the two zeros apart.
            case Double number -> number == 0 ? 0.0 : number;
            case String text -> text;
            case NodeReference node -> node(reader, node);
            case RelationshipReference relationship -> relationship(reader, relationship);
            case PathReference path -> path(reader, path);
            case List<?> list -> {
                List<Object> entries = new ArrayList<>();
                list.forEach(entry -> entries.add(shape(reader, entry)));
                yield entries;
            }
            case Map<?, ?> map -> {
                Map<Object, Object> entries = new LinkedHashMap<>();
                map.forEach((key, entry) -> entries.put(key, shape(reader, entry)));
                yield entries;
            }
            default -> value.toString();
        };
    }

    private Shape.OfNode node(GraphReader reader, NodeReference node) {
        reader.refresh();
        Snapshot snapshot = reader.snapshot();
        Set<String> labels = new TreeSet<>();
        for (int label : snapshot.catalog().labelSet(reader.labelSet(node.id()))) {
            labels.add(snapshot.catalog().labelName(label));
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        Vector into = new Vector();
        for (int key : reader.nodePropertyKeys(node.id())) {
            reader.nodeProperty(key, new long[] {node.id()}, null, 1, into);
            properties.put(snapshot.catalog().propertyKeyName(key), shape(reader, into.valueAt(0)));
        }
        return new Shape.OfNode(labels, properties);
    }

    private Shape.OfRelationship relationship(GraphReader reader, RelationshipReference relationship) {
        reader.refresh();
        Snapshot snapshot = reader.snapshot();
        Map<String, Object> properties = new LinkedHashMap<>();
        Vector into = new Vector();
        for (int key : reader.relationshipPropertyKeys(relationship.id())) {
            reader.relationshipProperty(key, new long[] {relationship.id()}, null, 1, into);
            properties.put(snapshot.catalog().propertyKeyName(key), shape(reader, into.valueAt(0)));
        }
        int type = RelationshipIdLayout.type(relationship.id());
        return new Shape.OfRelationship(snapshot.catalog().typeName(type), properties);
    }

    private Shape.OfPath path(GraphReader reader, PathReference path) {
        List<Shape.OfNode> nodes = new ArrayList<>();
        path.nodes().forEach(node -> nodes.add(node(reader, node)));
        List<Shape.OfRelationship> relationships = new ArrayList<>();
        List<Boolean> forward = new ArrayList<>();
        for (int index = 0; index < path.length(); index++) {
            RelationshipReference each = path.relationships().get(index);
            relationships.add(relationship(reader, each));
            forward.add(each.startNode() == path.nodes().get(index).id());
        }
        return new Shape.OfPath(nodes, relationships, forward);
    }

    @Override
    public void close() {
        try {
            engine.close();
            follower.ifPresent(GraphStore::close);
        } finally {
            store.close();
        }
    }
}
