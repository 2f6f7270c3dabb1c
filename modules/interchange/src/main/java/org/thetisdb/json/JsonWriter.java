package org.thetisdb.json;

import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;

/**
 * Values as JSON. Temporal values and durations are ISO 8601 strings, floats that JSON has no number for are the
 * strings {@code "NaN"}, {@code "Infinity"} and {@code "-Infinity"}. Stateless.
 *
 * <p>By hand and into the text of whoever prints: a generator of a library has a buffer of its own, to be flushed for
 * each value.
 */
public final class JsonWriter {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private JsonWriter() {}

    /** Appends values of kinds that only others know. */
    @FunctionalInterface
    public interface Others {
        /** Appends the value, and says whether it was one of theirs; else appends nothing. */
        boolean append(StringBuilder text, Object value);
    }

    private static final Others NONE = (text, value) -> false;

    /** The value on one line. */
    public static String text(@Nullable Object value) {
        StringBuilder text = new StringBuilder();
        append(text, value);
        return text.toString();
    }

    /** The value for people to read and change: each entry of an object, and each object of a list, on its own line. */
    public static String indented(@Nullable Object value) {
        StringBuilder text = new StringBuilder();
        indent(text, value, "\n");
        return text.append('\n').toString();
    }

    private static void indent(StringBuilder text, @Nullable Object value, String newline) {
        String inner = newline + "  ";
        String separator = "";
        switch (value) {
            case Map<?, ?> map
            when !map.isEmpty() -> {
                text.append('{');
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    appendString(text.append(separator).append(inner), (String) entry.getKey());
                    indent(text.append(": "), entry.getValue(), inner);
                    separator = ",";
                }
                text.append(newline).append('}');
            }
            case List<?> list
            when list.stream().anyMatch(Map.class::isInstance) -> {
                text.append('[');
                for (Object element : list) {
                    indent(text.append(separator).append(inner), element, inner);
                    separator = ",";
                }
                text.append(newline).append(']');
            }
            case null, default -> append(text, value);
        }
    }

    /**
     * Appends a value.
     *
     * @param text is appended to
     * @param value any value of the value module, lists and maps of them, or null
     */
    public static void append(StringBuilder text, @Nullable Object value) {
        append(text, value, false, NONE);
    }

    /**
     * As the other one.
     *
     * @param typed whether values that JSON has no notation for are objects that tell their types, {@code {"$type":
     *     "Date", "_value": "2012-11-29"}}, instead of strings
     */
    public static void append(StringBuilder text, @Nullable Object value, boolean typed) {
        append(text, value, typed, NONE);
    }

    /**
     * As the first one, with values of further kinds.
     *
     * @param others is asked about each value, also within lists and maps, that is none of those
     */
    public static void append(StringBuilder text, @Nullable Object value, Others others) {
        append(text, value, false, others);
    }

    private static void append(StringBuilder text, @Nullable Object value, boolean typed, Others others) {
        switch (value) {
            case null -> text.append("null");
            case Boolean flag -> text.append(flag.booleanValue());
            case Long number -> text.append(number.longValue());
            case BigInteger number -> text.append(number);
            case Double number when Double.isFinite(number) -> text.append(number.doubleValue());
            case String string -> appendString(text, string);
            case List<?> list -> appendList(text, list, typed, others);
            case Map<?, ?> map -> appendMap(text, map, typed, others);
            case Point point -> appendPoint(text, point);
            default -> {
                if (!others.append(text, value)) {
                    appendText(text, value, typed);
                }
            }
        }
    }

    private static void appendText(StringBuilder text, Object value, boolean typed) {
        if (typed) {
            text.append("{\"$type\":\"").append(type(value)).append("\",\"_value\":");
        }
        appendString(text, value.toString());
        if (typed) {
            text.append('}');
        }
    }

    /** What the parameters of the command line call it, too. */
    private static String type(Object value) {
        return switch (value) {
            case Double _ -> "Float";
            case LocalDate _ -> "Date";
            case LocalTime _ -> "LocalTime";
            case OffsetTime _ -> "Time";
            case LocalDateTime _ -> "LocalDateTime";
            case ZonedDateTime _ -> "ZonedDateTime";
            case IsoDuration _ -> "Duration";
            default ->
                throw new ThetisException(ErrorCode.INTERNAL, "no record has such a value: class=" + value.getClass());
        };
    }

    /**
     * Appends a string in quotes.
     *
     * @param text is appended to
     * @param string without quotes and escapes
     */
    public static void appendString(StringBuilder text, String string) {
        text.append('"');
        int start = 0;
        for (int index = 0; index < string.length(); index++) {
            char unit = string.charAt(index);
            if (unit >= ' ' && unit != '"' && unit != '\\') {
                continue;
            }
            text.append(string, start, index);
            start = index + 1;
            switch (unit) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> text.append("\\u00").append(HEX[unit >> 4]).append(HEX[unit & 15]);
            }
        }
        text.append(string, start, string.length()).append('"');
    }

    private static void appendList(StringBuilder text, List<?> list, boolean typed, Others others) {
        text.append('[');
        boolean first = true;
        for (Object element : list) {
            if (!first) {
                text.append(',');
            }
            first = false;
            append(text, element, typed, others);
        }
        text.append(']');
    }

    private static void appendMap(StringBuilder text, Map<?, ?> map, boolean typed, Others others) {
        text.append('{');
        boolean first = true;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!first) {
                text.append(',');
            }
            first = false;
            appendString(text, String.valueOf(entry.getKey()));
            text.append(':');
            append(text, entry.getValue(), typed, others);
        }
        text.append('}');
    }

    private static void appendPoint(StringBuilder text, Point point) {
        text.append("{\"srid\":").append(point.srid());
        text.append(",\"x\":").append(point.x()).append(",\"y\":").append(point.y());
        if (point.isThreeDimensional()) {
            text.append(",\"z\":").append(point.z());
        }
        text.append('}');
    }
}
