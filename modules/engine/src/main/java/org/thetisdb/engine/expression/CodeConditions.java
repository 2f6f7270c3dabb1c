package org.thetisdb.engine.expression;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;

/**
 * Finds the conditions that can be computed for the values of a column in place of its rows: comparisons, IN, tests of
 * strings and of null, and what AND, OR, XOR and NOT make of them, of one property of a variable and constants. Nothing
 * is among them whose value takes memory. No state.
 */
final class CodeConditions {
    private CodeConditions() {}

    /** The property, if a condition is one of it alone. */
    static Optional<Expression.Property> property(Expression condition) {
        Set<Expression.Property> found = new HashSet<>();
        return isOfProperties(condition, found) && found.size() == 1
                ? Optional.of(found.iterator().next())
                : Optional.empty();
    }

    private static boolean isOfProperties(Expression expression, Set<Expression.Property> found) {
        return switch (expression) {
            case Expression.Property property
            when property.target() instanceof Expression.Reference -> {
                found.add(property);
                yield true;
            }
            case Expression.StringTest test when test.operator() == Expression.StringTest.Operator.MATCHES -> false;
            case Expression.Comparison _,
                    Expression.In _,
                    Expression.StringTest _,
                    Expression.IsNull _,
                    Expression.IsNotNull _,
                    Expression.And _,
                    Expression.Or _,
                    Expression.Xor _,
                    Expression.Not _ ->
                Foldability.children(expression).allMatch(child -> isOfProperties(child, found));
            case Expression.ListOf list -> list.elements().stream().allMatch(CodeConditions::isPlain);
            default -> isPlain(expression);
        };
    }

    private static boolean isPlain(Expression expression) {
        return expression instanceof Expression.Literal || expression instanceof Expression.Parameter;
    }
}
