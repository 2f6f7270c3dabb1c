package org.thetisdb.engine.plan;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.between.ExpandInto;
import org.thetisdb.engine.expand.DifferentRelationships;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.group.Aggregate;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.transform.Filter;

/**
 * {@code count(x)} of what a pattern binds, which is never null, counts rows: so nobody reads x, and how x was reached
 * may be counted instead of followed.
 */
final class CountedValues {
    private CountedValues() {}

    /** The aggregation with {@code count(*)} for such counts. */
    static Aggregate asRows(Aggregate aggregate) {
        Set<Variable> present = followed(aggregate.input());
        List<Step.Aggregation> aggregations = aggregate.aggregations().stream()
                .map(each -> isCountOf(each, present)
                        ? new Step.Aggregation(each.variable(), Step.AggregateFunction.COUNT_ROWS, false, List.of())
                        : each)
                .toList();
        return new Aggregate(
                aggregate.input(), aggregate.keys(), aggregations, aggregate.multiplicities(), aggregate.rows());
    }

    /** Whether it is {@code count(x)} of one of some variables. */
    static boolean isCountOf(Step.Aggregation aggregation, Set<Variable> variables) {
        return aggregation.function() == Step.AggregateFunction.COUNT
                && !aggregation.distinct()
                && aggregation.arguments().getFirst() instanceof Expression.Reference reference
                && variables.contains(reference.variable());
    }

    /** What the expansions at the top of a tree bind. */
    static Set<Variable> followed(Operator root) {
        Set<Variable> bound = new HashSet<>();
        Operator operator = root;
        while (operator instanceof Expand
                || operator instanceof ExpandInto
                || operator instanceof Filter
                || operator instanceof DifferentRelationships) {
            bound.addAll(operator.binds());
            operator = operator.rowInputs().getLast();
        }
        return bound;
    }
}
