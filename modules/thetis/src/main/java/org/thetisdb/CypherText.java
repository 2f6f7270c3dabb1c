package org.thetisdb;

import java.time.temporal.Temporal;
import java.util.List;
import java.util.Map;
import org.thetisdb.cypher.QueryText;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;

/** Values as Cypher writes them, for people: tables, messages, {@code toString}. Stateless. */
public final class CypherText {
    private CypherText() {}

    /**
     * {@return the value as a literal of Cypher, as far as there is one: strings quoted, temporal values bare}
     *
     * @param value any value of a record, or null
     */
    public static String of(Object value) {
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
    public static void append(StringBuilder text, Object value) {
        switch (value) {
            case null -> text.append("null");
            case String string -> appendString(text, string);
            case List<?> list -> appendList(text, list);
            case Map<?, ?> map -> appendMap(text, map);
            case Node node -> appendNode(text, node);
            case Relationship relationship -> appendRelationship(text, relationship);
            case Path path -> appendPath(text, path);
            case Point point -> appendPoint(text, point);
            case Boolean plain -> text.append(plain);
            case Number plain -> text.append(plain);
            case Temporal plain -> text.append(plain);
            case IsoDuration plain -> text.append(plain);
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
            text.append(name(String.valueOf(entry.getKey())));
            text.append(": ");
            append(text, entry.getValue());
            separator = ", ";
        }
        text.append('}');
    }

    /**
     * {@return a name as it may stand in a query: quoted unless it is a plain word}
     *
     * @param name a label, a type, a property key or a variable
     */
    public static String name(String name) {
        return QueryText.name(name);
    }

    private static void appendNode(StringBuilder text, Node node) {
        text.append('(');
        for (String label : node.labels()) {
            text.append(':');
            text.append(name(label));
        }
        if (!node.properties().isEmpty()) {
            text.append(node.labels().isEmpty() ? "" : " ");
            appendMap(text, node.properties());
        }
        text.append(')');
    }

    private static void appendRelationship(StringBuilder text, Relationship relationship) {
        text.append("[:");
        text.append(name(relationship.type()));
        if (!relationship.properties().isEmpty()) {
            text.append(' ');
            appendMap(text, relationship.properties());
        }
        text.append(']');
    }

    private static void appendPath(StringBuilder text, Path path) {
        appendNode(text, path.start());
        for (int index = 0; index < path.length(); index++) {
            Relationship relationship = path.relationships().get(index);
            boolean forward =
                    relationship.startNodeId() == path.nodes().get(index).id();
            text.append(forward ? "-" : "<-");
            appendRelationship(text, relationship);
            text.append(forward ? "->" : "-");
            appendNode(text, path.nodes().get(index + 1));
        }
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
