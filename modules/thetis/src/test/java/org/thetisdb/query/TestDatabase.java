package org.thetisdb.query;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.QueryEngine;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.procedure.ProcedureProvider;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphStore;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Isolation;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.vector.Vector;

/** A database and an engine over it, opened as a configuration says. Belongs to one thread. */
final class TestDatabase implements AutoCloseable {
    private static final long TIMEOUT_NANOS = 120_000_000_000L;
    private static final long SEED = 42;

    private final Path directory;
    private final TestConfiguration configuration;
    private GraphStore store;
    private Snapshot snapshot;
    private QueryEngine engine;

    TestDatabase(Path directory, TestConfiguration configuration) {
        this.directory = directory;
        this.configuration = configuration;
        open();
    }

    private void open() {
        store = GraphStore.open(directory, configuration.storeOptions());
        snapshot = configuration.mixed() ? MixedSnapshot.of(store.snapshot()) : store.snapshot();
        engine = new QueryEngine(
                new EngineOptions(configuration.threadCount(), EngineOptions.DEFAULT_PLAN_CACHE_ENTRIES));
    }

    Snapshot snapshot() {
        return snapshot;
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
        try (ResultCursor cursor = engine.run(query, parameters, runOptions(), snapshot())) {
            return taken(cursor);
        }
    }

    /** As the other one, with procedures that are there for this query only. */
    Table run(String query, Map<String, Object> parameters, ProcedureProvider procedures) {
        EngineOptions options = new EngineOptions(configuration.threadCount(), 1);
        try (QueryEngine other = new QueryEngine(options, procedures);
                ResultCursor cursor = other.run(query, parameters, runOptions(), snapshot())) {
            return taken(cursor);
        }
    }

    /** What a query gave, shapes in the place of references, and what it changed. */
    record Written(Table table, Map<String, Long> sideEffects) {}

    /** Runs a query that writes, in a transaction that is committed or rolled back. */
    Written write(String query, Map<String, Object> parameters, boolean commit) {
        GraphFacts before = GraphFacts.of(store.snapshot());
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            Table table;
            try (ResultCursor cursor = engine.run(query, parameters, runOptions(), transaction)) {
                table = taken(cursor);
            }
            if (commit) {
                transaction.commit(Optional.empty());
                snapshot = store.snapshot();
            }
            Snapshot after = commit ? snapshot : transaction.snapshot();
            return new Written(shapes(table, after), GraphFacts.of(after).since(before));
        }
    }

    private RunOptions runOptions() {
        return new RunOptions(
                configuration.threadCount(),
                TIMEOUT_NANOS,
                0,
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

    /** The answer with shapes in the place of references. */
    Table shapes(Table table) {
        return shapes(table, store.snapshot());
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
        } finally {
            store.close();
        }
    }
}
