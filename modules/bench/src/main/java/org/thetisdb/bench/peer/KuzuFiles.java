package org.thetisdb.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.thetisdb.bench.snb.SnapshotFiles;
import org.thetisdb.bench.snb.SnbSchema.NodeFile;
import org.thetisdb.bench.snb.SnbSchema.RelationshipFile;

/**
 * Writes a snapshot as the CSV files that Kuzu copies, and the statements that do so. A node of Kuzu has exactly one
 * label: places and organisations become tables by their type, Message is the union of Post and Comment.
 */
final class KuzuFiles implements SnapshotFiles.Sink {
    private static final String COPY_OPTIONS = "header=true, delim='|', quote='\"', escape='\"', auto_detect=false";

    private final DelimitedFiles files;
    private final Map<String, Map<String, String>> typesById = new HashMap<>();
    private final Map<String, List<String>> columnsByFile = new HashMap<>();
    private final Set<String> opened = new LinkedHashSet<>();
    private final Map<String, Set<String>> pairsByType = new LinkedHashMap<>();
    private final List<String> nodeStatements = new ArrayList<>();
    private final List<String> copyStatements = new ArrayList<>();
    private final List<String> copyRelationshipStatements = new ArrayList<>();

    private KuzuFiles(DelimitedFiles files) {
        this.files = files;
    }

    /** Writes the files; returns the statements that create the tables and copy the files, in order. */
    static List<String> write(SnapshotFiles snapshot, Path directory) throws IOException {
        try (DelimitedFiles files = new DelimitedFiles(directory)) {
            KuzuFiles writer = new KuzuFiles(files);
            snapshot.read(writer);
            return writer.statements();
        }
    }

    private List<String> statements() {
        List<String> statements = new ArrayList<>(nodeStatements);
        pairsByType.forEach((type, pairs) -> statements.add(
                "CREATE REL TABLE " + type + "(" + String.join(", ", pairs) + propertyColumns(type) + ")"));
        statements.addAll(copyStatements);
        statements.addAll(copyRelationshipStatements);
        return statements;
    }

    private static String propertyColumns(String type) {
        return switch (type) {
            case "IS_PART_OF", "IS_SUBCLASS_OF", "HAS_TYPE" -> "";
            case "STUDY_AT" -> ", creationDate TIMESTAMP, classYear INT64";
            case "WORK_AT" -> ", creationDate TIMESTAMP, workFrom INT64";
            default -> ", creationDate TIMESTAMP";
        };
    }

    @Override
    public void nodeHeader(NodeFile file, List<String> columns) throws IOException {
        columnsByFile.put(file.file(), columns);
        if (!columns.contains("type")) {
            openNodes(file.file(), columns);
        }
    }

    private void openNodes(String table, List<String> columns) throws IOException {
        files.open(table);
        files.line(table, columns, List.of());
        opened.add(table);
        List<String> definitions = new ArrayList<>();
        for (String column : columns) {
            definitions.add(columnDefinition(table, column));
        }
        nodeStatements.add("CREATE NODE TABLE " + table + "(" + String.join(", ", definitions) + ", PRIMARY KEY(id))");
        copyStatements.add("COPY " + table + " FROM '" + files.path(table) + "' (" + COPY_OPTIONS + ")");
    }

    private static String columnDefinition(String table, String column) {
        return switch (column) {
            case "id", "length" -> column + " INT64";
            case "creationDate" -> column + " TIMESTAMP";
            case "birthday" -> column + " DATE";
            case "email" -> column + " STRING[]";
            case "language" -> table.equals("Person") ? "speaks STRING[]" : "language STRING";
            default -> column + " STRING";
        };
    }

    @Override
    public void node(NodeFile file, List<String> fields) throws IOException {
        List<String> columns = columns(file.file());
        List<String> values = new ArrayList<>(fields);
        int typeIndex = columns.indexOf("type");
        String table = file.file();
        if (typeIndex >= 0) {
            table = fields.get(typeIndex);
            typesById
                    .computeIfAbsent(file.file(), name -> new HashMap<>())
                    .put(fields.get(columns.indexOf("id")), table);
            if (!opened.contains(table)) {
                List<String> rest = new ArrayList<>(columns);
                rest.remove(typeIndex);
                openNodes(table, rest);
            }
            values.remove(typeIndex);
        } else if (table.equals("Person")) {
            for (String list : List.of("language", "email")) {
                int index = columns.indexOf(list);
                values.set(index, "[" + values.get(index).replace(';', ',') + "]");
            }
        }
        files.line(table, values, List.of());
    }

    @Override
    public void relationshipHeader(RelationshipFile file, List<String> properties) {
        columnsByFile.put(file.file(), properties);
    }

    @Override
    public void relationship(RelationshipFile file, String sourceId, String targetId, List<String> properties)
            throws IOException {
        String source = sourceTable(file, sourceId);
        String target = targetTable(file, source);
        String name = source + "_" + file.type() + "_" + target;
        boolean dateMissing =
                properties.isEmpty() && !propertyColumns(file.type()).isEmpty();
        if (opened.add(name)) {
            files.open(name);
            files.line(name, List.of("from", "to"), dateMissing ? List.of("creationDate") : columns(file.file()));
            pairsByType
                    .computeIfAbsent(file.type(), type -> new LinkedHashSet<>())
                    .add("FROM " + source + " TO " + target);
            copyRelationshipStatements.add("COPY " + file.type() + " FROM '" + files.path(name) + "' (from='" + source
                    + "', to='" + target + "', " + COPY_OPTIONS + ")");
        }
        files.line(name, List.of(sourceId, targetId), dateMissing ? List.of("") : properties);
    }

    private List<String> columns(String file) {
        return Objects.requireNonNull(columnsByFile.get(file));
    }

    private String sourceTable(RelationshipFile file, String sourceId) {
        Map<String, String> types = typesById.get(file.source());
        return types == null ? file.source() : Objects.requireNonNull(types.get(sourceId));
    }

    /** The kind of the target follows from the relationship and the kind of the source. */
    private static String targetTable(RelationshipFile file, String source) {
        return switch (file.type()) {
            case "IS_LOCATED_IN" -> source.equals("University") || source.equals("Person") ? "City" : "Country";
            case "IS_PART_OF" -> source.equals("City") ? "Country" : "Continent";
            case "STUDY_AT" -> "University";
            case "WORK_AT" -> "Company";
            default -> file.target();
        };
    }
}
