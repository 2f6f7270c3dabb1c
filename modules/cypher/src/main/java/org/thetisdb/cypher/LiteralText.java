package org.thetisdb.cypher;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.List;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;

/** Values as expressions that give the same value of the same type, for statements that make a graph. Stateless. */
public final class LiteralText {
    private LiteralText() {}

    /**
     * The expression, appended.
     *
     * @param text is appended to
     * @param value such as a property can have: anything else, null among it, is an error of code
     *     {@link ErrorCode#INTERNAL}
     */
    public static void append(StringBuilder text, Object value) {
        switch (value) {
            case Boolean plain -> text.append(plain);
            case Long number -> appendInteger(text, number);
            case Double number -> appendFloat(text, number);
            case String string -> DisplayText.append(text, string);
            case LocalDate date -> call(text, "date", date);
            case LocalTime time -> call(text, "localtime", time);
            case OffsetTime time -> call(text, "time", time);
            case LocalDateTime time -> call(text, "localdatetime", time);
            case ZonedDateTime time -> call(text, "datetime", time);
            case IsoDuration duration -> call(text, "duration", duration);
            case Point point -> appendPoint(text, point);
            case List<?> list -> {
                text.append('[');
                for (int index = 0; index < list.size(); index++) {
                    text.append(index == 0 ? "" : ", ");
                    append(text, list.get(index));
                }
                text.append(']');
            }
            default ->
                throw new ThetisException(
                        ErrorCode.INTERNAL, "no property can have such a value: class=" + value.getClass());
        }
    }

    /** The least one has no literal of its own where the sign is an operator. */
    private static void appendInteger(StringBuilder text, long number) {
        if (number == Long.MIN_VALUE) {
            text.append("(-9223372036854775807 - 1)");
        } else {
            text.append(number);
        }
    }

    private static void appendFloat(StringBuilder text, double number) {
        if (Double.isNaN(number)) {
            text.append("(0.0 / 0.0)");
        } else if (Double.isInfinite(number)) {
            text.append(number > 0 ? "(1.0 / 0.0)" : "(-1.0 / 0.0)");
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
}
