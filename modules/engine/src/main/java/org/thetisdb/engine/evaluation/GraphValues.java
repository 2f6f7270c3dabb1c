package org.thetisdb.engine.evaluation;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Labels, types and properties of single nodes and relationships, boxed. For what no kernel reads in bulk. */
public final class GraphValues {
    private GraphValues() {}

    /** The error for use of what this transaction has deleted. */
    public static ThetisException deleted(String what, long id) {
        return new ThetisException(
                ErrorCode.ENTITY_DELETED,
                "the " + what + " was deleted by this transaction: " + what + "Id=" + id
                        + "; use it before it is deleted");
    }

    /**
     * Makes sure that the run has deleted none of these nodes or relationships: for what could be answered without
     * looking at them.
     *
     * @throws ThetisException {@code ENTITY_DELETED}
     */
    public static void requireLive(EvaluationContext context, Vector entities, int count) {
        if (context.mayMeetDeleted()) {
            for (int row = 0; row < count; row++) {
                if (!entities.isNull(row)) {
                    requireLive(context, entities.kind(), entities.longs()[row]);
                }
            }
        }
    }

    public static void requireLive(EvaluationContext context, VectorKind kind, long id) {
        GraphReader reader = context.reader();
        boolean isNode = kind == VectorKind.NODE;
        if (context.mayMeetDeleted() && !(isNode ? reader.nodeExists(id) : reader.relationshipExists(id))) {
            throw deleted(isNode ? "node" : "relationship", id);
        }
    }

    public static List<String> labels(GraphReader reader, long node) {
        Catalog catalog = reader.snapshot().catalog();
        int labelSet = reader.labelSet(node);
        if (labelSet == GraphReader.NO_NODE) {
            throw deleted("node", node);
        }
        int[] labels = catalog.labelSet(labelSet);
        return Arrays.stream(labels).mapToObj(catalog::labelName).toList();
    }

    public static String type(GraphReader reader, long relationship) {
        return reader.snapshot().catalog().typeName(RelationshipIdLayout.type(relationship));
    }

    /** All properties of a node by key, in order of key ids. */
    public static Map<String, Object> nodeProperties(GraphReader reader, long node) {
        Map<String, Object> properties = new LinkedHashMap<>();
        Catalog catalog = reader.snapshot().catalog();
        reader.nodeProperties(node, (key, value) -> properties.put(catalog.propertyKeyName(key), value));
        return Collections.unmodifiableMap(properties);
    }

    /** All properties of a relationship by key, in order of key ids. */
    public static Map<String, Object> relationshipProperties(GraphReader reader, long relationship) {
        Map<String, Object> properties = new LinkedHashMap<>();
        Vector value = new Vector();
        for (int key : reader.relationshipPropertyKeys(relationship)) {
            reader.relationshipProperty(key, new long[] {relationship}, null, 1, value);
            put(reader, properties, key, value);
        }
        return Collections.unmodifiableMap(properties);
    }

    private static void put(GraphReader reader, Map<String, Object> properties, int key, Vector value) {
        if (!value.isNull(0)) {
            properties.put(reader.snapshot().catalog().propertyKeyName(key), value.valueAt(0));
        }
    }

    public static Map<?, ?> properties(EvaluationContext context, Object value) {
        return switch (value) {
            case NodeReference node -> nodeProperties(context.reader(), node.id());
            case RelationshipReference relationship -> relationshipProperties(context.reader(), relationship.id());
            case Map<?, ?> map -> map;
            default -> throw Errors.type("properties", "a node, relationship or map", value);
        };
    }

    public static @Nullable Object property(EvaluationContext context, NodeReference node, String key) {
        OptionalInt id = context.reader().snapshot().catalog().propertyKeyId(key);
        if (id.isEmpty()) {
            requireLive(context, VectorKind.NODE, node.id());
            return null;
        }
        Vector value = new Vector();
        context.reader().nodeProperty(id.getAsInt(), new long[] {node.id()}, null, 1, value);
        return value.valueAt(0);
    }

    public static @Nullable Object property(EvaluationContext context, RelationshipReference relationship, String key) {
        OptionalInt id = context.reader().snapshot().catalog().propertyKeyId(key);
        if (id.isEmpty()) {
            requireLive(context, VectorKind.RELATIONSHIP, relationship.id());
            return null;
        }
        Vector value = new Vector();
        context.reader().relationshipProperty(id.getAsInt(), new long[] {relationship.id()}, null, 1, value);
        return value.valueAt(0);
    }
}
