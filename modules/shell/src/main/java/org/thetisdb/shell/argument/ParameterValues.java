package org.thetisdb.shell.argument;

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
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;

/**
 * Parameters as JSON, whose objects may have types. Stateless.
 *
 * <pre>
 *   {"id": 933, "tags": ["a", "b"],
 *    "from": {"$type": "ZonedDateTime", "_value": "2012-11-29T02:52:48.123Z"}}
 *
 *   $type: Null Boolean Integer Float String Date Time LocalTime ZonedDateTime OffsetDateTime LocalDateTime Duration
 *          Point List Map
 * </pre>
 */
final class ParameterValues {
    private static final String TYPE = "$type";
    private static final String VALUE = "_value";

    private ParameterValues() {}

    /** JSON as values of Cypher: objects with {@code $type} become what they say. */
    static @Nullable Object decode(@Nullable Object json, String name) {
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

    private static @Nullable Object typed(Map<?, ?> map, String name) {
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
                case "String" -> value == null ? null : text(value);
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
            throw invalid(name, "_value is not a " + type + ": _value=" + value);
        }
    }

    /** The string; the caller says of what is none that it is not of the type. */
    private static String text(@Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new ClassCastException("not a string: " + value);
    }

    private static Boolean bool(String text, String name) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw invalid(name, "_value is not a Boolean: _value=" + text);
        };
    }

    private static Point point(Map<?, ?> members) {
        long srid = members.get("srid") instanceof Long number ? number : Point.CARTESIAN;
        double x = number(members.get("x"));
        double y = number(members.get("y"));
        return members.get("z") instanceof Number z
                ? new Point((int) srid, x, y, z.doubleValue())
                : Point.of((int) srid, x, y);
    }

    private static double number(@Nullable Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw new ClassCastException("not a number: " + value);
    }

    static ThetisException invalid(String name, String reason) {
        return new ThetisException(ErrorCode.INVALID_PARAMETER, "parameter `" + name + "` cannot be used: " + reason);
    }
}
