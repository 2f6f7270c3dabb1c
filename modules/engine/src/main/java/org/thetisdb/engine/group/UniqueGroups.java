package org.thetisdb.engine.group;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expand.ExpandCount;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.scan.NodeScan;
import org.thetisdb.engine.transform.Filter;
import org.thetisdb.engine.transform.Project;

/**
 * Leaves out grouping where each row is a group of its own: relationships that are counted leave one row for each node
 * that is scanned.
 *
 * <pre>
 *   Aggregate count(*) AS n by p, each row times c          Project c AS n
 *     ExpandCount (p)--() counted as c             ──►        ExpandCount (p)--() counted as c
 *     NodeScan p                                              NodeScan p
 * </pre>
 *
 * <p>Not in queries that write, where an aggregation parts what is read from what is written. No state.
 */
public final class UniqueGroups {
    private UniqueGroups() {}

    /** The tree without such aggregations; subplans are left alone. */
    public static Operator rewrite(Operator root) {
        if (OperatorTrees.writes(root)) {
            return root;
        }
        return OperatorTrees.map(
                root,
                each -> each instanceof Aggregate aggregate
                        ? projected(aggregate).orElse(each)
                        : each);
    }

    private static Optional<Operator> projected(Aggregate aggregate) {
        Optional<Variable> unique = unique(aggregate.input());
        boolean isByUnique = unique.isPresent()
                && aggregate.keys().stream().anyMatch(key -> isReference(key.expression(), unique.get()));
        if (!isByUnique || aggregate.multiplicities().size() > 1) {
            return Optional.empty();
        }
        Set<Variable> counts = new HashSet<>();
        collectCounts(aggregate.input(), counts);
        List<Step.Item> items = new ArrayList<>();
        for (Step.Item key : aggregate.keys()) {
            if (!isReference(key.expression(), key.variable())) {
                items.add(key);
            }
        }
        for (Step.Aggregation each : aggregate.aggregations()) {
            Optional<Expression> value = ofOneRow(each, aggregate.multiplicities(), counts);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            items.add(new Step.Item(each.variable(), value.get()));
        }
        return Optional.of(
                new Project(aggregate.input(), items, aggregate.input().rows()));
    }

    private static boolean isReference(Expression expression, Variable variable) {
        return expression instanceof Expression.Reference(Variable referred) && referred.equals(variable);
    }

    /** A node of which no two rows have the same. */
    private static Optional<Variable> unique(Operator rows) {
        return switch (rows) {
            case NodeScan scan when scan.input() instanceof Unit -> Optional.of(scan.node());
            case ExpandCount count -> unique(count.input());
            case Filter filter -> unique(filter.input());
            case Project project ->
                unique(project.input()).filter(node -> !project.binds().contains(node));
            default -> Optional.empty();
        };
    }

    /** Columns of numbers that are never null. */
    private static void collectCounts(Operator rows, Set<Variable> counts) {
        if (rows instanceof ExpandCount count) {
            counts.add(count.counted());
        }
        rows.rowInputs().forEach(input -> collectCounts(input, counts));
    }

    /** What an aggregate is of one row that counts so often. */
    private static Optional<Expression> ofOneRow(
            Step.Aggregation aggregation, List<Variable> multiplicities, Set<Variable> counts) {
        return switch (aggregation.function()) {
            case COUNT_ROWS ->
                Optional.of(
                        multiplicities.isEmpty()
                                ? Expression.Literal.of(1L)
                                : new Expression.Reference(multiplicities.getFirst()));
            case SUM ->
                Optional.of(aggregation.arguments().getFirst())
                        .filter(argument -> multiplicities.isEmpty()
                                && !aggregation.distinct()
                                && argument instanceof Expression.Reference(Variable counted)
                                && counts.contains(counted));
            case COUNT, AVG, MIN, MAX, COLLECT, STDEV, STDEVP, PERCENTILE_CONT, PERCENTILE_DISC, EXTENSION ->
                Optional.empty();
        };
    }
}
