package org.thetisdb.dump;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.thetisdb.importer.csv.ValueText;
import org.thetisdb.io.FileSystem;
import org.thetisdb.json.JsonWriter;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Writes a graph as CSV files that the import reads: one for each set of labels and one for each type, named after
 * these ({@code Person.csv}, {@code Message_Comment.csv}, {@code KNOWS.csv}), with {@code mapping.json}, which says
 * what their columns are, and {@code schema.cypher}, which makes indexes, constraints and extensions afterwards. A
 * column whose values are of several types, or lists, is of type ANY.
 *
 * <p>The graph is read twice: what columns a file has must be known before its first row. Used once, by one thread.
 */
public final class CsvDump {
    /** The mapping's name in the directory. */
    public static final String MAPPING_FILE = "mapping.json";

    /** The name of the file with what is to be run after the import. */
    public static final String SCHEMA_FILE = "schema.cypher";

    private static final String EXTENSION = ".csv";
    private static final String ID = ":id";
    private static final String START = ":start";
    private static final String END = ":end";
    private static final String SPACE = "node";

    /** In place of a label set, for the file of a graph without nodes. */
    private static final int NO_LABELS = -1;

    private final FileSystem fileSystem;
    private final Path directory;
    private final Snapshot snapshot;
    private final Catalog catalog;
    private final Map<Integer, Table> nodeTables = new TreeMap<>();
    private final Map<Integer, Table> relationshipTables = new TreeMap<>();
    private final FileNames fileNames = new FileNames();
    private long bytes;

    /** The file of a set of labels or of a type. */
    private static final class Table {
        private final String fileName;
        private final Map<Integer, String> types = new TreeMap<>();
        private Optional<TextFile> file = Optional.empty();
        private long rowCount;

        Table(String fileName) {
            this.fileName = fileName;
        }

        void learn(Object[] values) {
            rowCount++;
            for (int key = 0; key < values.length; key++) {
                if (values[key] != null) {
                    String type = ValueText.columnType(values[key]);
                    types.merge(key, type, (former, found) -> former.equals(found) ? former : ValueText.ANY);
                }
            }
        }
    }

    public CsvDump(FileSystem fileSystem, Path directory, Snapshot snapshot) {
        this.fileSystem = fileSystem;
        this.directory = directory;
        this.snapshot = snapshot;
        catalog = snapshot.catalog();
    }

    /**
     * Writes the files, and forces them; the mapping comes last.
     *
     * @throws ThetisException {@link ErrorCode#IMPORT_TARGET_EXISTS} if the directory is not empty
     */
    public DumpCounts run() {
        GraphStore.requireOutsideStores(fileSystem, directory);
        if (fileSystem.exists(directory)
                && (!fileSystem.isDirectory(directory)
                        || !fileSystem.list(directory).isEmpty())) {
            throw new ThetisException(
                    ErrorCode.IMPORT_TARGET_EXISTS,
                    "there is something at this place already: directory=" + directory
                            + "; give a new or an empty directory");
        }
        fileSystem.createDirectories(directory);
        List<String> schema = SchemaStatements.all(catalog);
        try (GraphScan scan = new GraphScan(snapshot)) {
            scan.nodes((id, labelSet, values) -> nodeTable(labelSet).learn(values));
            scan.relationships(
                    (type, start, end, values) -> relationshipTable(type).learn(values));
            if (nodeTables.isEmpty()) {
                // An import needs a table of nodes, and may find it empty.
                nodeTable(NO_LABELS);
            }
            write(scan);
        } finally {
            closeAll();
        }
        writeSchema(schema);
        writeText(MAPPING_FILE, mapping());
        fileSystem.forceDirectory(directory);
        return new DumpCounts(
                rows(nodeTables),
                rows(relationshipTables),
                bytes,
                schema.size() + catalog.extensions().size());
    }

    private void writeSchema(List<String> statements) {
        try (TextFile file = new TextFile(fileSystem, directory.resolve(SCHEMA_FILE))) {
            statements.forEach(each -> file.text().append(each).append(";\n"));
            ExtensionStatements.write(catalog.extensions(), file);
            bytes += file.finish();
        }
    }

    private Table nodeTable(int labelSet) {
        return nodeTables.computeIfAbsent(
                labelSet, _ -> new Table(fileNames.give(String.join("_", labels(labelSet)), "nodes", EXTENSION)));
    }

    private Table relationshipTable(int type) {
        return relationshipTables.computeIfAbsent(
                type, _ -> new Table(fileNames.give(catalog.typeName(type), "relationships", EXTENSION)));
    }

    private List<String> labels(int labelSet) {
        return Arrays.stream(labelSet == NO_LABELS ? new int[0] : catalog.labelSet(labelSet))
                .mapToObj(catalog::labelName)
                .toList();
    }

