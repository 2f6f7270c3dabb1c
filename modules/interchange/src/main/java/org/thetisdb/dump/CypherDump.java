package org.thetisdb.dump;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.thetisdb.cypher.LiteralText;
import org.thetisdb.cypher.QueryText;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.store.GraphStore;

/**
 * Writes a graph as statements, to be run in an empty database:
 *
 * <pre>
 *   CREATE INDEX … FOR (n:`dump`) ON (n.`dump id`);
 *   UNWIND [[0, {name: 'Ada'}], …] AS row CREATE (n:`dump`:Person) SET n = row[1] SET n.`dump id` = row[0];
 *   UNWIND [[0, 1, {since: 2000}], …] AS row
 *     MATCH (a:`dump` {`dump id`: row[0]}) MATCH (b:`dump` {`dump id`: row[1]})
 *     CREATE (a)-[r:KNOWS]->(b) SET r = row[2];
 *   MATCH (n:`dump`) REMOVE n:`dump` REMOVE n.`dump id`;
 *   DROP INDEX …;
 *   indexes and constraints of the graph
 *   CREATE EXTENSION text IF NOT EXISTS FROM 'data:application/java-archive;base64,UEsDB…';
 * </pre>
 *
 * Used once, by one thread.
 */
public final class CypherDump {
    private static final int BATCH_ROWS = 500;

    /** With rows as large as these, a statement has one: whoever runs it holds its text several times. */
    private static final int BATCH_CHARACTERS = 1 << 18;

    private static final String NAME = "dump";

    private final FileSystem fileSystem;
    private final Path target;
    private final Snapshot snapshot;

    /** The rows of a statement that is not complete. */
    private static final class Batch {
        private final StringBuilder rows = new StringBuilder();
        private int count;

        boolean isFull() {
            return count == BATCH_ROWS || rows.length() >= BATCH_CHARACTERS;
        }
    }

    private final Map<Integer, Batch> batches = new TreeMap<>();
    private long nodeCount;
    private long relationshipCount;
    private String label = "";
    private String idKey = "";

    public CypherDump(FileSystem fileSystem, Path target, Snapshot snapshot) {
        this.fileSystem = fileSystem;
        this.target = target;
        this.snapshot = snapshot;
    }

    /** Writes the file, and forces it. */
    public DumpCounts run() {
        GraphStore.requireOutsideStores(fileSystem, target);
        Catalog catalog = snapshot.catalog();
        label = QueryText.name(unused(name -> catalog.labelId(name).isPresent()));
        idKey = QueryText.name(unused(name -> catalog.propertyKeyId(name).isPresent()));
        List<String> schema = SchemaStatements.all(catalog);
        try (TextFile file = new TextFile(fileSystem, target);
                GraphScan scan = new GraphScan(snapshot)) {
            StringBuilder text = file.text();
            text.append("// Revision ")
                    .append(snapshot.revision())
                    .append(" of a graph. Run it in an empty database.\n");
            text.append("CREATE INDEX ")
                    .append(label)
                    .append(" FOR (n:")
                    .append(label)
                    .append(") ON (n.")
                    .append(idKey)
                    .append(");\n");
            scan.nodes((id, labelSet, values) -> node(file, catalog, id, labelSet, values));
            batches.forEach((labelSet, batch) -> endNodes(file, catalog, labelSet, batch));
            batches.clear();
            scan.relationships((type, start, end, values) -> relationship(file, catalog, type, start, end, values));
            batches.forEach((type, batch) -> endRelationships(file, catalog, type, batch));
            text.append("MATCH (n:")
                    .append(label)
                    .append(") REMOVE n:")
                    .append(label)
                    .append(" REMOVE n.")
                    .append(idKey)
                    .append(";\n");
            text.append("DROP INDEX ").append(label).append(";\n");
            schema.forEach(statement -> text.append(statement).append(";\n"));
            ExtensionStatements.write(catalog.extensions(), file);
            int last = schema.size() + catalog.extensions().size();
            return new DumpCounts(nodeCount, relationshipCount, file.finish(), last);
        }
    }

    private static String unused(Predicate<String> isUsed) {
        String name = NAME;
        while (isUsed.test(name)) {
            name += "_";
        }
        return name;
    }

    private void node(TextFile file, Catalog catalog, long id, int labelSet, Object[] values) {
        nodeCount++;
        Batch batch = batches.computeIfAbsent(labelSet, _ -> new Batch());
        batch.rows.append(batch.count == 0 ? "\n[" : ",\n[").append(id).append(", ");
        properties(catalog, values, batch.rows);
        batch.rows.append(']');
        batch.count++;
        if (batch.isFull()) {
            endNodes(file, catalog, labelSet, batch);
        }
    }

    private void endNodes(TextFile file, Catalog catalog, int labelSet, Batch batch) {
        if (batch.count == 0) {
            return;
        }
        StringBuilder text = file.text();
        text.append("UNWIND [").append(batch.rows).append("] AS row CREATE (n:").append(label);
        for (int each : catalog.labelSet(labelSet)) {
            text.append(':').append(QueryText.name(catalog.labelName(each)));
        }
        text.append(") SET n = row[1] SET n.").append(idKey).append(" = row[0];\n");
        reset(file, batch);
    }

    private void relationship(TextFile file, Catalog catalog, int type, long start, long end, Object[] values) {
        relationshipCount++;
        Batch batch = batches.computeIfAbsent(type, _ -> new Batch());
        batch.rows
                .append(batch.count == 0 ? "\n[" : ",\n[")
                .append(start)
                .append(", ")
                .append(end)
                .append(", ");
        properties(catalog, values, batch.rows);
        batch.rows.append(']');
        batch.count++;
        if (batch.isFull()) {
            endRelationships(file, catalog, type, batch);
        }
    }

    private void endRelationships(TextFile file, Catalog catalog, int type, Batch batch) {
        if (batch.count == 0) {
            return;
        }
        String name = QueryText.name(catalog.typeName(type));
        file.text()
                .append("UNWIND [")
                .append(batch.rows)
                .append("] AS row MATCH (a:")
                .append(label)
                .append(" {")
                .append(idKey)
                .append(": row[0]}) MATCH (b:")
                .append(label)
                .append(" {")
                .append(idKey)
                .append(": row[1]}) CREATE (a)-[r:")
                .append(name)
                .append("]->(b) SET r = row[2];\n");
        reset(file, batch);
    }

    private static void reset(TextFile file, Batch batch) {
        batch.rows.setLength(0);
        if (batch.rows.capacity() > 2 * BATCH_CHARACTERS) {
            batch.rows.trimToSize();
        }
        batch.count = 0;
        file.passOn();
    }

    private static void properties(Catalog catalog, Object[] values, StringBuilder into) {
        into.append('{');
        String separator = "";
        for (int key = 0; key < values.length; key++) {
            if (values[key] != null) {
                into.append(separator)
                        .append(QueryText.name(catalog.propertyKeyName(key)))
                        .append(": ");
                LiteralText.append(into, values[key]);
                separator = ", ";
            }
        }
        into.append('}');
    }
}
