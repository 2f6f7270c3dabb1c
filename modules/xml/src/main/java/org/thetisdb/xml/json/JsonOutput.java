package org.thetisdb.xml.json;

import java.time.temporal.Temporal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.xml.document.DocumentException;

/** Values of Cypher as JSON; times and durations are strings of ISO 8601. Stateless. */
public final class JsonOutput {
    private static final String HEX = "0123456789abcdef";

    private JsonOutput() {}

    /** The text of a value, on one line. */
    public static String text(@Nullable Object value) {
        StringBuilder text = new StringBuilder();
        append(text, value);
        return text.toString();
    }

    private static void append(StringBuilder text, @Nullable Object value) {
        switch (value) {
            case null -> text.append("null");
            case String string -> string(text, string);
            case Long _, Boolean _ -> text.append(value);
            case Double number when Double.isFinite(number) -> text.append(number.doubleValue());
            case Map<?, ?> map -> object(text, map);
            case List<?> list -> array(text, list);
            case Temporal time -> string(text, time.toString());
            case IsoDuration duration -> string(text, duration.toString());
            default ->
                throw new DocumentException("JSON has no such value: value=" + value
                        + "; give it strings, finite numbers, truth values, times, lists or maps, and of nodes their"
                        + " properties: n {.*}");
        }
    }

    private static void object(StringBuilder text, Map<?, ?> map) {
        String separator = "{";
        for (Map.Entry<?, ?> each : map.entrySet()) {
            string(text.append(separator), String.valueOf(each.getKey()));
            append(text.append(':'), each.getValue());
            separator = ",";
        }
        text.append(map.isEmpty() ? "{}" : "}");
    }

    private static void array(StringBuilder text, List<?> list) {
        String separator = "[";
        for (Object each : list) {
            append(text.append(separator), each);
            separator = ",";
        }
        text.append(list.isEmpty() ? "[]" : "]");
    }

    static void string(StringBuilder text, String string) {
        text.append('"');
        for (int index = 0; index < string.length(); index++) {
            char unit = string.charAt(index);
            switch (unit) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (unit < ' ') {
                        text.append("\\u00").append(HEX.charAt(unit >> 4)).append(HEX.charAt(unit & 15));
                    } else {
                        text.append(unit);
                    }
                }
            }
        }
        text.append('"');
    }
}
