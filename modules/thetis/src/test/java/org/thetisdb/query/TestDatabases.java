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

/** The databases of scenarios: one directory for each list of statements, the last few kept open. One thread. */
final class TestDatabases implements AutoCloseable {
    private static final int OPEN_COUNT_MAX = 8;

    private final Path folder;
    private final Map<List<String>, Path> directories = new HashMap<>();
    private final Map<String, TestDatabase> open = new LinkedHashMap<>(16, 0.75f, true);
    private int count;

    TestDatabases(Path folder) {
        this.folder = folder;
    }

    /** A database with a scenario's graph that nobody else sees; to be closed. */
    TestDatabase fresh(Scenario scenario, TestConfiguration configuration) {
        return new TestDatabase(write(model(scenario)), configuration);
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
        List<String> key = new ArrayList<>(statements);
        key.addAll(scenario.indexes());
        Path directory = directories.get(key);
        if (directory == null) {
            directory = write(model(scenario));
            directories.put(key, directory);
        }
        return open(directory, configuration);
    }

    /** A database without nodes, on which constant expressions can be evaluated. */
    TestDatabase empty() {
        Path directory = directories.computeIfAbsent(List.of(), statements -> write(new GraphModel()));
        return open(directory, TestConfiguration.DEFAULT);
    }

    /** Writes a graph as a new database. */
    Path write(GraphModel model) {
        Path directory = folder.resolve("graph-" + count++);
        model.write(directory);
        return directory;
    }

    private TestDatabase open(Path directory, TestConfiguration configuration) {
        String key = directory + " " + configuration.name();
        TestDatabase database = open.get(key);
        if (database == null) {
            closeOthers(directory);
            database = new TestDatabase(directory, configuration);
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
        victims.forEach(key -> open.remove(key).close());
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

    @Override
    public void close() {
        open.values().forEach(TestDatabase::close);
        open.clear();
    }
}
