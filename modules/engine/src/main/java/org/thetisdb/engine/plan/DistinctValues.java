package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.group.Aggregate;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;

/**
 * Finds the distinct values of many rows before they are counted or summed: groups are merged by all workers, and go to
 * disk when there is no memory for them, while what an aggregate without keys has seen stays in one table.
 *
 * <pre>
 *   count(DISTINCT m.id) AS n             ──►   count(v) AS n  over  by m.id AS v
 *   count(DISTINCT f) AS n by p, t        ──►   count(v) AS n by p, t  over  by p, t, f AS v
 *   count(DISTINCT [a, b]) AS n           ──►   count(*) AS n  over  by a AS v, b AS w
 *   the same, count(*) AS c               ──►   the same, sum(p) AS c  over  count(*) AS p by a AS v, b AS w
 * </pre>
 *
 * <p>Lists that are written out always, so that none is made. Else with keys, only if these are nodes and there are
 * about as many groups as rows: what each group has seen would be a list of its own, and most lists would have one
 * value or two.
 *
 * <p>Not for {@code collect(DISTINCT x)}, whose elements come in the order in which they were first met.
 */
final class DistinctValues {
    /** For fewer rows a second pipeline costs more than it may save; their values fit. */
    private static final double ROWS_MIN = 100_000;

    /** With more rows for each group, on the average, what groups have seen is kept by the groups. */
    private static final double ROWS_PER_GROUP_MAX = 8;

    private DistinctValues() {}

    /** The aggregation, or that of the values which are found first. */
    static Operator first(Aggregate aggregate, PlanningContext context) {
        List<Step.Aggregation> distinct = aggregate.aggregations().stream()
                .filter(Step.Aggregation::distinct)
                .toList();
        if (distinct.size() != 1
                || !isOfValues(distinct.getFirst().function())
                || !aggregate.aggregations().stream().allMatch(each -> each.distinct() || isOfParts(each))) {
            return aggregate;
        }
        Step.Aggregation only = distinct.getFirst();
        boolean isOfMany = aggregate.aggregations().size() == 1
                && aggregate.input().rows() >= ROWS_MIN
                && (aggregate.keys().isEmpty() || hasManyGroups(aggregate));
        return context.choice().either(isOfMany || isOfElements(only)) ? apart(aggregate, only, context) : aggregate;
    }

    /** Whether it can be computed of parts of its rows, and then of what they come to. */
    private static boolean isOfParts(Step.Aggregation aggregation) {
        return switch (aggregation.function()) {
            case COUNT, COUNT_ROWS, MIN, MAX -> true;
            case SUM, AVG, COLLECT, STDEV, STDEVP, PERCENTILE_CONT, PERCENTILE_DISC, EXTENSION -> false;
        };
    }

    private static boolean hasManyGroups(Aggregate aggregate) {
        return aggregate.rows() * ROWS_PER_GROUP_MAX >= aggregate.input().rows()
                && aggregate.keys().stream().map(Step.Item::expression).allMatch(DistinctValues::isNode);
    }

    private static boolean isNode(Expression expression) {
        return expression instanceof Expression.Reference(Variable variable)
                && variable.type().equals(CypherType.of(CypherType.Kind.NODE));
    }

    private static boolean isOfValues(Step.AggregateFunction function) {
        return switch (function) {
            case COUNT, SUM, AVG -> true;
            case COUNT_ROWS, MIN, MAX, COLLECT, STDEV, STDEVP, PERCENTILE_CONT, PERCENTILE_DISC, EXTENSION -> false;
        };
    }

    /** Of a list that is written out, the elements are found: as columns they are compared without a list. */
    private static boolean isOfElements(Step.Aggregation only) {
        return only.function() == Step.AggregateFunction.COUNT
                && only.arguments().getFirst() instanceof Expression.ListOf list
                && !list.elements().isEmpty();
    }

    private static Operator apart(Aggregate aggregate, Step.Aggregation only, PlanningContext context) {
        Expression argument = only.arguments().getFirst();
        List<Expression> arguments = isOfElements(only) ? Expressions.children(argument) : List.of(argument);
        List<Step.Item> values = arguments.stream()
                .map(each -> new Step.Item(column(each, only, context), each))
                .toList();
        List<Step.Item> keys = aggregate.keys().stream()
                .map(key -> new Step.Item(key.variable(), new Expression.Reference(key.variable())))
                .toList();
        List<Step.Aggregation> parts = new ArrayList<>();
        List<Step.Aggregation> wholes = new ArrayList<>();
        for (Step.Aggregation each : aggregate.aggregations()) {
            if (each.distinct()) {
                wholes.add(plain(each, values));
            } else {
                Step.Aggregation part = new Step.Aggregation(
                        context.newVariable(each.variable()), each.function(), false, each.arguments());
                parts.add(part);
                wholes.add(whole(each, part));
            }
        }
        Aggregate found = new Aggregate(
                aggregate.input(),
                Stream.concat(aggregate.keys().stream(), values.stream()).toList(),
                parts,
                aggregate.multiplicities(),
                aggregate.input().rows());
        return new Aggregate(found, keys, wholes, List.of(), aggregate.rows());
    }

    private static Step.Aggregation plain(Step.Aggregation only, List<Step.Item> values) {
        return isOfElements(only)
                ? new Step.Aggregation(only.variable(), Step.AggregateFunction.COUNT_ROWS, false, List.of())
                : new Step.Aggregation(
                        only.variable(),
                        only.function(),
                        false,
                        List.of(new Expression.Reference(values.getFirst().variable())));
    }

    /** What the parts come to: counts are added. */
    private static Step.Aggregation whole(Step.Aggregation aggregation, Step.Aggregation part) {
        boolean isCount = aggregation.function() != Step.AggregateFunction.MIN
                && aggregation.function() != Step.AggregateFunction.MAX;
        return new Step.Aggregation(
                aggregation.variable(),
                isCount ? Step.AggregateFunction.SUM : aggregation.function(),
                false,
                List.of(new Expression.Reference(part.variable())));
    }

    private static Variable column(Expression value, Step.Aggregation only, PlanningContext context) {
        return context.newVariable(
                value instanceof Expression.Reference(Variable variable)
                        ? variable
                        : new Variable(only.variable().id(), "value", CypherType.ANY));
    }
}
