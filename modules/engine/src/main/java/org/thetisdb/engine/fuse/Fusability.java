package org.thetisdb.engine.fuse;

import java.util.stream.Stream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.block.NumberFunctions;
import org.thetisdb.engine.expression.Foldability;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Fusable;

/**
 * What a fused loop may do, as far as that can be told before any row is there.
 *
 * <p>An expression is made of nodes that a loop computes, and of leaves that it is given. Leaves are evaluated for all
 * rows of a batch, those too that a filter of the loop drops. One that fails, for a row that nobody needs perhaps,
 * makes the batch the interpreter's; one that is costly makes the loop slow, and so it is not taken.
 *
 * <p>Stateless.
 */
final class Fusability {
    static final String COALESCE = "coalesce";

    private Fusability() {}

    /** Whether a loop can do this part, and it would be more than taking over values. */
    static boolean isFusable(Fusable part) {
        return switch (part) {
            case Fusable.Conditions conditions ->
                conditions.conjuncts().stream().allMatch(Fusability::isFusable);
            case Fusable.Columns columns ->
                columns.items().stream().map(Step.Item::expression).allMatch(each -> isNode(each) && isFusable(each));
            case Fusable.Totals totals -> totals.aggregations().stream().allMatch(Fusability::isFusable);
            case Fusable.Groups groups ->
                groups.keys().stream().allMatch(Fusability::isFusable)
                        && groups.aggregations().stream().allMatch(Fusability::isFusable);
        };
    }

    private static boolean isFusable(Step.Aggregation aggregation) {
        boolean isKnown = switch (aggregation.function()) {
            case COUNT_ROWS, COUNT, SUM, AVG, MIN, MAX -> true;
            case COLLECT, STDEV, STDEVP, PERCENTILE_CONT, PERCENTILE_DISC, EXTENSION -> false;
        };
        return isKnown
                && !aggregation.distinct()
                && aggregation.arguments().stream().allMatch(Fusability::isFusable);
    }

    /** Whether it has at least so many nodes that a loop computes. */
    static boolean isFusable(Expression expression, int nodesMin) {
        return isNode(expression) && isFusable(expression) && nodes(expression) >= nodesMin;
    }

    /** A function counts as two: beside others the interpreter calls it for each value, and the loop has it inside. */
    private static int nodes(Expression expression) {
        int own = isNode(expression) ? expression instanceof Expression.Call ? 2 : 1 : 0;
        return own + operands(expression).mapToInt(Fusability::nodes).sum();
    }

    private static boolean isFusable(Expression expression) {
        return isNode(expression)
                ? operands(expression).allMatch(Fusability::isFusable) || isLeaf(expression)
                : isLeaf(expression);
    }

    /** Whether a value may be made beforehand for all rows of a batch. */
    static boolean isLeaf(Expression expression) {
        return Foldability.isRepeatable(expression)
                || Foldability.isConstant(expression) && !Expressions.hasSubquery(expression);
    }

    /** Whether a loop can compute it of its operands, if these are of the right kinds. */
    static boolean isNode(Expression expression) {
        return switch (expression) {
            case Expression.Arithmetic ignored -> true;
            case Expression.Call call ->
                NumberFunctions.has(call.name(), call.arguments().size()) || isChoice(call);
            case Expression.Negate ignored -> true;
            case Expression.Comparison ignored -> true;
            case Expression.And ignored -> true;
            case Expression.Or ignored -> true;
            case Expression.Xor ignored -> true;
            case Expression.Not ignored -> true;
            case Expression.IsNull ignored -> true;
            case Expression.IsNotNull ignored -> true;
            case Expression.Case ignored -> true;
            default -> false;
        };
    }

    private static boolean isChoice(Expression.Call call) {
        return call.name().equals(COALESCE) && call.arguments().size() > 1;
    }

    private static Stream<Expression> operands(Expression expression) {
        return Expressions.children(expression).stream();
    }

    /** Whether null is written out. */
    static boolean isNull(Expression expression) {
        return expression instanceof Expression.Literal literal
                && literal.value().isEmpty();
    }
}
