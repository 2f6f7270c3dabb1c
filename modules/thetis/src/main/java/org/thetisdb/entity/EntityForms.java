package org.thetisdb.entity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.EntityMaker;
import org.thetisdb.engine.spill.StoredList;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.vector.TypedList;

/**
 * Entities with all that they hold as plain values, which can be put on disk:
 *
 * <pre>
 *   node          [reference, labels, properties]
 *   relationship  [reference, type, properties]
 *   path          [a path of one node, nodes, relationships]
 * </pre>
 *
 * <p>A value whose entities were resolved has no references, so a list that begins with one is nothing else. Stateless.
 */
public final class EntityForms implements EntityMaker {
    private static final PathReference PATH = new PathReference(List.of(new NodeReference(0)), List.of());

    @Override
    public Object node(long id, List<String> labels, Map<String, Object> properties) {
        return List.of(new NodeReference(id), labels, properties);
    }

    @Override
    public Object relationship(long id, long startNode, long endNode, String type, Map<String, Object> properties) {
        return List.of(new RelationshipReference(id, startNode, endNode), type, properties);
    }

    @Override
    public Object path(List<Object> nodes, List<Object> relationships) {
        return List.of(PATH, nodes, relationships);
    }

    /**
     * What a maker makes of a value in which entities have these forms.
     *
     * @param form lists and maps of it may be changed
     */
    public static @Nullable Object made(@Nullable Object form, EntityMaker maker) {
        return switch (form) {
            case TypedList list -> list;
            case StoredList list -> new MadeList(list, maker);
            case List<?> list
            when !list.isEmpty() && list.getFirst() instanceof NodeReference node ->
                maker.node(node.id(), labels(list.get(1)), properties(list.get(2)));
            case List<?> list
            when !list.isEmpty() && list.getFirst() instanceof RelationshipReference relationship ->
                maker.relationship(
                        relationship.id(),
                        relationship.startNode(),
                        relationship.endNode(),
                        (String) list.get(1),
                        properties(list.get(2)));
            case List<?> list
            when !list.isEmpty() && list.getFirst() instanceof PathReference ->
                maker.path(all((List<?>) list.get(1), maker), all((List<?>) list.get(2), maker));
            case List<?> list -> Collections.unmodifiableList(all(list, maker));
            case Map<?, ?> map -> {
                Map<Object, Object> made = LinkedHashMap.newLinkedHashMap(map.size());
                map.forEach((key, value) -> made.put(key, made(value, maker)));
                yield Collections.unmodifiableMap(made);
            }
            case null -> null;
            default -> form;
        };
    }

    private static List<Object> all(List<?> forms, EntityMaker maker) {
        List<Object> made = new ArrayList<>(forms.size());
        for (Object form : forms) {
            made.add(made(form, maker));
        }
        return made;
    }

    private static List<String> labels(Object labels) {
        return ((List<?>) labels).stream().map(String.class::cast).toList();
    }

    private static Map<String, Object> properties(Object properties) {
        Map<String, Object> typed = new LinkedHashMap<>();
        ((Map<?, ?>) properties).forEach((key, value) -> typed.put((String) key, value));
        return Collections.unmodifiableMap(typed);
    }
}
