package org.thetisdb.engine.group;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.transform.Project;

/**
 * Groups by the elements of a list or map that is written out, instead of by the list: as columns they are compared
 * without an object for each row. Each group gets its list afterwards.
 *
 * <pre>
 *   Aggregate count(*) by {b: m.b, l: m.l} AS k   ──►   Project {b: v, l: w} AS k
 *                                                         Aggregate count(*) by m.b AS v, m.l AS w
 * </pre>
 *
 * <p>Lists are of one group exactly if their elements are, one by one. No state.
 */
public final class KeyParts {
    private final Supplier<Variable> newColumn;
    private final List<Step.Item> keys = new ArrayList<>();
    private final List<Step.Item> whole = new ArrayList<>();

    private KeyParts(Supplier<Variable> newColumn) {
        this.newColumn = newColumn;
    }

    /**
     * The tree with keys in parts; subplans are left alone.
     *
     * @param newColumn makes columns that the plan computes for itself
     */
    public static Operator rewrite(Operator root, Supplier<Variable> newColumn) {
        return OperatorTrees.map(root, each -> {
            boolean hasParts = each instanceof Aggregate aggregate
                    && aggregate.keys().stream().anyMatch(key -> isOfParts(key.expression()));
            return hasParts ? new KeyParts(newColumn).apart((Aggregate) each) : each;
        });
    }

    private static boolean isOfParts(Expression key) {
        return switch (key) {
            case Expression.ListOf list -> !list.elements().isEmpty();
            case Expression.MapOf map -> !map.entries().isEmpty();
            default -> false;
        };
    }

    private Operator apart(Aggregate aggregate) {
        for (Step.Item key : aggregate.keys()) {
            if (isOfParts(key.expression())) {
                whole.add(new Step.Item(key.variable(), part(key.expression())));
            } else {
                keys.add(key);
            }
        }
        if (keys.isEmpty()) {
            // Without keys there would be a group even of no rows.
            return aggregate;
        }
        Operator groups = new Aggregate(
                aggregate.input(), keys, aggregate.aggregations(), aggregate.multiplicities(), aggregate.rows());
        return new Project(groups, whole, aggregate.rows());
    }

    /** What makes a value of a group out of its keys, to which the value's parts are added. */
    private Expression part(Expression value) {
        return switch (value) {
            case Expression.ListOf list ->
                new Expression.ListOf(list.elements().stream().map(this::part).toList());
            case Expression.MapOf map ->
                new Expression.MapOf(map.entries().stream()
                        .map(entry -> new Expression.Entry(entry.key(), part(entry.value())))
                        .toList());
            case Expression.Literal literal -> literal;
            default -> {
                Variable column = newColumn.get();
                keys.add(new Step.Item(column, value));
                yield new Expression.Reference(column);
            }
        };
    }
}
