package org.thetisdb.importer.plan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.importer.csv.CsvFormat;
import org.thetisdb.importer.csv.CsvInput;
import org.thetisdb.importer.csv.ScalarType;
import org.thetisdb.importer.csv.ValueType;
import org.thetisdb.importer.ids.IdType;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.MissingFile;
import org.thetisdb.json.JsonReader;
import org.thetisdb.json.NotJsonException;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;

/**
 * Reads a mapping file, for CSV files that have headers of their own.
 *
 * <pre>
 * {"format":  {"separator": "|", "quote": "\"", "listSeparator": ";", "extensions": [".csv", ".csv.gz", ".csv.zst"]},
 *  "nodes":   [{"file": "city",                    or "files": ["city-1", "city-2"], or a directory, or "city-*"
 *               "labels": ["City"], "labelColumn": "kind",
 *               "id": "id", "idSpace": "Place", "idType": "INTEGER",
 *               "properties":    [{"column": "name", "property": "name", "type": "STRING", "optional": false}],
 *               "relationships": [{"column": "countryId", "type": "IN", "idSpace": "Place", "direction": "OUT",
 *                                  "properties": []}]}],
 *  "relationships": [{"file": "road", "type": "ROAD",           or "typeColumn": "kind"
 *                     "start": {"column": "from", "idSpace": "Place"}, "end": {"column": "to", "idSpace": "Place"},
 *                     "properties": []}],
 *  "indexes": [{"label": "City", "property": "name", "unique": false}]}
 * </pre>
 *
 * <p>{@code id} is the column that other rows refer to; it is stored only if it is among the properties. The type of
 * ids is that of the id column as a property if {@code idType} is not given, and INTEGER if there is none.
 */
public final class MappingReader {
    private static final Set<String> ROOT_NAMES = Set.of("format", "nodes", "relationships", "indexes");
    private static final Set<String> FORMAT_NAMES = Set.of("separator", "quote", "listSeparator", "extensions");
    private static final Set<String> NODE_NAMES =
            Set.of("file", "files", "labels", "labelColumn", "id", "idSpace", "idType", "properties", "relationships");
    private static final Set<String> PROPERTY_NAMES = Set.of("column", "property", "type", "optional");
    private static final Set<String> KEY_NAMES =
            Set.of("column", "type", "idSpace", "direction", "properties", "optional");
    private static final Set<String> RELATIONSHIP_NAMES =
            Set.of("file", "files", "type", "typeColumn", "start", "end", "properties");
    private static final Set<String> END_NAMES = Set.of("column", "idSpace");
    private static final Set<String> INDEX_NAMES = Set.of("label", "property", "unique");
    private static final List<String> DEFAULT_EXTENSIONS = List.of(".csv", ".csv.gz", ".csv.zst");

    private final InputFiles files;
    private final Path dataDirectory;
    private final Map<String, IdType> idTypes = new HashMap<>();
    private final List<String> notes = new ArrayList<>();
    private CsvFormat format = new CsvFormat((byte) ',', '"', (byte) ';');
    private List<String> extensions = DEFAULT_EXTENSIONS;

    private MappingReader(FileSystem fileSystem, Path dataDirectory) {
        this.files = new InputFiles(fileSystem, ErrorCode.IMPORT_BAD_MAPPING);
        this.dataDirectory = dataDirectory;
    }

