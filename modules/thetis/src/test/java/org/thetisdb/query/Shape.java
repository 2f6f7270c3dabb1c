package org.thetisdb.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Nodes, relationships and paths by what they hold, without ids: what expected results of feature files can say. Other
 * values are null, Boolean, Long, Double, String, List and Map of these; temporal values are their text.
 */
sealed interface Shape {
    record OfNode(Set<String> labels, Map<String, Object> properties) implements Shape {}

    record OfRelationship(String type, Map<String, Object> properties) implements Shape {}

    /** {@code forward} says of each relationship whether the path crosses it from start to end. */
    record OfPath(List<OfNode> nodes, List<OfRelationship> relationships, List<Boolean> forward) implements Shape {}

    /** A list without its order: how often each entry occurs. */
    record Bag(Map<Object, Integer> counts) {}

    /** The value with every list, at any depth, as a bag. */
    static Object withoutOrder(Object value) {
        return switch (value) {
            case List<?> list -> {
                List<Object> entries = new ArrayList<>();
                list.forEach(entry -> entries.add(withoutOrder(entry)));
                yield bag(entries);
            }
            case Map<?, ?> map -> {
                Map<Object, Object> entries = new LinkedHashMap<>();
                map.forEach((key, entry) -> entries.put(key, withoutOrder(entry)));
                yield entries;
            }
            case OfNode node -> new OfNode(node.labels(), properties(node.properties()));
            case OfRelationship relationship ->
                new OfRelationship(relationship.type(), properties(relationship.properties()));
            case null, default -> value;
        };
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> properties(Map<String, Object> properties) {
        return (Map<String, Object>) withoutOrder(properties);
    }

    static Bag bag(List<?> values) {
        Map<Object, Integer> counts = new LinkedHashMap<>();
        values.forEach(value -> counts.merge(value == null ? "null" : value, 1, Integer::sum));
        return new Bag(counts);
    }
}
