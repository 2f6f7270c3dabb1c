package org.thetisdb.fuzz.query;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.CypherText;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;

/** Values as expressions of openCypher that any product reads. Stateless. */
public final class Literals {
    private Literals() {}

    public static String of(Object value) {
        StringBuilder text = new StringBuilder();
        append(text, value);
        return text.toString();
    }

    /** Appends an expression that gives the value. */
    public static void append(StringBuilder text, @Nullable Object value) {
        switch (value) {
            case null -> text.append("null");
            case Boolean plain -> text.append(plain);
            case Long number -> appendInteger(text, number);
            case Double number -> appendFloat(text, number);
            case String string -> CypherText.append(text, string);
            case LocalDate date -> call(text, "date", date);
            case LocalTime time -> call(text, "localtime", time);
            case OffsetTime time -> call(text, "time", time);
            case LocalDateTime time -> call(text, "localdatetime", time);
            case ZonedDateTime time -> call(text, "datetime", time);
            case IsoDuration duration -> call(text, "duration", duration);
            case Point point -> appendPoint(text, point);
            case List<?> list -> appendList(text, list);
            case Map<?, ?> map -> appendMap(text, map);
            default -> throw new IllegalArgumentException("no literal gives this: class=" + value.getClass());
        }
    }

    /** The least one has no literal of its own, because the sign is an operator. */
    private static void appendInteger(StringBuilder text, long number) {
        if (number == Long.MIN_VALUE) {
            text.append("(-9223372036854775807 - 1)");
        } else if (number < 0) {
            text.append('(').append(number).append(')');
        } else {
            text.append(number);
        }
    }

    private static void appendFloat(StringBuilder text, double number) {
        if (Double.isNaN(number)) {
            text.append("(0.0 / 0.0)");
        } else if (Double.isInfinite(number)) {
            text.append(number > 0 ? "(1.0 / 0.0)" : "(-1.0 / 0.0)");
        } else if (number < 0 || 1 / number < 0) {
            text.append('(').append(number).append(')');
        } else {
            text.append(number);
        }
    }

    private static void call(StringBuilder text, String function, Object value) {
        text.append(function).append("('").append(value).append("')");
    }

    private static void appendPoint(StringBuilder text, Point point) {
        text.append("point({srid: ").append(point.srid()).append(", x: ");
        appendFloat(text, point.x());
        text.append(", y: ");
        appendFloat(text, point.y());
        if (point.isThreeDimensional()) {
            text.append(", z: ");
            appendFloat(text, point.z());
        }
        text.append("})");
    }

    private static void appendList(StringBuilder text, List<?> list) {
        text.append('[');
        for (int index = 0; index < list.size(); index++) {
            text.append(index == 0 ? "" : ", ");
            append(text, list.get(index));
        }
        text.append(']');
    }

    private static void appendMap(StringBuilder text, Map<?, ?> map) {
        text.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text.append(separator)
                    .append(CypherText.name((String) entry.getKey()))
                    .append(": ");
            append(text, entry.getValue());
            separator = ", ";
        }
        text.append('}');
    }
}
