package org.thetisdb.query;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.thetisdb.storage.store.GraphStore;

/** The databases of scenarios: one directory for each list of statements, the last few kept open. One thread. */
final class TestDatabases implements AutoCloseable {
    private static final int OPEN_COUNT_MAX = 8;

    private final Path folder;
    private final Map<Key, Made> directories = new HashMap<>();
    private final Map<String, TestDatabase> open = new LinkedHashMap<>(16, 0.75f, true);
    private int count;
    private int exhaustedCount;

    /** What a directory holds, and how it got there. */
    private record Key(List<String> statements, GraphPlace place) {}

    /** @param revision the one that shows the graph; empty for the newest */
    private record Made(Path directory, OptionalLong revision) {}

    TestDatabases(Path folder) {
        this.folder = folder;
    }

    /** A database with a scenario's graph that nobody else sees; to be closed. */
    TestDatabase fresh(Scenario scenario, TestConfiguration configuration) {
        return fresh(model(scenario), configuration);
    }

    /** A database with a graph that nobody else sees; to be closed. */
    TestDatabase fresh(GraphModel model, TestConfiguration configuration) {
        Made made = make(model, configuration.place());
        return new TestDatabase(made.directory(), configuration, made.revision());
    }

    /** A database with a graph of statements that nobody else sees; to be closed. */
    TestDatabase fresh(StatementGraph graph, TestConfiguration configuration) {
        return fresh(model(graph), configuration);
    }

    private GraphModel model(StatementGraph graph) {
        GraphModel model = GraphModel.of(ReferenceRunner.graph(graph));
        graph.indexes().forEach(index -> model.indexes.add(GraphModel.Index.parse(index)));
        return model;
    }

    private GraphModel model(Scenario scenario) {
        List<String> statements = new ArrayList<>();
        scenario.graph().flatMap(TestDatabases::namedGraph).ifPresent(statements::add);
        statements.addAll(scenario.givens());
        GraphModel model = new GraphFromCypher(this).build(statements);
        scenario.indexes().forEach(index -> model.indexes.add(GraphModel.Index.parse(index)));
        return model;
    }

    /** The database of a scenario's graph; stays the property of this object. */
    TestDatabase of(Scenario scenario, TestConfiguration configuration) {
        List<String> statements = new ArrayList<>();
        scenario.graph().flatMap(TestDatabases::namedGraph).ifPresent(statements::add);
        statements.addAll(scenario.givens());
        statements.addAll(scenario.indexes());
        return of(statements, () -> model(scenario), configuration);
    }

    /** The database of a graph of statements; stays the property of this object. */
    TestDatabase of(StatementGraph graph, TestConfiguration configuration) {
        List<String> name = new ArrayList<>(graph.statements());
        name.add("by the reference interpreter");
        name.addAll(graph.indexes());
        return of(name, () -> model(graph), configuration);
    }

    private TestDatabase of(List<String> name, Supplier<GraphModel> model, TestConfiguration configuration) {
        Key key = new Key(name, configuration.place());
        Made made = directories.get(key);
        if (made == null) {
            made = make(model.get(), configuration.place());
            directories.put(key, made);
        }
        return open(made, configuration);
    }

    /** A database without nodes, on which constant expressions can be evaluated. */
    TestDatabase empty() {
        Made made = directories.computeIfAbsent(
                new Key(List.of(), GraphPlace.BASE), key -> make(new GraphModel(), GraphPlace.BASE));
        return open(made, TestConfiguration.DEFAULT);
    }

    /** Writes a graph as a new database. */
    Path write(GraphModel model) {
        Path directory = folder.resolve("graph-" + count++);
        model.write(directory);
        return directory;
    }

    private Made make(GraphModel model, GraphPlace place) {
        if (place == GraphPlace.BASE) {
            return new Made(write(model), OptionalLong.empty());
        }
        Path directory = folder.resolve("graph-" + count++);
        try (GraphStore store = GraphStore.create(directory, TestConfiguration.DEFAULT.storeOptions())) {
            long revision = new GraphCommits(store, model).write(place);
            return new Made(directory, place.isWritable() ? OptionalLong.empty() : OptionalLong.of(revision));
        }
    }

    private TestDatabase open(Made made, TestConfiguration configuration) {
        Path directory = made.directory();
        String key = directory + " " + configuration.name();
        TestDatabase database = open.get(key);
        if (database == null) {
            closeOthers(directory);
            database = new TestDatabase(directory, configuration, made.revision());
            open.put(key, database);
        }
        return database;
    }

    /** A directory can be open once only; beyond that the least recently used goes. */
    private void closeOthers(Path directory) {
        List<String> victims = new ArrayList<>();
        for (String key : open.keySet()) {
            if (key.startsWith(directory + " ") || open.size() - victims.size() >= OPEN_COUNT_MAX) {
                victims.add(key);
            }
        }
        victims.forEach(this::close);
    }

    /** The statement that makes a graph of the TCK; empty for the graph without nodes. */
    static Optional<String> namedGraph(String name) {
        if (name.equals("empty") || name.equals("any")) {
            return Optional.empty();
        }
        String resource = "/graphs/" + name + "/" + name + ".cypher";
        try (InputStream stream = TestDatabases.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalArgumentException("no such graph: name=" + name);
            }
            return Optional.of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many queries needed more memory than they may keep in their configuration, and gave it back. */
    int exhaustedCount() {
        return exhaustedCount
                + open.values().stream().mapToInt(TestDatabase::exhaustedCount).sum();
    }

    private void close(String key) {
        TestDatabase database = open.remove(key);
        exhaustedCount += database.exhaustedCount();
        database.close();
    }

    @Override
    public void close() {
        List.copyOf(open.keySet()).forEach(this::close);
    }
}
