package org.thetisdb.engine.expression;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Expression.Comparison.Operator;
import org.thetisdb.engine.kernel.ComparisonEvaluator;
import org.thetisdb.engine.kernel.RangeCondition;

/**
 * Finds the conjuncts that a column may be able to answer: a variable's property beside a constant, by itself, or
 * denied. Bounds of one property are one range, as long as nothing that may fail is between them: that must not be
 * asked of fewer rows than the text says. Used by one thread.
 */
final class RangeConditions {
    private final ExpressionCompiler compiler;

    /** What has been found of one property so far. */
    private record Draft(Expression.Property property, List<RangeCondition.Bound> bounds) {}

    RangeConditions(ExpressionCompiler compiler) {
        this.compiler = compiler;
    }

    /** By conjunct; those that are one range have the same. */
    List<Optional<RangeCondition>> of(List<Expression> conjuncts) {
        List<Optional<Draft>> drafts = new ArrayList<>();
        Map<Expression.Property, Draft> open = new HashMap<>();
        for (Expression conjunct : conjuncts) {
            drafts.add(draft(conjunct, open));
            if (!Foldability.failsByExtensionsAlone(conjunct)) {
                open.clear();
            }
        }
        Map<Draft, RangeCondition> made = new IdentityHashMap<>();
        return drafts.stream()
                .map(draft -> draft.map(each -> made.computeIfAbsent(each, this::condition)))
                .toList();
    }

    private RangeCondition condition(Draft draft) {
        return new RangeCondition(compiler.column(draft.property), List.copyOf(draft.bounds));
    }

    private Optional<Draft> draft(Expression conjunct, Map<Expression.Property, Draft> open) {
        return switch (conjunct) {
            case Expression.Comparison test
            when test.left() instanceof Expression.Property property ->
                draft(property, test.operator(), test.right(), open);
            case Expression.Comparison test
            when test.right() instanceof Expression.Property property ->
                draft(property, ComparisonEvaluator.mirrored(test.operator()), test.left(), open);
            case Expression.Property property -> draft(property, Operator.EQUAL, Expression.Literal.of(true), open);
            case Expression.Not not
            when not.operand() instanceof Expression.Property property ->
                draft(property, Operator.EQUAL, Expression.Literal.of(false), open);
            default -> Optional.empty();
        };
    }

    private Optional<Draft> draft(
            Expression.Property property,
            Operator operator,
            Expression constant,
            Map<Expression.Property, Draft> open) {
        boolean isRange = property.target() instanceof Expression.Reference
                && Foldability.isConstant(constant)
                && Foldability.cannotFail(constant);
        if (!isRange) {
            return Optional.empty();
        }
        boolean canJoin = operator != Operator.NOT_EQUAL;
        Draft draft =
                canJoin && open.containsKey(property) ? open.get(property) : new Draft(property, new ArrayList<>());
        draft.bounds.add(new RangeCondition.Bound(operator, compiler.compile(constant)));
        if (canJoin) {
            open.put(property, draft);
        }
        return Optional.of(draft);
    }
}
