package org.thetisdb.postgresql.catalog;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.thetisdb.CypherText;
import org.thetisdb.Database;
import org.thetisdb.Record;
import org.thetisdb.Schema;
import org.thetisdb.Session;
import org.thetisdb.postgresql.type.PgType;

/**
 * The tables of a database. A property's type is that of the first values that are found: whatever else there is comes
 * as text or is an error when it is read.
 *
 * <p>Made anew when the revision is another, and either the names are, too, or somebody misses something.
 */
public final class GraphCatalog {
    /** The first number that PostgreSQL gives to tables of users. */
    private static final int OID_FIRST = 16_384;

    private static final int VALUES_MAX = 100;
    private static final int ENTITIES_MAX = 1_000;

    private final Database database;
    private Optional<Schema> schema = Optional.empty();
    private GraphTables tables = new GraphTables(-1, List.of());

    /** Of a database that is open. */
    public GraphCatalog(Database database) {
        this.database = database;
    }

    /** {@return the database} */
    public Database database() {
        return database;
    }

    /** {@return the tables as they were seen last, or now if a name has come since} */
    public synchronized GraphTables tables() {
        long revision = database.revision();
        if (revision != tables.revision()) {
            Schema now = database.schema();
            if (!Optional.of(now).equals(schema)) {
                refresh(now, revision);
            }
        }
        return tables;
    }

    /** {@return the tables as they are now: for whoever has missed something} */
    public synchronized GraphTables tablesNow() {
        long revision = database.revision();
        if (revision != tables.revision()) {
            refresh(database.schema(), revision);
        }
        return tables;
    }

    private void refresh(Schema now, long revision) {
        List<GraphTable> found = new ArrayList<>();
        Set<String> names = new HashSet<>(now.labels());
        try (Session session = database.session()) {
            for (int index = 0; index < now.labels().size(); index++) {
                String label = now.labels().get(index);
                found.add(table(session, now, label, label, false, OID_FIRST + 2 * index));
            }
            for (int index = 0; index < now.types().size(); index++) {
                String type = now.types().get(index);
                String name = names.contains(type) ? type + "_relationship" : type;
                found.add(table(session, now, name, type, true, OID_FIRST + 2 * index + 1));
            }
        }
        schema = Optional.of(now);
        tables = new GraphTables(revision, found);
    }

    private static GraphTable table(
            Session session, Schema schema, String name, String graphName, boolean relationship, int oid) {
        String pattern = relationship
                ? "()-[e:" + CypherText.name(graphName) + "]->()"
                : "(e:" + CypherText.name(graphName) + ")";
        List<GraphColumn> columns = new ArrayList<>();
        columns.add(new GraphColumn("_id", GraphColumn.Role.ID, PgType.INT8));
        if (relationship) {
            columns.add(new GraphColumn("_start", GraphColumn.Role.START, PgType.INT8));
            columns.add(new GraphColumn("_end", GraphColumn.Role.END, PgType.INT8));
        }
        Set<String> taken = new HashSet<>();
        columns.forEach(column -> taken.add(column.name()));
        Map<String, Set<String>> types = frequent(session, pattern);
        for (String key : schema.propertyKeys()) {
            Set<String> of = types.containsKey(key) ? types.get(key) : rare(session, pattern, key);
            if (!of.isEmpty() && taken.add(key)) {
                columns.add(new GraphColumn(key, GraphColumn.Role.PROPERTY, type(of)));
            }
        }
        return new GraphTable(name, graphName, relationship, oid, columns);
    }

    /** The types of what the first nodes or relationships have, by key. */
    private static Map<String, Set<String>> frequent(Session session, String pattern) {
        Map<String, Set<String>> types = new LinkedHashMap<>();
        String query = "MATCH " + pattern + " WITH e LIMIT " + ENTITIES_MAX
                + " UNWIND keys(e) AS k RETURN k, collect(DISTINCT valueType(e[k])) AS types";
        for (Record row : session.run(query)) {
            types.put(String.valueOf(row.getString("k")), names(row.getList("types")));
        }
        return types;
    }

    /** The types of the first values of a key that none of the first has. */
    private static Set<String> rare(Session session, String pattern, String key) {
        String query = "MATCH " + pattern + " WHERE e." + CypherText.name(key) + " IS NOT NULL WITH valueType(e."
                + CypherText.name(key) + ") AS type LIMIT " + VALUES_MAX + " RETURN collect(DISTINCT type) AS types";
        return names(session.run(query).single().getList("types"));
    }

    private static Set<String> names(@Nullable List<?> types) {
        Set<String> names = new TreeSet<>();
        if (types != null) {
            types.forEach(type -> names.add(String.valueOf(type).replace(" NOT NULL", "")));
        }
        return names;
    }

    private static PgType type(Set<String> names) {
        if (names.equals(Set.of("FLOAT", "INTEGER"))) {
            return PgType.FLOAT8;
        }
        return names.size() == 1 ? PgType.ofCypher(names.iterator().next()) : PgType.TEXT;
    }
}