    private static long rows(Map<Integer, Table> tables) {
        return tables.values().stream().mapToLong(table -> table.rowCount).sum();
    }

    private void write(GraphScan scan) {
        nodeTables.values().forEach(table -> open(table, List.of(ID)));
        scan.nodes((id, labelSet, values) -> row(nodeTable(labelSet), new long[] {id}, values));
        finish(nodeTables);
        relationshipTables.values().forEach(table -> open(table, List.of(START, END)));
        scan.relationships((type, start, end, values) -> row(relationshipTable(type), new long[] {start, end}, values));
        finish(relationshipTables);
    }

    private void open(Table table, List<String> idColumns) {
        TextFile file = new TextFile(fileSystem, directory.resolve(table.fileName));
        table.file = Optional.of(file);
        List<String> header = new ArrayList<>(idColumns);
        table.types.keySet().forEach(key -> header.add(column(key)));
        file.text().append(String.join(",", header)).append('\n');
    }

    /** Names that would need quotes are not used; a colon keeps made-up names from real ones. */
    private String column(int key) {
        String name = catalog.propertyKeyName(key);
        return name.matches("[A-Za-z_][A-Za-z_0-9]*") ? name : ":property" + key;
    }

    private static void row(Table table, long[] ids, Object[] values) {
        TextFile file = table.file.orElseThrow();
        StringBuilder text = file.text();
        for (int index = 0; index < ids.length; index++) {
            text.append(index == 0 ? "" : ",").append(ids[index]);
        }
        table.types.forEach((key, type) -> {
            text.append(',');
            if (values[key] != null) {
                quote(text, type.equals(ValueText.ANY) ? ValueText.any(values[key]) : ValueText.plain(values[key]));
            }
        });
        text.append('\n');
        file.passOn();
    }

    /** Without quotes, nothing at all means null. */
    private static void quote(StringBuilder text, String field) {
        boolean plain = !field.isEmpty();
        for (int index = 0; plain && index < field.length(); index++) {
            char unit = field.charAt(index);
            plain = unit > ' ' && unit != ',' && unit != '"';
        }
        if (plain) {
            text.append(field);
        } else {
            text.append('"').append(field.replace("\"", "\"\"")).append('"');
        }
    }

    private void finish(Map<Integer, Table> tables) {
        for (Table table : tables.values()) {
            TextFile file = table.file.orElseThrow();
            bytes += file.finish();
            file.close();
            table.file = Optional.empty();
        }
    }

    private void closeAll() {
        nodeTables.values().forEach(table -> table.file.ifPresent(TextFile::close));
        relationshipTables.values().forEach(table -> table.file.ifPresent(TextFile::close));
    }

    private void writeText(String name, String content) {
        try (TextFile file = new TextFile(fileSystem, directory.resolve(name))) {
            file.text().append(content);
            bytes += file.finish();
        }
    }

    private String mapping() {
        Map<String, Object> root = new LinkedHashMap<>();
        Map<String, Object> format = new LinkedHashMap<>();
        format.put("separator", ",");
        format.put("quote", "\"");
        format.put("listSeparator", ";");
        format.put("extensions", List.of(EXTENSION));
        root.put("format", format);
        List<Object> nodes = new ArrayList<>();
        nodeTables.forEach((labelSet, table) -> nodes.add(nodeEntry(labelSet, table)));
        root.put("nodes", nodes);
        List<Object> relationships = new ArrayList<>();
        relationshipTables.forEach((type, table) -> relationships.add(relationshipEntry(type, table)));
        root.put("relationships", relationships);
        return JsonWriter.indented(root);
    }

    private Map<String, Object> nodeEntry(int labelSet, Table table) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("file", table.fileName);
        entry.put("labels", labels(labelSet));
        entry.put("id", ID);
        entry.put("idSpace", SPACE);
        entry.put("idType", "INTEGER");
        entry.put("properties", properties(table));
        return entry;
    }

    private Map<String, Object> relationshipEntry(int type, Table table) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("file", table.fileName);
        entry.put("type", catalog.typeName(type));
        entry.put("start", end(START));
        entry.put("end", end(END));
        entry.put("properties", properties(table));
        return entry;
    }

    private static Map<String, Object> end(String column) {
        Map<String, Object> end = new LinkedHashMap<>();
        end.put("column", column);
        end.put("idSpace", SPACE);
        return end;
    }

    private List<Object> properties(Table table) {
        List<Object> properties = new ArrayList<>();
        table.types.forEach((key, type) -> {
            Map<String, Object> property = new LinkedHashMap<>();
            property.put("column", column(key));
            property.put("property", catalog.propertyKeyName(key));
            property.put("type", type);
            properties.add(property);
        });
        return properties;
    }
}
