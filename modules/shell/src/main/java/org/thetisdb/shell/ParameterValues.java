package org.thetisdb.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;

/**
 * Parameters as text: {@code --param name=value}, and files of one JSON object. Stateless.
 *
 * <pre>
 *   {"id": 933, "tags": ["a", "b"],
 *    "from": {"$type": "ZonedDateTime", "_value": "2012-11-29T02:52:48.123Z"}}
 *
 *   $type: Null Boolean Integer Float String Date Time LocalTime ZonedDateTime OffsetDateTime LocalDateTime Duration
 *          Point List Map
 * </pre>
 */
public final class ParameterValues {
    private static final String TYPE = "$type";
    private static final String VALUE = "_value";

    private ParameterValues() {}

    /** Reads a file of one JSON object whose members are the parameters. */
    static Map<String, Object> readFile(Path file) {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED,
                    "the file of parameters cannot be read: file=" + file + ", reason=" + reason(failure),
                    failure);
        }
        if (!(JsonText.parse(text, "the file " + file) instanceof Map<?, ?> map)) {
            throw new ThetisException(
                    ErrorCode.INVALID_PARAMETER,
                    "a file of parameters holds one JSON object, name to value: file=" + file);
        }
        Map<String, Object> parameters = new LinkedHashMap<>();
        map.forEach((name, value) -> parameters.put((String) name, decode(value, (String) name)));
        return parameters;
    }

    /** Why a file cannot be used, in words. */
    public static String reason(IOException failure) {
        return failure instanceof java.nio.file.NoSuchFileException ? "there is no such file" : failure.getMessage();
    }

    /** Reads {@code name=value}. A value that is JSON is taken as such, any other is a string. */
    static void readPair(String pair, Map<String, Object> into) {
        int equals = pair.indexOf('=');
        if (equals < 1) {
            throw new ThetisException(
                    ErrorCode.USAGE, "a parameter is given as --param name=value, not `" + pair + "`");
        }
        String name = pair.charAt(0) == '$' ? pair.substring(1, equals) : pair.substring(0, equals);
        into.put(name, readValue(pair.substring(equals + 1), name));
    }

    private static Object readValue(String text, String name) {
        String plain = text.strip();
        if (plain.isEmpty()) {
            return text;
        }
        char first = plain.charAt(0);
        boolean container = first == '{' || first == '[' || first == '"';
        boolean number = first == '-' || first >= '0' && first <= '9';
        boolean word = plain.equals("true") || plain.equals("false") || plain.equals("null");
        if (!container && !number && !word) {
            return text;
        }
        try {
            return decode(JsonText.parse(plain, "parameter " + name), name);
        } catch (ThetisException notJson) {
            if (container) {
                throw notJson;
            }
            // 2012-11-29 or 10.0.0.1: a string after all
            return text;
        }
    }

    /** JSON as values of Cypher: objects with {@code $type} become what they say. */
    static Object decode(Object json, String name) {
        return switch (json) {
            case Map<?, ?> map when map.containsKey(TYPE) -> typed(map, name);
            case Map<?, ?> map -> {
                Map<String, Object> decoded = new LinkedHashMap<>();
                map.forEach((key, value) -> decoded.put((String) key, decode(value, name)));
                yield decoded;
            }
            case List<?> list -> {
                List<Object> decoded = new ArrayList<>(list.size());
                for (Object element : list) {
                    decoded.add(decode(element, name));
                }
                yield decoded;
            }
            case null -> null;
            default -> json;
        };
    }

    private static Object typed(Map<?, ?> map, String name) {
        String type = String.valueOf(map.get(TYPE));
        Object value = map.get(VALUE);
        if (!map.containsKey(VALUE) || map.size() != 2) {
            throw invalid(name, "a typed value has the members $type and _value and no others");
        }
        try {
            return switch (type) {
                case "Null" -> null;
                case "Boolean" -> value instanceof Boolean flag ? flag : bool(text(value), name);
                case "Integer" -> value instanceof Long number ? number : Long.parseLong(text(value));
                case "Float" -> value instanceof Number number ? number.doubleValue() : Double.parseDouble(text(value));
                case "String" -> text(value);
                case "Date" -> LocalDate.parse(text(value));
                case "Time" -> OffsetTime.parse(text(value));
                case "LocalTime" -> LocalTime.parse(text(value));
                case "ZonedDateTime", "OffsetDateTime", "DateTime" -> ZonedDateTime.parse(text(value));
                case "LocalDateTime" -> LocalDateTime.parse(text(value));
                case "Duration" -> DurationText.parse(text(value));
                case "Point" -> value instanceof Map<?, ?> point ? point(point) : PointText.parse(text(value));
                case "List", "Map" -> decode(value, name);
                default -> throw invalid(name, "unknown $type: " + type);
            };
        } catch (DateTimeException | NumberFormatException | ClassCastException wrong) {
            throw invalid(name, "_value is no " + type + ": _value=" + value);
        }
    }

    private static String text(Object value) {
        return (String) value;
    }

    private static Boolean bool(String text, String name) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw invalid(name, "_value is no Boolean: _value=" + text);
        };
    }

    private static Point point(Map<?, ?> members) {
        long srid = members.get("srid") instanceof Long number ? number : Point.CARTESIAN;
        double x = ((Number) members.get("x")).doubleValue();
        double y = ((Number) members.get("y")).doubleValue();
        return members.get("z") instanceof Number z
                ? new Point((int) srid, x, y, z.doubleValue())
                : Point.of((int) srid, x, y);
    }

    static ThetisException invalid(String name, String reason) {
        return new ThetisException(ErrorCode.INVALID_PARAMETER, "parameter `" + name + "` cannot be used: " + reason);
    }
}
