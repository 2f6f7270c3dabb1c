package org.thetisdb.importer.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.importer.csv.CsvFormat;
import org.thetisdb.importer.csv.ValueType;
import org.thetisdb.importer.ids.IdType;
import org.thetisdb.io.FileSystem;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;

/**
 * Makes a plan of files whose headers tell what their columns are. The first row of each table's first file is the
 * header; the file may hold nothing else.
 */
public final class HeaderReader {
    private final InputFiles files;
    private final CsvFormat format;
    private final IdType idType;
    private final boolean inferTypes;
    private final Map<String, IdType> idTypes = new HashMap<>();

    private HeaderReader(FileSystem fileSystem, CsvFormat format, IdType idType, boolean inferTypes) {
        this.inferTypes = inferTypes;
        this.files = new InputFiles(fileSystem, ErrorCode.IMPORT_BAD_HEADER);
        this.format = format;
        this.idType = idType;
    }

    /**
     * Reads the headers.
     *
     * @param inferTypes whether plain columns are to get a type by their values; else they are text
     * @param nodes texts such as {@code Person:Actor=header.csv,a.csv,b.csv} or {@code a.csv}
     * @param relationships texts such as {@code KNOWS=a.csv} or {@code a.csv}
     * @throws ThetisException {@link ErrorCode#IMPORT_BAD_HEADER}
     */
    public static LoadPlan read(
            FileSystem fileSystem,
            CsvFormat format,
            IdType idType,
            boolean inferTypes,
            List<String> nodes,
            List<String> relationships,
            List<IndexRequest> indexes) {
        HeaderReader reader = new HeaderReader(fileSystem, format, idType, inferTypes);
        List<NodeTable> nodeTables = nodes.stream().map(reader::nodeTable).toList();
        List<RelationshipTable> relationshipTables =
                relationships.stream().map(reader::relationshipTable).toList();
        if (nodeTables.isEmpty()) {
            throw new ThetisException(ErrorCode.USAGE, "nothing to import: give at least one --nodes");
        }
        return new LoadPlan(format, nodeTables, relationshipTables, indexes, reader.idTypes, List.of());
    }

    /** The columns of one table, and which fields they become. */
    private final class Columns {
        private final String tableName;
        private final List<String> names = new ArrayList<>();
        private final List<PropertyField> properties = new ArrayList<>();
        private final Map<HeaderColumn.Role, Integer> fields = new HashMap<>();
        private final Map<HeaderColumn.Role, String> spaces = new HashMap<>();
        private final List<TableFile> tableFiles = new ArrayList<>();
        private final Set<Integer> untypedFields = new HashSet<>();
        private final Path headerFile;

        @SuppressWarnings("ReferenceEquality") // The very same object is meant.
        Columns(String argument, String fileList, Set<HeaderColumn.Role> allowed) {
            tableName = fileList;
            List<Path> paths = Arrays.stream(fileList.split(","))
                    .filter(name -> !name.isBlank())
                    .flatMap(name -> files.find(Path.of(""), name.strip(), List.of()).stream())
                    .toList();
            if (paths.isEmpty()) {
                throw new ThetisException(ErrorCode.USAGE, "no file named in '" + argument + "'");
            }
            headerFile = paths.getFirst();
            int[] columnFields = read(allowed);
            for (Path path : paths) {
                tableFiles.add(new TableFile(path, files.sizeBytes(path), path == headerFile, columnFields));
            }
        }

        private int[] read(Set<HeaderColumn.Role> allowed) {
            List<String> header = files.header(headerFile, format);
            WrongDelimiter.check(
                    headerFile,
                    header,
                    format.separator(),
                    delimiter -> "give --delimiter " + (delimiter == '\t' ? "TAB" : "'" + delimiter + "'"));
            int[] columnFields = new int[header.size()];
            Set<String> propertyNames = new HashSet<>();
            for (int index = 0; index < columnFields.length; index++) {
                String text = header.get(index);
                HeaderColumn column = HeaderColumn.parse(text, headerFile, index);
                columnFields[index] = -1;
                if (column.role() != HeaderColumn.Role.IGNORE) {
                    if (!allowed.contains(column.role())) {
                        throw wrong(text, index, "does not belong to such a table; expected one of " + allowed);
                    }
                    columnFields[index] = names.size();
                    names.add(text);
                    add(column, columnFields[index], index, text, propertyNames);
                }
            }
            return columnFields;
        }

