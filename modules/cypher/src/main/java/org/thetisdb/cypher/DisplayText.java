package org.thetisdb.cypher;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.Point;

/**
 * Values as Cypher writes them, for people: tables, messages, {@code toString}. A value that this
 * module does not know is written by its own {@code toString}. Stateless.
 */
public final class DisplayText {
    private DisplayText() {}

    /**
     * {@return the value as a literal of Cypher, as far as there is one: strings quoted, temporal values bare}
     *
     * @param value any value of a record, or null
     */
    public static String of(@Nullable Object value) {
        StringBuilder text = new StringBuilder();
        append(text, value);
        return text.toString();
    }

    /**
     * As {@link #of}, appended.
     *
     * @param text is appended to
     * @param value any value of a record, or null
     */
    public static void append(StringBuilder text, @Nullable Object value) {
        switch (value) {
            case null -> text.append("null");
            case String string -> appendString(text, string);
            case List<?> list -> appendList(text, list);
            case Map<?, ?> map -> appendMap(text, map);
            case Point point -> appendPoint(text, point);
            default -> text.append(value);
        }
    }

    private static void appendString(StringBuilder text, String string) {
        text.append('\'');
        for (int index = 0; index < string.length(); index++) {
            char unit = string.charAt(index);
            switch (unit) {
                case '\'' -> text.append("\\'");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> text.append(unit);
            }
        }
        text.append('\'');
    }

    private static void appendList(StringBuilder text, List<?> list) {
        text.append('[');
        String separator = "";
        for (Object element : list) {
            text.append(separator);
            append(text, element);
            separator = ", ";
        }
        text.append(']');
    }

    private static void appendMap(StringBuilder text, Map<?, ?> map) {
        text.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text.append(separator);
            text.append(QueryText.name(String.valueOf(entry.getKey())));
            text.append(": ");
            append(text, entry.getValue());
            separator = ", ";
        }
        text.append('}');
    }

    /**
     * {@return a node, as in {@code (:Person {id: 7})}}
     *
     * @param labels in the order in which to write them
     * @param properties its values by key
     */
    public static String node(List<String> labels, Map<String, Object> properties) {
        StringBuilder text = new StringBuilder("(");
        for (String label : labels) {
            text.append(':').append(QueryText.name(label));
        }
        if (!properties.isEmpty()) {
            text.append(labels.isEmpty() ? "" : " ");
            appendMap(text, properties);
        }
        return text.append(')').toString();
    }

    /**
     * {@return a relationship without its nodes, as in {@code [:KNOWS {since: 2010}]}}
     *
     * @param type of the relationship
     * @param properties its values by key
     */
    public static String relationship(String type, Map<String, Object> properties) {
        StringBuilder text = new StringBuilder("[:").append(QueryText.name(type));
        if (!properties.isEmpty()) {
            text.append(' ');
            appendMap(text, properties);
        }
        return text.append(']').toString();
    }

    private static void appendPoint(StringBuilder text, Point point) {
        text.append("point({srid: ").append(point.srid());
        text.append(", x: ").append(point.x()).append(", y: ").append(point.y());
        if (point.isThreeDimensional()) {
            text.append(", z: ").append(point.z());
        }
        text.append("})");
    }
}
