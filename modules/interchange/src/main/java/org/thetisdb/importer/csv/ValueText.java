package org.thetisdb.importer.csv;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.json.JsonReader;
import org.thetisdb.json.JsonWriter;
import org.thetisdb.json.NotJsonException;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.UnicodeText;
import org.thetisdb.value.vector.Vector;

/**
 * Fields of columns whose values are of any type, and the texts of values in columns of one type:
 *
 * <pre>
 *   ANY        42   "a;b"   {"ZONED DATETIME": "2012-11-29T02:52:48.123Z"}   [1.5, {"FLOAT": "NaN"}]
 *   INTEGER    42
 * </pre>
 *
 * <p>A field of any type is JSON; values that JSON has no notation for tell their types, and others may.
 *
 * <p>Thread safe.
 */
public final class ValueText {
    /** The name of the type of such columns. */
    public static final String ANY = "ANY";

    private static final Map<String, ScalarType> TYPES = Map.ofEntries(
            Map.entry("BOOLEAN", ScalarType.BOOLEAN),
            Map.entry("INTEGER", ScalarType.INTEGER),
            Map.entry("FLOAT", ScalarType.FLOAT),
            Map.entry("STRING", ScalarType.STRING),
            Map.entry("DATE", ScalarType.DATE),
            Map.entry("LOCAL TIME", ScalarType.LOCAL_TIME),
            Map.entry("ZONED TIME", ScalarType.TIME),
            Map.entry("LOCAL DATETIME", ScalarType.LOCAL_DATETIME),
            Map.entry("ZONED DATETIME", ScalarType.ZONED_DATETIME),
            Map.entry("DURATION", ScalarType.DURATION),
            Map.entry("POINT", ScalarType.POINT));

    private ValueText() {}

    /** The type of a column that has this value alone; {@link #ANY} for lists. */
    public static String columnType(Object value) {
        return switch (value) {
            case Boolean _ -> "BOOLEAN";
            case Long _ -> "INTEGER";
            case Double _ -> "FLOAT";
            case String _ -> "STRING";
            case LocalDate _ -> "DATE";
            case LocalTime _ -> "LOCAL TIME";
            case OffsetTime _ -> "ZONED TIME";
            case LocalDateTime _ -> "LOCAL DATETIME";
            case ZonedDateTime _ -> "ZONED DATETIME";
            case IsoDuration _ -> "DURATION";
            case Point _ -> "POINT";
            case List<?> _ -> ANY;
            default ->
                throw new ThetisException(
                        ErrorCode.INTERNAL, "no property can have such a value: class=" + value.getClass());
        };
    }

    /** The field of a scalar in a column of its type. */
    public static String plain(Object value) {
        return value instanceof Point point
                ? "{srid: " + point.srid() + ", x: " + point.x() + ", y: " + point.y()
                        + (point.isThreeDimensional() ? ", z: " + point.z() : "") + "}"
                : value.toString();
    }

    /** The field of any value in a column of type {@link #ANY}. */
    public static String any(Object value) {
        return JsonWriter.text(tree(value));
    }

    private static Object tree(Object value) {
        return switch (value) {
            case List<?> list -> list.stream().map(ValueText::tree).toList();
            case Boolean flag -> flag;
            case Long number -> number;
            case String text -> text;
            case Double number when Double.isFinite(number) -> number;
            default -> Map.of(columnType(value), plain(value));
        };
    }

    /** Reads what {@link #any} wrote; nothing if it is something else. */
    static Optional<Object> read(String field) {
        try {
            return value(JsonReader.read(field));
        } catch (NotJsonException notJson) {
            return Optional.empty();
        }
    }

    private static Optional<Object> value(@Nullable Object json) {
        return switch (json) {
            case null -> Optional.empty();
            case String text when UnicodeText.firstLoneSurrogate(text) >= 0 -> Optional.empty();
            case Double number when !Double.isFinite(number) -> Optional.empty();
            case String _, Double _, Long _, Boolean _ -> Optional.of(json);
            case List<?> list -> list(list);
            case Map<?, ?> map when map.size() == 1 -> typed(map);
            default -> Optional.empty();
        };
    }

    private static Optional<Object> list(List<?> json) {
        List<Object> values = new ArrayList<>(json.size());
        for (Object each : json) {
            Optional<Object> value = value(each);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values.add(value.get());
        }
        return Optional.of(List.copyOf(values));
    }

    /** What a map of one entry says, whose name is a type. */
    private static Optional<Object> typed(Map<?, ?> json) {
        Map.Entry<?, ?> entry = json.entrySet().iterator().next();
        ScalarType type = TYPES.get(((String) entry.getKey()).toUpperCase(Locale.ROOT));
        if (type == null || !(entry.getValue() instanceof String text)) {
            return Optional.empty();
        }
        if (UnicodeText.firstLoneSurrogate(text) >= 0) {
            return Optional.empty();
        }
        byte[] bytes = UnicodeText.utf8(text);
        Vector target = new Vector();
        target.reset(type.kind(), 1);
        ColumnParser parser = new ColumnParser(new CsvFormat((byte) ',', '"', (byte) ';'));
        return parser.parseOne(bytes, 0, bytes.length, type, target, 0)
                ? Optional.ofNullable(target.valueAt(0))
                : Optional.empty();
    }
}
