package org.thetisdb.rows;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.importer.csv.BadCells;
import org.thetisdb.importer.csv.BlockReader;
import org.thetisdb.importer.csv.ColumnParser;
import org.thetisdb.importer.csv.CsvBlock;
import org.thetisdb.importer.csv.CsvFormat;
import org.thetisdb.importer.csv.CsvInput;
import org.thetisdb.importer.csv.FieldTable;
import org.thetisdb.importer.csv.RowSplitter;
import org.thetisdb.importer.csv.ScalarType;
import org.thetisdb.importer.csv.ValueType;
import org.thetisdb.io.FileSystem;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.UnicodeText;
import org.thetisdb.value.vector.Vector;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A file with an object of JSON on each line. Strings stay strings but for columns that have a type. Objects are what
 * they tell:
 *
 * <pre>
 *   point          {"srid": 7203, "x": 1.0, "y": 2.0}
 *   typed value    {"$type": "Date", "_value": "2012-11-29"}
 *   node           {"elementId": "n:0", "labels": ["Person"], "properties": {…}}
 *   relationship   {"elementId": "r:0", "startNodeElementId": "n:0", "endNodeElementId": "n:1", "type": "KNOWS",
 *                   "properties": {…}}
 *   path           {"nodes": […], "relationships": […]}, a list of all of them
 * </pre>
 */
public final class JsonRowFile implements RowFile {
    private static final Map<String, ScalarType> TYPES = Map.ofEntries(
            Map.entry("Boolean", ScalarType.BOOLEAN),
            Map.entry("Integer", ScalarType.INTEGER),
            Map.entry("Float", ScalarType.FLOAT),
            Map.entry("String", ScalarType.STRING),
            Map.entry("Date", ScalarType.DATE),
            Map.entry("LocalTime", ScalarType.LOCAL_TIME),
            Map.entry("Time", ScalarType.TIME),
            Map.entry("LocalDateTime", ScalarType.LOCAL_DATETIME),
            Map.entry("ZonedDateTime", ScalarType.ZONED_DATETIME),
            Map.entry("OffsetDateTime", ScalarType.ZONED_DATETIME),
            Map.entry("DateTime", ScalarType.ZONED_DATETIME),
            Map.entry("Duration", ScalarType.DURATION));

    private static final int ROWS_MAX = 4096;
    private static final int BLOCK_BYTES = 256 << 10;

    private final FileSystem fileSystem;
    private final Path file;
    private final BufferedReader reader;
    private final Map<String, ValueType> types = new HashMap<>();
    private final JsonMapper json = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private final ColumnParser parser = new ColumnParser(new CsvFormat((byte) ',', CsvFormat.NO_QUOTE, (byte) ';'));
    private final FieldTable table = new FieldTable();
    private final Vector vector = new Vector();
    private long line;