    /**
     * Reads the mapping and the headers of all files that it names.
     *
     * @throws ThetisException {@link ErrorCode#IMPORT_BAD_MAPPING}, {@link ErrorCode#IMPORT_BAD_HEADER}
     */
    public static LoadPlan read(FileSystem fileSystem, Path mapping, Path dataDirectory) {
        if (!fileSystem.exists(mapping)) {
            throw MissingFile.error(fileSystem, ErrorCode.IMPORT_BAD_MAPPING, mapping, List.of());
        }
        if (fileSystem.isDirectory(mapping)) {
            throw new ThetisException(
                    ErrorCode.IMPORT_BAD_MAPPING, "the mapping is a directory: file=" + mapping + "; name a JSON file");
        }
        if (!fileSystem.isDirectory(dataDirectory)) {
            throw new ThetisException(
                    ErrorCode.IMPORT_BAD_MAPPING, "no such directory: data=" + dataDirectory + "; see --data");
        }
        Object root;
        try (InputStream stream = CsvInput.open(fileSystem, mapping, new AtomicLong())) {
            ByteBuffer bytes = ByteBuffer.wrap(stream.readAllBytes());
            root = JsonReader.read(
                    StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
        } catch (NotJsonException wrong) {
            throw new ThetisException(
                    ErrorCode.IMPORT_BAD_MAPPING,
                    "not JSON: file=" + mapping + ", line=" + wrong.line() + ", column=" + wrong.column() + ": "
                            + wrong.getMessage(),
                    wrong);
        } catch (CharacterCodingException wrong) {
            throw new ThetisException(
                    ErrorCode.IMPORT_BAD_MAPPING, "not UTF-8: file=" + mapping + "; convert it first", wrong);
        } catch (IOException failed) {
            throw CsvInput.failure(mapping, failed);
        }
        JsonObject object = new JsonObject(root, mapping.getFileName().toString(), ROOT_NAMES);
        return new MappingReader(fileSystem, dataDirectory).plan(object);
    }

    private LoadPlan plan(JsonObject root) {
        if (root.has("format")) {
            readFormat(root.object("format", FORMAT_NAMES));
        }
        List<NodeTable> nodes =
                root.objects("nodes", NODE_NAMES).stream().map(this::nodeTable).toList();
        if (nodes.isEmpty()) {
            throw root.wrong("nothing to import: name=nodes; expected at least one table of nodes");
        }
        for (NodeTable table : nodes) {
            for (ForeignKey key : table.foreignKeys()) {
                checkSpace(key.idSpace(), root);
            }
        }
        List<RelationshipTable> relationships = root.objects("relationships", RELATIONSHIP_NAMES).stream()
                .map(this::relationshipTable)
                .toList();
        List<IndexRequest> indexes = root.objects("indexes", INDEX_NAMES).stream()
                .map(index ->
                        new IndexRequest(index.text("label"), index.text("property"), index.flag("unique", false)))
                .toList();
        return new LoadPlan(format, nodes, relationships, indexes, idTypes, notes);
    }

    private void readFormat(JsonObject object) {
        byte separator = character(object, "separator", ",");
        int quote = object.optionalText("quote").map(String::isEmpty).orElse(false)
                ? CsvFormat.NO_QUOTE
                : character(object, "quote", "\"");
        format = new CsvFormat(separator, quote, character(object, "listSeparator", ";"));
        if (object.has("extensions")) {
            extensions = object.texts("extensions");
        }
    }

    private static byte character(JsonObject object, String name, String preset) {
        String text = object.optionalText(name).orElse(preset);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length != 1 || bytes[0] == '\n' || bytes[0] == '\r') {
            throw object.wrong("wrong entry: name=" + name + ", value=" + text + "; expected one ASCII character");
        }
        return bytes[0];
    }

    private NodeTable nodeTable(JsonObject object) {
        FieldSet fields = new FieldSet();
        List<PropertyField> properties = properties(object, fields);
        Optional<String> id = object.optionalText("id");
        int idField = id.map(fields::field).orElse(NodeTable.NO_FIELD);
        String idSpace = object.optionalText("idSpace").orElse("");
        id.ifPresent(column -> declareSpace(object, idSpace, idField, properties));
        int labelField = object.optionalText("labelColumn").map(fields::field).orElse(NodeTable.NO_FIELD);
        List<ForeignKey> keys = new ArrayList<>();
        for (JsonObject key : object.objects("relationships", KEY_NAMES)) {
            keys.add(foreignKey(key, fields));
        }
        Table table = table(object, fields);
        return new NodeTable(table, object.texts("labels"), labelField, idField, idSpace, properties, keys);
    }

