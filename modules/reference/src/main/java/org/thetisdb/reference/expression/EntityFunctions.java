package org.thetisdb.reference.expression;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferencePath;
import org.thetisdb.reference.graph.ReferenceRelationship;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Functions of one node, relationship, path or map. */
final class EntityFunctions {
    static final Set<String> NAMES = Set.of(
            "id",
            "elementid",
            "labels",
            "type",
            "keys",
            "properties",
            "nodes",
            "relationships",
            "length",
            "startnode",
            "endnode");

    private EntityFunctions() {}

    /** Null for null. */
    static @Nullable Object call(String name, List<Object> arguments) {
        Object value = arguments.getFirst();
        if (value == null) {
            return null;
        }
        return switch (name) {
            case "id" -> id(value);
            case "elementid" -> Long.toString(id(value));
            case "labels" -> labels(require(ReferenceNode.class, value));
            case "type" -> require(ReferenceRelationship.class, value).type();
            case "keys" -> new ArrayList<>(Entities.properties(value).keySet());
            case "properties" -> new LinkedHashMap<>(Entities.properties(value));
            case "nodes" -> require(ReferencePath.class, value).nodes();
            case "relationships" -> require(ReferencePath.class, value).relationships();
            case "length" ->
                (long) require(ReferencePath.class, value).relationships().size();
            case "startnode" -> require(ReferenceRelationship.class, value).start();
            case "endnode" -> require(ReferenceRelationship.class, value).end();
            default -> throw new IllegalStateException("no such function: name=" + name);
        };
    }

    private static <T> T require(Class<T> type, Object value) {
        if (!type.isInstance(value)) {
            throw new ThetisException(ErrorCode.TYPE_MISMATCH, "the argument is of another type: value=" + value);
        }
        return type.cast(value);
    }

    private static long id(Object value) {
        return value instanceof ReferenceNode node
                ? node.id()
                : require(ReferenceRelationship.class, value).id();
    }

    private static List<Object> labels(ReferenceNode node) {
        Entities.requireLive(node);
        return new ArrayList<>(node.labels());
    }
}
