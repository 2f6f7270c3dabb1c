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
import org.jspecify.annotations.Nullable;
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
import org.thetisdb.json.JsonReader;
import org.thetisdb.json.JsonWriter;
import org.thetisdb.json.NotJsonException;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.UnicodeText;
import org.thetisdb.value.vector.Vector;

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

    private static final String PROPERTIES = "properties";
    private static final int ROWS_MAX = 4096;

    /** Rows that are long are fewer. */
    private static final long CHARACTERS_MAX = 1 << 20;

    private static final int BLOCK_BYTES = 256 << 10;

    private final FileSystem fileSystem;
    private final Path file;
    private final BufferedReader reader;
    private final Map<String, ValueType> types = new HashMap<>();
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
        long characters = 0;
        while (rows.size() < ROWS_MAX && characters < CHARACTERS_MAX) {
            String text = readLine();
            if (text == null) {
                return rows;
            }
            characters += text.length();
            if (!text.isBlank()) {
                rows.add(row(text));
            }
        }
        return rows;
    }

    private @Nullable String readLine() {
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
        Object json;
        try {
            json = JsonReader.read(text);
        } catch (NotJsonException wrong) {
            throw RowFile.badRow(file, line, shown(text), "JSON: " + wrong.getMessage());
        }
        if (!(json instanceof Map<?, ?> object)) {
            throw RowFile.badRow(file, line, shown(text), "an object of JSON");
        }
        return new Row(line, values(object, types));
    }

    private Map<String, Object> values(Map<?, ?> object, Map<String, ValueType> declared) {
        Map<String, Object> values = LinkedHashMap.newLinkedHashMap(object.size());
        object.forEach((name, json) -> {
            if (json != null) {
                String column = text((String) name);
                ValueType type = declared.get(column);
                values.put(column, type == null ? value(json) : typed(json, type, column));
            }
        });
        return values;
    }

    /** JSON can escape one half of a pair of surrogates. */
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

    private Object value(Object json) {
        return switch (json) {
            case String text -> text(text);
            case Boolean _, Long _ -> json;
            case Double number when Double.isFinite(number) -> number;
            case List<?> list -> list.stream().map(this::value).toList();
            case Map<?, ?> map -> object(map);
            case null, default -> throw notAValue(json);
        };
    }

    private ThetisException wrong(@Nullable Object json, String expected) {
        return RowFile.badRow(file, line, shown(JsonWriter.text(json)), expected);
    }

    private ThetisException notAValue(@Nullable Object json) {
        return wrong(json, "a number of 64 bits, text, boolean, list of them, or a point");
    }

    private Object object(Map<?, ?> json) {
        if (json.containsKey("srid")) {
            return point(json);
        }
        if (json.containsKey("$type")) {
            return typedValue(json);
        }
        if (json.get("labels") instanceof List<?> names && json.get(PROPERTIES) instanceof Map<?, ?> properties) {
            List<String> labels = names.stream().map(this::string).toList();
            return new RowEntity.Node(id(json), labels, values(properties, Map.of()));
        }
        if (json.containsKey("startNodeElementId") && json.get(PROPERTIES) instanceof Map<?, ?> properties) {
            return new RowEntity.Relationship(
                    id(json),
                    string(json.get("startNodeElementId")),
                    string(json.get("endNodeElementId")),
                    string(json.get("type")),
                    values(properties, Map.of()));
        }
        if (json.get("nodes") instanceof List<?> nodes && json.get("relationships") instanceof List<?> relationships) {
            List<Object> parts = new ArrayList<>();
            nodes.forEach(each -> parts.add(value(each)));
            relationships.forEach(each -> parts.add(value(each)));
            return parts;
        }
        throw notAValue(json);
    }

    private Optional<String> id(Map<?, ?> json) {
        return json.containsKey("elementId") ? Optional.of(string(json.get("elementId"))) : Optional.empty();
    }

    private String string(@Nullable Object json) {
        if (!(json instanceof String text)) {
            throw wrong(json, "text");
        }
        return text(text);
    }

    private Object typedValue(Map<?, ?> json) {
        boolean shaped = json.size() == 2 && json.containsKey("_value") && json.get("$type") instanceof String;
        ScalarType type = shaped ? TYPES.get((String) json.get("$type")) : null;
        if (type == null) {
            throw wrong(json, "a value with its type, as in {\"$type\": \"Date\", \"_value\": \"2012-11-29\"}");
        }
        return scalar(json.get("_value"), type, "$type");
    }

    private Point point(Map<?, ?> json) {
        boolean shaped = json.size() == (json.containsKey("z") ? 4 : 3);
        if (shaped
                && json.get("srid") instanceof Long srid
                && srid == (int) (long) srid
                && json.get("x") instanceof Number x
                && json.get("y") instanceof Number y
                && (json.get("z") instanceof Number || !json.containsKey("z"))) {
            try {
                double z = json.get("z") instanceof Number third ? third.doubleValue() : Double.NaN;
                return new Point((int) (long) srid, x.doubleValue(), y.doubleValue(), z);
            } catch (ThetisException wrong) {
                throw wrong(json, "a point: " + wrong.getMessage());
            }
        }
        throw wrong(json, "a point with srid, x, y and perhaps z");
    }

    /** A value of a type that the user has declared. */
    private Object typed(Object json, ValueType type, String column) {
        if (!type.list()) {
            return scalar(json, type.scalar(), column);
        }
        if (!(json instanceof List<?> elements)) {
            throw wrong(json, "a list in column " + column);
        }
        List<Object> list = new ArrayList<>(elements.size());
        for (Object element : elements) {
            list.add(scalar(element, type.scalar(), column));
        }
        return list;
    }

    private Object scalar(@Nullable Object json, ScalarType type, String column) {
        if (json instanceof Map<?, ?> map && (type == ScalarType.POINT || map.containsKey("$type"))) {
            return value(json);
        }
        if (!(json instanceof String || json instanceof Number || json instanceof Boolean)) {
            throw wrong(json, type.expected() + " in column " + column);
        }
        byte[] bytes = UnicodeText.utf8(json instanceof String text ? text(text) : json.toString());
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
        Object value = vector.valueAt(0);
        if (value == null) {
            throw wrong(json, type.expected() + " in column " + column);
        }
        return value;
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
