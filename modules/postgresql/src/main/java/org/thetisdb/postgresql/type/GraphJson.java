package org.thetisdb.postgresql.type;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.JsonOutput;
import org.thetisdb.Node;
import org.thetisdb.Path;
import org.thetisdb.Relationship;
import org.thetisdb.value.Point;

/**
 * Values as JSON, with ids as numbers, so that they can be compared with the columns {@code _id}, {@code _start} and
 * {@code _end}. Stateless.
 *
 * <pre>
 *   node          {"id": 1, "labels": ["Person"], "properties": {"name": "Ada"}}
 *   relationship  {"id": 2, "type": "KNOWS", "start_id": 1, "end_id": 3, "properties": {}}
 *   path          [node, relationship, node]
 * </pre>
 */
public final class GraphJson {
    private GraphJson() {}

    /** Appends a value. */
    public static void append(StringBuilder text, @Nullable Object value) {
        switch (value) {
            case Node node -> node(text, node);
            case Relationship relationship -> relationship(text, relationship);
            case Path path -> path(text, path);
            case List<?> list -> list(text, list);
            case Map<?, ?> map -> map(text, map);
            case Point point -> point(text, point);
            case null, default -> JsonOutput.append(text, value);
        }
    }

    private static void node(StringBuilder text, Node node) {
        text.append("{\"id\": ").append(node.id()).append(", \"labels\": ");
        append(text, node.labels());
        append(text.append(", \"properties\": "), node.properties());
        text.append('}');
    }

    private static void relationship(StringBuilder text, Relationship relationship) {
        text.append("{\"id\": ").append(relationship.id()).append(", \"type\": ");
        JsonOutput.appendString(text, relationship.type());
        text.append(", \"start_id\": ").append(relationship.startNodeId());
        text.append(", \"end_id\": ").append(relationship.endNodeId());
        append(text.append(", \"properties\": "), relationship.properties());
        text.append('}');
    }

    private static void path(StringBuilder text, Path path) {
        append(text.append('['), path.start());
        for (int index = 0; index < path.length(); index++) {
            append(text.append(", "), path.relationships().get(index));
            append(text.append(", "), path.nodes().get(index + 1));
        }
        text.append(']');
    }

    private static void list(StringBuilder text, List<?> list) {
        text.append('[');
        String separator = "";
        for (Object element : list) {
            append(text.append(separator), element);
            separator = ", ";
        }
        text.append(']');
    }

    private static void map(StringBuilder text, Map<?, ?> map) {
        text.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            JsonOutput.appendString(text.append(separator), String.valueOf(entry.getKey()));
            append(text.append(": "), entry.getValue());
            separator = ", ";
        }
        text.append('}');
    }

    private static void point(StringBuilder text, Point point) {
        text.append("{\"crs\": \"").append(point.crs()).append("\", \"x\": ");
        JsonOutput.append(text, point.x());
        JsonOutput.append(text.append(", \"y\": "), point.y());
        if (point.isThreeDimensional()) {
            JsonOutput.append(text.append(", \"z\": "), point.z());
        }
        text.append('}');
    }
}
