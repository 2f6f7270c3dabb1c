package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
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
            case Expression.Literal literal -> literal;
            case Expression.Parameter parameter -> parameter;
            case Expression.Reference reference -> {
                check(reference.variable());
                yield reference;
            }
            case Expression.Subquery subquery -> {
                subquery.imports().forEach(this::check);
                yield subquery;
            }
            case Expression.Property it -> new Expression.Property(map(it.target()), it.key());
            case Expression.Arithmetic it -> new Expression.Arithmetic(it.operator(), map(it.left()), map(it.right()));
            case Expression.Negate it -> new Expression.Negate(map(it.operand()));
            case Expression.Comparison it -> new Expression.Comparison(it.operator(), map(it.left()), map(it.right()));
            case Expression.And it -> new Expression.And(mapAll(it.operands()));
            case Expression.Or it -> new Expression.Or(mapAll(it.operands()));
            case Expression.Xor it -> new Expression.Xor(map(it.left()), map(it.right()));
            case Expression.Not it -> new Expression.Not(map(it.operand()));
            case Expression.IsNull it -> new Expression.IsNull(map(it.operand()));
            case Expression.IsNotNull it -> new Expression.IsNotNull(map(it.operand()));
            case Expression.In it -> new Expression.In(map(it.value()), map(it.list()));
            case Expression.StringTest it -> new Expression.StringTest(it.operator(), map(it.text()), map(it.part()));
            case Expression.TypeTest it -> new Expression.TypeTest(map(it.value()), it.type(), it.notNull());
            case Expression.HasLabels it -> new Expression.HasLabels(map(it.target()), it.labels());
            case Expression.Call it -> new Expression.Call(it.name(), mapAll(it.arguments()));
            case Expression.ExtensionCall it -> new Expression.ExtensionCall(it.function(), mapAll(it.arguments()));
            case Expression.ListOf it -> new Expression.ListOf(mapAll(it.elements()));
            case Expression.MapOf it -> new Expression.MapOf(mapEntries(it.entries()));
            case Expression.MapProjection it ->
                new Expression.MapProjection(map(it.target()), it.allProperties(), mapEntries(it.entries()));
            case Expression.Subscript it -> new Expression.Subscript(map(it.target()), map(it.index()));
            case Expression.ListSlice it ->
                new Expression.ListSlice(map(it.list()), mapOptional(it.from()), mapOptional(it.to()));
            case Expression.Case it -> mapCase(it);
            case Expression.ListComprehension it ->
                new Expression.ListComprehension(
                        it.variable(), map(it.list()), mapOptional(it.predicate()), mapOptional(it.projection()));
            case Expression.Quantifier it ->
                new Expression.Quantifier(it.kind(), it.variable(), map(it.list()), map(it.predicate()));
            case Expression.Reduce it ->
                new Expression.Reduce(
                        it.accumulator(), map(it.initial()), it.variable(), map(it.list()), map(it.body()));
        };
    }

    private List<Expression> mapAll(List<Expression> expressions) {
        List<Expression> mapped = new ArrayList<>(expressions.size());
        for (Expression expression : expressions) {
            mapped.add(map(expression));
        }
        return mapped;
    }

    private List<Expression.Entry> mapEntries(List<Expression.Entry> entries) {
        List<Expression.Entry> mapped = new ArrayList<>(entries.size());
        for (Expression.Entry entry : entries) {
            mapped.add(new Expression.Entry(entry.key(), map(entry.value())));
        }
        return mapped;
    }

    private Optional<Expression> mapOptional(Optional<Expression> expression) {
        return expression.isPresent() ? Optional.of(map(expression.get())) : expression;
    }

    private Expression mapCase(Expression.Case choice) {
        List<Expression.When> branches = new ArrayList<>(choice.branches().size());
        for (Expression.When branch : choice.branches()) {
            branches.add(new Expression.When(map(branch.when()), map(branch.then())));
        }
        return new Expression.Case(mapOptional(choice.operand()), branches, mapOptional(choice.otherwise()));
    }
}