    /**
     * Opens a file, which may be compressed.
     *
     * @param given types of columns, as in {@code born:date}
     * @throws ThetisException {@link ErrorCode#FILE_MISSING}, {@link ErrorCode#IO_FAILED}, {@link
     *     ErrorCode#IMPORT_BAD_HEADER}
     */
    public JsonRowFile(FileSystem fileSystem, Path file, List<String> given) {
        this.fileSystem = fileSystem;
        this.file = file;
        for (NamedColumn column : NamedColumn.parse(given, file)) {
            column.type().ifPresent(type -> types.put(column.name(), type));
        }
        this.reader = new BufferedReader(new InputStreamReader(
                CsvInput.open(fileSystem, file, new AtomicLong()),
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT)));
    }

    @Override
    public List<Row> next() {
        List<Row> rows = new ArrayList<>();
        while (rows.size() < ROWS_MAX) {
            String text = readLine();
            if (text == null) {
                return rows;
            }
            if (!text.isBlank()) {
                rows.add(row(text));
            }
        }
        return rows;
    }

    private String readLine() {
        line++;
        try {
            String text = reader.readLine();
            return line == 1 && text != null && text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException wrong) {
            throw notUtf8(wrong);
        } catch (IOException failed) {
            throw CsvInput.failure(file, failed);
        }
    }

    /** The decoder works ahead of the lines, so the place is looked for from the beginning. */
    private ThetisException notUtf8(CharacterCodingException cause) {
        CsvFormat lines = new CsvFormat((byte) 0, CsvFormat.NO_QUOTE, (byte) ';');
        RowSplitter splitter = new RowSplitter(lines);
        CsvBlock block = new CsvBlock(BLOCK_BYTES);
        try (BlockReader blocks = new BlockReader(file, CsvInput.open(fileSystem, file, new AtomicLong()), lines, 1)) {
            while (blocks.next(block)) {
                splitter.begin(block, new int[0], 0);
                while (!splitter.row().isEmpty()) {
                    if (splitter.wrongByte().isPresent()) {
                        return CsvInput.notUtf8(file, splitter.wrongByte().get());
                    }
                }
            }
        }
        return new ThetisException(ErrorCode.IMPORT_BAD_ROW, "not UTF-8: file=" + file + "; convert it first", cause);
    }

    private Row row(String text) {
        JsonNode object;
        try {
            object = json.readTree(text);
        } catch (JacksonException wrong) {
            throw RowFile.badRow(file, line, shown(text), "JSON: " + wrong.getOriginalMessage());
        }
        if (!object.isObject()) {
            throw RowFile.badRow(file, line, shown(text), "an object of JSON");
        }
        return new Row(line, values(object, types));
    }

    private Map<String, Object> values(JsonNode object, Map<String, ValueType> declared) {
        Map<String, Object> values = LinkedHashMap.newLinkedHashMap(object.size());
        for (Map.Entry<String, JsonNode> entry : object.properties()) {
            JsonNode node = entry.getValue();
            if (!node.isNull()) {
                ValueType type = declared.get(entry.getKey());
                values.put(entry.getKey(), type == null ? value(node) : typed(node, type, entry.getKey()));
            }
        }
        return values;
    }

    /** JSON can escape one half of a pair of surrogates; in names the parser refuses it. */
    private String text(String given) {
        int lone = UnicodeText.firstLoneSurrogate(given);
        if (lone >= 0) {
            throw RowFile.badRow(
                    file,
                    line,
                    shown(given.replace(given.charAt(lone), '\uFFFD')),
                    "text, found " + UnicodeText.describe(given, lone));
        }
        return given;
    }

    private static String shown(String text) {
        return text.length() <= 120 ? text : text.substring(0, 119) + "…";
    }

    private Object value(JsonNode node) {
        if (node.isString()) {
            return text(node.stringValue());
        }
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        if (node.isIntegralNumber() && node.canConvertToLong()) {
            return node.longValue();
        }
        if (node.isFloatingPointNumber() && Double.isFinite(node.doubleValue())) {
            return node.doubleValue();
        }
        if (node.isArray()) {
            List<Object> list = new ArrayList<>(node.size());
            for (JsonNode element : node) {
                list.add(value(element));
            }
            return list;
        }
        if (node.isObject()) {
            return object(node);
        }
        throw notAValue(node);
    }

    private ThetisException notAValue(JsonNode node) {
        return RowFile.badRow(
                file, line, shown(node.toString()), "a number of 64 bits, text, boolean, list of them, or a point");
    }

    private Object object(JsonNode node) {
        if (node.has("srid")) {
            return point(node);
        }
        if (node.has("$type")) {
            return typedValue(node);
        }
        if (node.path("labels").isArray() && node.path("properties").isObject()) {
            List<String> labels = new ArrayList<>();
            node.get("labels").forEach(label -> labels.add(string(label)));
            return new RowEntity.Node(id(node), labels, properties(node));
        }
        if (node.has("startNodeElementId") && node.path("properties").isObject()) {
            return new RowEntity.Relationship(
                    id(node),
                    string(node.path("startNodeElementId")),
                    string(node.path("endNodeElementId")),
                    string(node.path("type")),
                    properties(node));
        }
        if (node.path("nodes").isArray() && node.path("relationships").isArray()) {
            List<Object> parts = new ArrayList<>();
            node.get("nodes").forEach(each -> parts.add(value(each)));
            node.get("relationships").forEach(each -> parts.add(value(each)));
            return parts;
        }
        throw notAValue(node);
    }

    private Optional<String> id(JsonNode node) {
        return node.has("elementId") ? Optional.of(string(node.get("elementId"))) : Optional.empty();
    }

    private String string(JsonNode node) {
        if (!node.isString()) {
            throw RowFile.badRow(file, line, shown(node.toString()), "text");
        }
        return text(node.stringValue());
    }

    private Map<String, Object> properties(JsonNode entity) {
        return values(entity.get("properties"), Map.of());
    }

    private Object typedValue(JsonNode node) {
        ScalarType type = node.size() == 2 && node.has("_value")
                ? TYPES.get(node.get("$type").asString(""))
                : null;
        if (type == null) {
            throw RowFile.badRow(
                    file,
                    line,
                    shown(node.toString()),
                    "a value with its type, as in {\"$type\": \"Date\", \"_value\": \"2012-11-29\"}");
        }
        return scalar(node.get("_value"), type, "$type");
    }

    private Point point(JsonNode node) {
        boolean valid = node.get("srid").isInt()
                && node.path("x").isNumber()
                && node.path("y").isNumber();
        try {
            if (valid && node.size() == (node.has("z") ? 4 : 3)) {
                double z = node.has("z") ? node.get("z").doubleValue() : Double.NaN;
                return new Point(
                        node.get("srid").intValue(),
                        node.get("x").doubleValue(),
                        node.get("y").doubleValue(),
                        z);
            }
        } catch (ThetisException | JacksonException wrong) {
            throw RowFile.badRow(file, line, shown(node.toString()), "a point: " + wrong.getMessage());
        }
        throw RowFile.badRow(file, line, shown(node.toString()), "a point with srid, x, y and perhaps z");
    }

    /** A value of a type that the user has told. */
    private Object typed(JsonNode node, ValueType type, String column) {
        if (!type.list()) {
            return scalar(node, type.scalar(), column);
        }
        if (!node.isArray()) {
            throw RowFile.badRow(file, line, shown(node.toString()), "a list in column " + column);
        }
        List<Object> list = new ArrayList<>(node.size());
        for (JsonNode element : node) {
            list.add(scalar(element, type.scalar(), column));
        }
        return list;
    }

    private Object scalar(JsonNode node, ScalarType type, String column) {
        if (node.isObject() && (type == ScalarType.POINT || node.has("$type"))) {
            return value(node);
        }
        if (!node.isString() && !node.isNumber() && !node.isBoolean()) {
            throw RowFile.badRow(file, line, shown(node.toString()), type.expected() + " in column " + column);
        }
        byte[] bytes = UnicodeText.utf8(node.isString() ? text(node.stringValue()) : node.toString());
        table.reset(bytes, 1, 1);
        table.starts()[0] = 0;
        table.lengths()[0] = bytes.length;
        table.endRow(line);
        parser.parse(table, 0, new ValueType(type, false), vector, new BadCells() {
            @Override
            public void badField(FieldTable of, int row, int field, String expected) {
                throw RowFile.badRow(file, line, of.text(row, field), expected + " in column " + column);
            }

            @Override
            public void badRow(long badLine, String found, String expected) {
                throw RowFile.badRow(file, badLine, found, expected);
            }
        });
        return vector.valueAt(0);
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException failed) {
            throw CsvInput.failure(file, failed);
        }
    }
}