        private void add(HeaderColumn column, int field, int index, String text, Set<String> propertyNames) {
            boolean property = column.role() == HeaderColumn.Role.PROPERTY;
            if (!property) {
                if (fields.putIfAbsent(column.role(), field) != null) {
                    throw wrong(text, index, "comes twice; expected one such column");
                }
                spaces.put(column.role(), column.idSpace());
            }
            boolean storedId =
                    column.role() == HeaderColumn.Role.ID && !column.name().isEmpty();
            if (property || storedId) {
                ValueType idValue = storedId && idType == IdType.INTEGER ? ValueType.INTEGER : ValueType.STRING;
                if (property && inferTypes && column.type().isEmpty()) {
                    untypedFields.add(field);
                }
                if (!propertyNames.add(column.name())) {
                    throw wrong(text, index, "names a property that another column names");
                }
                properties.add(
                        new PropertyField(field, column.name(), column.type().orElse(idValue)));
            }
        }

        private ThetisException wrong(String text, int column, String what) {
            return new ThetisException(
                    ErrorCode.IMPORT_BAD_HEADER,
                    "wrong header: file=" + headerFile + ", line=1, column=" + (column + 1) + ", value='" + text + "' "
                            + what);
        }

        int field(HeaderColumn.Role role) {
            return fields.getOrDefault(role, NodeTable.NO_FIELD);
        }

        int neededField(HeaderColumn.Role role) {
            Integer field = fields.get(role);
            if (field == null) {
                throw new ThetisException(
                        ErrorCode.IMPORT_BAD_HEADER,
                        "no :" + role + " column: file=" + headerFile + ", line=1, columns=" + names
                                + "; expected one");
            }
            return field;
        }

        String space(HeaderColumn.Role role) {
            return spaces.getOrDefault(role, "");
        }

        Table table() {
            return new Table(tableName, names, tableFiles, untypedFields);
        }
    }

    private NodeTable nodeTable(String argument) {
        int equals = argument.indexOf('=');
        List<String> labels = equals < 0 ? List.of() : names(argument.substring(0, equals));
        Set<HeaderColumn.Role> allowed =
                Set.of(HeaderColumn.Role.ID, HeaderColumn.Role.LABEL, HeaderColumn.Role.PROPERTY);
        Columns columns = new Columns(argument, argument.substring(equals + 1), allowed);
        int idField = columns.field(HeaderColumn.Role.ID);
        String space = columns.space(HeaderColumn.Role.ID);
        if (idField >= 0) {
            idTypes.put(space, idType);
        }
        return new NodeTable(
                columns.table(),
                labels,
                columns.field(HeaderColumn.Role.LABEL),
                idField,
                space,
                columns.properties,
                List.of());
    }

    private static List<String> names(String text) {
        return Arrays.stream(text.split(":"))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private RelationshipTable relationshipTable(String argument) {
        int equals = argument.indexOf('=');
        String type = equals < 0 ? "" : argument.substring(0, equals).strip();
        Set<HeaderColumn.Role> allowed = Set.of(
                HeaderColumn.Role.START_ID,
                HeaderColumn.Role.END_ID,
                HeaderColumn.Role.TYPE,
                HeaderColumn.Role.PROPERTY);
        Columns columns = new Columns(argument, argument.substring(equals + 1), allowed);
        int typeField =
                type.isEmpty() ? columns.neededField(HeaderColumn.Role.TYPE) : columns.field(HeaderColumn.Role.TYPE);
        int startField = columns.neededField(HeaderColumn.Role.START_ID);
        int endField = columns.neededField(HeaderColumn.Role.END_ID);
        String startSpace = knownSpace(columns, HeaderColumn.Role.START_ID);
        String endSpace = knownSpace(columns, HeaderColumn.Role.END_ID);
        return new RelationshipTable(
                columns.table(), type, typeField, startField, startSpace, endField, endSpace, columns.properties);
    }

    private String knownSpace(Columns columns, HeaderColumn.Role role) {
        String space = columns.space(role);
        if (!idTypes.containsKey(space)) {
            throw new ThetisException(
                    ErrorCode.IMPORT_BAD_HEADER,
                    "no nodes have ids of this space: idSpace=" + space + ", file=" + columns.headerFile + ", line=1"
                            + Suggestions.orAll(space, idTypes.keySet()));
        }
        return space;
    }
}
