package org.thetisdb.cypher.bind;

import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.ExpressionParts;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.value.ErrorCode;

/**
 * Rewrites an expression for the rows after an aggregate or DISTINCT: what equals a projected expression becomes its
 * column; what then still needs a column that is gone is an error.
 */
final class Substitution {
    private final BindContext context;
    private final List<Step.Item> replacements;
    private final Set<Variable> gone;
    private int offset;

    Substitution(BindContext context, List<Step.Item> replacements, Set<Variable> gone) {
        this.context = context;
        this.replacements = replacements;
        this.gone = gone;
    }

    /** The rewritten expression; an error points at the offset. */
    Expression apply(Expression expression, int errorOffset) {
        offset = errorOffset;
        return map(expression);
    }

    private void check(Variable variable) {
        if (gone.contains(variable)) {
            throw context.error(
                    ErrorCode.INVALID_AGGREGATION,
                    offset,
                    "`" + variable.name() + "` is used beside an aggregate or DISTINCT but is not among the columns;"
                            + " return it as a column of its own, or compute this in an earlier WITH");
        }
    }

    private Expression map(Expression expression) {
        for (Step.Item replacement : replacements) {
            if (Sameness.same(replacement.expression(), expression)) {
                return new Expression.Reference(replacement.variable());
            }
        }
        Expression made = rebuild(expression);
        context.placeLike(expression, made);
        return made;
    }

    private Expression rebuild(Expression expression) {
        return switch (expression) {
            case Expression.Reference reference -> {
                check(reference.variable());
                yield reference;
            }
            case Expression.Subquery subquery -> {
                subquery.imports().forEach(this::check);
                yield subquery;
            }
            default -> ExpressionParts.mapped(expression, this::map);
        };
    }
}