    private void declareSpace(JsonObject object, String space, int idField, List<PropertyField> properties) {
        String derived = properties.stream()
                        .anyMatch(property ->
                                property.field() == idField && property.type().scalar() == ScalarType.STRING)
                ? "STRING"
                : "INTEGER";
        String name = object.optionalText("idType").orElse(derived);
        if (!name.equals("STRING") && !name.equals("INTEGER")) {
            throw object.wrong("wrong entry: name=idType, value=" + name + "; expected STRING or INTEGER");
        }
        IdType type = IdType.valueOf(name);
        IdType former = idTypes.putIfAbsent(space, type);
        if (former != null && former != type) {
            throw object.wrong("ids of one space have two types: idSpace=" + space + ", types=" + former + ", " + type);
        }
    }

    private ForeignKey foreignKey(JsonObject object, FieldSet fields) {
        String column = object.text("column");
        int field = fields.field(column);
        if (object.flag("optional", false)) {
            fields.allowMissing(column);
        }
        String direction = object.optionalText("direction").orElse("OUT");
        if (!direction.equals("OUT") && !direction.equals("IN")) {
            throw object.wrong("wrong entry: name=direction, value=" + direction + "; expected OUT or IN");
        }
        String space = object.optionalText("idSpace").orElse("");
        List<PropertyField> properties = properties(object, fields);
        return new ForeignKey(field, object.text("type"), space, direction.equals("OUT"), properties);
    }

    private RelationshipTable relationshipTable(JsonObject object) {
        FieldSet fields = new FieldSet();
        List<PropertyField> properties = properties(object, fields);
        JsonObject start = object.object("start", END_NAMES);
        JsonObject end = object.object("end", END_NAMES);
        String startSpace = start.optionalText("idSpace").orElse("");
        String endSpace = end.optionalText("idSpace").orElse("");
        checkSpace(startSpace, start);
        checkSpace(endSpace, end);
        int startField = fields.field(start.text("column"));
        int endField = fields.field(end.text("column"));
        int typeField = object.optionalText("typeColumn").map(fields::field).orElse(NodeTable.NO_FIELD);
        String type = typeField < 0
                ? object.text("type")
                : object.optionalText("type").orElse("");
        return new RelationshipTable(
                table(object, fields), type, typeField, startField, startSpace, endField, endSpace, properties);
    }

    private void checkSpace(String space, JsonObject object) {
        if (!idTypes.containsKey(space)) {
            throw object.wrong(
                    "no nodes have ids of this space: idSpace=" + space + Suggestions.orAll(space, idTypes.keySet()));
        }
    }

    private List<PropertyField> properties(JsonObject object, FieldSet fields) {
        List<PropertyField> properties = new ArrayList<>();
        for (JsonObject entry : object.objects("properties", PROPERTY_NAMES)) {
            String column = entry.text("column");
            String name = entry.optionalText("property").orElse(column);
            String typeName = entry.optionalText("type").orElse("STRING");
            ValueType type = TypeNames.fromCypher(typeName)
                    .orElseThrow(() -> entry.wrong("unknown type: type=" + typeName
                            + Suggestions.orAll(typeName, TypeNames.cypherNames()) + ", or LIST<one of these>"));
            if (properties.stream().anyMatch(property -> property.property().equals(name))) {
                throw entry.wrong("property comes twice: property=" + name);
            }
            if (entry.flag("optional", false)) {
                fields.allowMissing(column);
            }
            properties.add(new PropertyField(fields.field(column), name, type));
        }
        return properties;
    }

    private Table table(JsonObject object, FieldSet fields) {
        List<String> names = new ArrayList<>(object.texts("files"));
        object.optionalText("file").ifPresent(names::addFirst);
        if (names.isEmpty()) {
            throw object.wrong("missing entry: name=file; expected a file's name below the data directory");
        }
        List<TableFile> found = new ArrayList<>();
        for (String name : names) {
            for (Path file : files.find(dataDirectory, name, extensions)) {
                List<String> header = files.header(file, format);
                if (!fields.names().contains(header.getFirst())) {
                    WrongDelimiter.check(
                            file,
                            header,
                            format.separator(),
                            delimiter -> "write \"separator\": \"" + (delimiter == '\t' ? "\\t" : delimiter)
                                    + "\" into the mapping's \"format\"");
                }
                int[] columnFields = fields.bind(file, header, notes);
                found.add(new TableFile(file, files.sizeBytes(file), true, columnFields));
            }
        }
        return new Table(names.getFirst(), fields.names(), found, Set.of());
    }
}
