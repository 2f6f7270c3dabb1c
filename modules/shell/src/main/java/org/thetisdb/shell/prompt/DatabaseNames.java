package org.thetisdb.shell.prompt;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.thetisdb.CypherText;
import org.thetisdb.Database;
import org.thetisdb.Record;
import org.thetisdb.Result;
import org.thetisdb.Schema;
import org.thetisdb.Session;

/**
 * Names out of the open database. What a label's nodes are made of is looked up in some of them, and again when the
 * database has changed.
 */
final class DatabaseNames implements CompletionNames {
    /** So many are read in milliseconds; a key that only others have is not offered. */
    private static final int SAMPLED = 10_000;

    private final Supplier<Database> database;
    private final Map<String, Object> parameters;
    private final Map<String, List<String>> keys = new HashMap<>();
    private Optional<Schema> schema = Optional.empty();
    private Database known;
    private long revision = -1;

    /** @param parameters by name; a view of what changes */
    DatabaseNames(Supplier<Database> database, Map<String, Object> parameters) {
        this.database = database;
        this.parameters = parameters;
        this.known = database.get();
    }

    private Schema schema() {
        Database now = database.get();
        if (now != known || now.revision() != revision || schema.isEmpty()) {
            known = now;
            revision = now.revision();
            keys.clear();
            schema = Optional.of(now.schema());
        }
        return schema.get();
    }

    @Override
    public List<String> labels() {
        return schema().labels();
    }

    @Override
    public List<String> types() {
        return schema().types();
    }

    @Override
    public List<String> propertyKeys() {
        return schema().propertyKeys();
    }

    @Override
    public List<String> keysOfLabel(String label) {
        return labels().contains(label) ? keys("MATCH (x:" + CypherText.name(label) + ")") : List.of();
    }

    @Override
    public List<String> keysOfType(String type) {
        return types().contains(type) ? keys("MATCH ()-[x:" + CypherText.name(type) + "]->()") : List.of();
    }

    private List<String> keys(String match) {
        return keys.computeIfAbsent(
                match,
                text -> strings(text + " WITH x LIMIT " + SAMPLED + " UNWIND keys(x) AS key RETURN DISTINCT key"));
    }

    private List<String> strings(String query) {
        List<String> strings = new ArrayList<>();
        try (Session session = database.get().session();
                Result result = session.run(query)) {
            for (Record row : result) {
                strings.add(row.getString("key"));
            }
        }
        return strings;
    }

    @Override
    public List<Procedure> procedures() {
        List<Procedure> procedures = new ArrayList<>();
        try (Session session = database.get().session();
                Result result = session.run("SHOW PROCEDURES")) {
            for (Record row : result) {
                procedures.add(new Procedure(
                        String.valueOf(row.get("name")),
                        String.valueOf(row.get("description")),
                        ProcedureText.columns(String.valueOf(row.get("signature")))));
            }
        }
        return procedures;
    }

    @Override
    public List<String> indexes() {
        List<String> indexes = new ArrayList<>(strings("SHOW INDEXES YIELD name AS key"));
        indexes.removeAll(constraints());
        return indexes;
    }

    @Override
    public List<String> constraints() {
        return strings("SHOW CONSTRAINTS YIELD name AS key");
    }

    @Override
    public List<String> extensions() {
        return strings("SHOW EXTENSIONS YIELD name AS key");
    }

    @Override
    public Set<String> parameters() {
        return parameters.keySet();
    }

    @Override
    public Optional<Object> parameter(String name) {
        return Optional.ofNullable(parameters.get(name));
    }
}
