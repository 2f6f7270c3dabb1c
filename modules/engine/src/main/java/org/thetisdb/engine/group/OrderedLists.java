package org.thetisdb.engine.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.sort.Sort;

/**
 * Sorts the lists of groups instead of all rows, where rows are sorted by nothing but what is collected: groups are
 * made by all workers then, and their lists are shorter. Without groups nothing would be won.
 *
 * <pre>
 *   Aggregate collect(DISTINCT name) by person               Aggregate collect(DISTINCT name ORDER BY name) by person
 *     Sort name                                   becomes      …
 *       …
 * </pre>
 */
final class OrderedLists {
    private final Aggregate aggregate;
    private final Step.SortKey key;

    private OrderedLists(Aggregate aggregate, Step.SortKey key) {
        this.aggregate = aggregate;
        this.key = key;
    }

    /** An aggregate that gives the same as this one, without a sort before it if it can do without. */
    static Aggregate of(Aggregate aggregate) {
        if (aggregate.keys().isEmpty() || !(aggregate.input() instanceof Sort sort) || OperatorTrees.writes(sort)) {
            return aggregate;
        }
        List<Expression> groupKeys =
                aggregate.keys().stream().map(Step.Item::expression).toList();
        List<Step.SortKey> keys = sort.keys().stream()
                .filter(each -> !groupKeys.contains(each.expression()))
                .toList();
        return keys.size() == 1 && Expressions.isDeterministic(keys.getFirst().expression())
                ? new OrderedLists(aggregate, keys.getFirst()).over(sort)
                : aggregate;
    }

    private Aggregate over(Sort sort) {
        List<Step.Aggregation> ordered = new ArrayList<>();
        for (Step.Aggregation each : aggregate.aggregations()) {
            ordered(each).ifPresent(ordered::add);
        }
        boolean isAny = ordered.stream().anyMatch(each -> each.order().isPresent());
        return isAny && ordered.size() == aggregate.aggregations().size()
                ? new Aggregate(sort.input(), aggregate.keys(), ordered, aggregate.multiplicities(), aggregate.rows())
                : aggregate;
    }

    /** What gives the same of rows in any order; empty if nothing does. */
    private Optional<Step.Aggregation> ordered(Step.Aggregation aggregation) {
        return switch (aggregation.function()) {
            case COUNT_ROWS, COUNT, MIN, MAX -> Optional.of(aggregation);
            case COLLECT ->
                aggregation.arguments().equals(List.of(key.expression()))
                        ? Optional.of(aggregation.ordered(
                                key.ascending() ? Step.ListOrder.ASCENDING : Step.ListOrder.DESCENDING))
                        : Optional.empty();
            // Sums of floats depend on the order, and functions of extensions may.
            case SUM, AVG, STDEV, STDEVP, PERCENTILE_CONT, PERCENTILE_DISC, EXTENSION -> Optional.empty();
        };
    }
}
