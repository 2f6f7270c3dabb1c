package org.thetisdb.engine.plan;

import java.util.List;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.group.Aggregate;
import org.thetisdb.engine.operator.Operator;

/**
 * Finds the distinct values of many rows before they are counted or summed: groups are merged by all workers, and go to
 * disk when there is no memory for them, while what an aggregate without keys has seen stays in one table.
 *
 * <pre>
 *   count(DISTINCT m.id) AS n        ──►   count(v) AS n  over  by m.id AS v
 * </pre>
 *
 * <p>Not for {@code collect(DISTINCT x)}, whose elements come in the order in which they were first met.
 */
final class DistinctValues {
    /** For fewer rows a second pipeline costs more than it may save; their values fit. */
    private static final double ROWS_MIN = 100_000;

    private DistinctValues() {}

    /** The aggregation, or that of the values which are found first. */
    static Operator first(Aggregate aggregate, PlanningContext context) {
        if (!aggregate.keys().isEmpty()
                || aggregate.aggregations().size() != 1
                || aggregate.input().rows() < ROWS_MIN) {
            return aggregate;
        }
        Step.Aggregation only = aggregate.aggregations().getFirst();
        return only.distinct() && isOfValues(only.function()) ? apart(aggregate, only, context) : aggregate;
    }

    private static boolean isOfValues(Step.AggregateFunction function) {
        return switch (function) {
            case COUNT, SUM, AVG -> true;
            case COUNT_ROWS, MIN, MAX, COLLECT, STDEV, STDEVP, PERCENTILE_CONT, PERCENTILE_DISC, EXTENSION -> false;
        };
    }

    private static Operator apart(Aggregate aggregate, Step.Aggregation only, PlanningContext context) {
        Expression argument = only.arguments().getFirst();
        Variable like = argument instanceof Expression.Reference reference
                ? reference.variable()
                : new Variable(only.variable().id(), "value", CypherType.ANY);
        Variable value = context.newVariable(like);
        Aggregate values = new Aggregate(
                aggregate.input(),
                List.of(new Step.Item(value, argument)),
                List.of(),
                aggregate.multiplicities(),
                aggregate.input().rows());
        Step.Aggregation plain =
                new Step.Aggregation(only.variable(), only.function(), false, List.of(new Expression.Reference(value)));
        return new Aggregate(values, List.of(), List.of(plain), List.of(), aggregate.rows());
    }
}
