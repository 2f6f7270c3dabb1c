package org.thetisdb.engine.subquery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.between.ExpandInto;
import org.thetisdb.engine.expand.DifferentRelationships;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.group.Aggregate;
import org.thetisdb.engine.group.Distinct;
import org.thetisdb.engine.group.FinalAggregate;
import org.thetisdb.engine.group.PartialAggregate;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.sort.Slice;
import org.thetisdb.engine.sort.Sort;
import org.thetisdb.engine.sort.TopK;
import org.thetisdb.engine.trail.VariableExpand;
import org.thetisdb.engine.transform.Filter;

/**
 * Finds the parts of a plan that depend on a node which many rows may share, and leave out much of what they look at:
 * such a part may be kept for the rows to come ({@link Memoize}).
 *
 * <pre>
 *   ExpandInto (a)--(c)                       ExpandInto (a)--(c)
 *     Filter c.age &gt; 30                         Memoize c by b
 *       Expand (b)--(c)          becomes          Filter c.age &gt; 30 · Expand (b)--(c) · Argument b
 *         Expand (a)--(b)                         Expand (a)--(b)
 *           NodeScan a                              NodeScan a
 * </pre>
 *
 * <p>Not in queries that write, whose parts may see what was written in between.
 */
public final class RepeatedParts {
    /** To look at fewer relationships takes less time than to find out whether rows ask the same. */
    private static final double ROWS_MIN = 1_000;

    /**
     * To find what was kept for a row takes as long as to look at some relationships. Measured with 12 million messages
     * of 300,000: with a tag each, 1.14 times as long; with a person's friends, about half as long.
     */
    private static final double RELATIONSHIPS_MIN = 8;

    private final ToDoubleFunction<Expand> returning;
    private final Predicate<Boolean> choice;

    private RepeatedParts(ToDoubleFunction<Expand> returning, Predicate<Boolean> choice) {
        this.returning = returning;
        this.choice = choice;
    }

    /**
     * The tree with such parts kept; subplans are left alone.
     *
     * @param returning by how many relationships a node that an expansion leads to may be reached, on the average
     * @param choice whether to keep a part for which this seems to be the better way, or not
     */
    public static Operator rewrite(Operator root, ToDoubleFunction<Expand> returning, Predicate<Boolean> choice) {
        return OperatorTrees.writes(root) ? root : new RepeatedParts(returning, choice).rewritten(root, false);
    }

    /** @param mayEndEarly whether few rows may be enough, while what is kept is found for many at once */
    private Operator rewritten(Operator root, boolean mayEndEarly) {
        List<Unary> steps = new ArrayList<>();
        Operator below = root;
        while (isStep(below)) {
            steps.addFirst((Unary) below);
            below = ((Unary) below).input();
        }
        boolean mayEnd = mayEndEarly(below, mayEndEarly);
        Operator rows = below.withRowInputs(below.rowInputs().stream()
                .map(input -> rewritten(input, mayEnd))
                .toList());
        boolean canBeKept = !steps.isEmpty() && !mayEndEarly && !PipelineBuilder.hasArgument(rows);
        return canBeKept ? after(rows, steps) : over(rows, steps);
    }

    private static boolean mayEndEarly(Operator operator, boolean above) {
        return switch (operator) {
            case Slice slice -> above || slice.limit().isPresent();
            case Aggregate _, PartialAggregate _, FinalAggregate _ -> false;
            case Sort ignored -> false;
            case TopK ignored -> false;
            default -> above;
        };
    }

    private static boolean isStep(Operator operator) {
        return operator instanceof Expand
                || operator instanceof ExpandInto
                || operator instanceof Filter
                || operator instanceof DifferentRelationships;
    }

    private static Operator over(Operator rows, List<Unary> steps) {
        Operator result = rows;
        for (Unary step : steps) {
            result = step.withInput(result);
        }
        return result;
    }

    private Operator after(Operator rows, List<Unary> steps) {
        Operator result = rows;
        int index = 0;
        while (index < steps.size()) {
            RepeatedPart part = RepeatedPart.of(result, steps.subList(index, steps.size()));
            if (part.reduces() && choice.test(part.rowsMost() >= RELATIONSHIPS_MIN && mayPay(result, part.first()))) {
                result = over(part.memoized(result), part.others());
                index += part.stepCount();
            } else {
                result = steps.get(index++).withInput(result);
            }
        }
        return result;
    }

    private boolean mayPay(Operator rows, Expand expand) {
        return expand.rows() >= ROWS_MIN && isRepeated(expand.from(), rows);
    }

    /** Whether several rows may well have the same node. */
    private boolean isRepeated(Variable node, Operator rows) {
        return switch (rows) {
            case Expand expand
            when expand.to().equals(node) ->
                returning.applyAsDouble(expand) > 1
                        ? expand.input().rows() > 1
                        : isRepeated(expand.from(), expand.input());
            case VariableExpand expand
            when expand.to().equals(node) -> expand.input().rows() > 1;
            case Memoize memoize when memoize.outputs().contains(node) -> isRepeated(node, memoize.plan());
            case Aggregate aggregate -> aggregate.keys().size() > 1;
            case PartialAggregate partial -> partial.groups().keys().size() > 1;
            case FinalAggregate complete -> complete.groups().keys().size() > 1;
            case Distinct distinct -> isOneOfMany(node, distinct.variables());
            case Unary unary
            when unary.input().columns().contains(node) ->
                unary.rows() > unary.input().rows() || isRepeated(node, unary.input());
            default -> false;
        };
    }

    private static boolean isOneOfMany(Variable node, Collection<Variable> columns) {
        return columns.size() > 1 && columns.contains(node);
    }
}
