package org.thetisdb.engine.group;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;

/**
 * What columns are asked about for some aggregates: each property once for all that need it. Immutable.
 *
 * @param ofAggregation by aggregation, which topic it is answered by, or {@link #OF_ROWS}
 */
record ColumnTopics(List<Topic> topics, int[] ofAggregation) {
    /** In place of a topic: how many rows there are is enough. */
    static final int OF_ROWS = -1;

    /**
     * A variable's property.
     *
     * @param isDistinct whether its different values are wanted, and nothing else
     * @param hasSum whether the sum is wanted, or the average
     * @param hasBounds whether the least or the greatest value is wanted
     */
    record Topic(Expression.Property property, boolean isDistinct, boolean hasSum, boolean hasBounds) {}

    private record Key(Expression.Property property, boolean isDistinct) {}

    /** Empty if there is an aggregate that no column answers. */
    static Optional<ColumnTopics> of(List<Step.Aggregation> aggregations) {
        Map<Key, List<Step.Aggregation>> byKey = new LinkedHashMap<>();
        for (Step.Aggregation each : aggregations) {
            Optional<Key> key = key(each);
            if (key.isPresent()) {
                byKey.computeIfAbsent(key.get(), _ -> new ArrayList<>()).add(each);
            } else if (each.function() != Step.AggregateFunction.COUNT_ROWS) {
                return Optional.empty();
            }
        }
        List<Key> keys = List.copyOf(byKey.keySet());
        int[] ofAggregation = aggregations.stream()
                .mapToInt(each -> key(each).map(keys::indexOf).orElse(OF_ROWS))
                .toArray();
        List<Topic> topics = keys.stream()
                .map(key -> topic(key, byKey.getOrDefault(key, List.of())))
                .toList();
        return Optional.of(new ColumnTopics(topics, ofAggregation));
    }

    /** Empty if no column answers it. */
    private static Optional<Key> key(Step.Aggregation aggregation) {
        return switch (aggregation.function()) {
            case MIN, MAX, COUNT, SUM, AVG ->
                property(aggregation.arguments().getFirst())
                        .map(property -> new Key(property, aggregation.distinct() && !isBound(aggregation)));
            default -> Optional.empty();
        };
    }

    /** A variable's property, if that is what it is. */
    static Optional<Expression.Property> property(Expression expression) {
        return expression instanceof Expression.Property property && property.target() instanceof Expression.Reference
                ? Optional.of(property)
                : Optional.empty();
    }

    private static Topic topic(Key key, List<Step.Aggregation> aggregations) {
        return new Topic(
                key.property,
                key.isDistinct,
                aggregations.stream().anyMatch(ColumnTopics::isSum),
                aggregations.stream().anyMatch(ColumnTopics::isBound));
    }

    private static boolean isSum(Step.Aggregation aggregation) {
        return aggregation.function() == Step.AggregateFunction.SUM
                || aggregation.function() == Step.AggregateFunction.AVG;
    }

    private static boolean isBound(Step.Aggregation aggregation) {
        return aggregation.function() == Step.AggregateFunction.MIN
                || aggregation.function() == Step.AggregateFunction.MAX;
    }
}
