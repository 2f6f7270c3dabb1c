package org.thetisdb.engine.extension;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.GraphValues;
import org.thetisdb.engine.semantics.EntityMaker;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;

/** Values with what the nodes, relationships and paths in them hold, as extensions are given them. Stateless. */
final class EntityArguments {
    private EntityArguments() {}

    /**
     * The value with every reference in it, however deep, replaced.
     *
     * @throws org.thetisdb.value.ThetisException {@code ENTITY_DELETED}
     */
    static @Nullable Object made(@Nullable Object value, GraphReader reader, EntityMaker maker) {
        return switch (value) {
            case NodeReference node -> node(node, reader, maker);
            case RelationshipReference relationship -> relationship(relationship, reader, maker);
            case PathReference path ->
                maker.path(all(path.nodes(), reader, maker), all(path.relationships(), reader, maker));
            case List<?> list -> Collections.unmodifiableList(all(list, reader, maker));
            case Map<?, ?> map -> {
                Map<Object, Object> made = LinkedHashMap.newLinkedHashMap(map.size());
                map.forEach((key, each) -> made.put(key, made(each, reader, maker)));
                yield Collections.unmodifiableMap(made);
            }
            case null -> null;
            default -> value;
        };
    }

    private static Object node(NodeReference node, GraphReader reader, EntityMaker maker) {
        return maker.node(
                node.id(), GraphValues.labels(reader, node.id()), GraphValues.nodeProperties(reader, node.id()));
    }

    private static Object relationship(RelationshipReference relationship, GraphReader reader, EntityMaker maker) {
        if (!reader.relationshipExists(relationship.id())) {
            throw GraphValues.deleted("relationship", relationship.id());
        }
        return maker.relationship(
                relationship.id(),
                relationship.startNode(),
                relationship.endNode(),
                GraphValues.type(reader, relationship.id()),
                GraphValues.relationshipProperties(reader, relationship.id()));
    }

    private static List<Object> all(List<?> values, GraphReader reader, EntityMaker maker) {
        List<Object> made = new ArrayList<>(values.size());
        for (Object each : values) {
            made.add(made(each, reader, maker));
        }
        return made;
    }
}
