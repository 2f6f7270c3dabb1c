package org.thetisdb.cypher.bound;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Makes expressions of other parts. Subqueries are left as they are. Thread safe. */
public final class ExpressionParts {
    private final UnaryOperator<Expression> part;

    private ExpressionParts(UnaryOperator<Expression> part) {
        this.part = part;
    }

    /**
     * The same expression with other parts in the place of its own; the very same where all are as they were.
     *
     * @param part gives the one that takes the place of another one
     */
    public static Expression mapped(Expression expression, UnaryOperator<Expression> part) {
        Expression made = new ExpressionParts(part).expression(expression);
        return made.equals(expression) ? expression : made;
    }

    /** The same expression with other variables in the place of some; not inside of subqueries. */
    public static Expression renamed(Expression expression, Map<Variable, Variable> names) {
        return expression instanceof Expression.Reference(Variable variable) && names.containsKey(variable)
                ? new Expression.Reference(names.get(variable))
                : mapped(expression, part -> renamed(part, names));
    }

    private Expression expression(Expression whole) {
        return switch (whole) {
            case Expression.Literal literal -> literal;
            case Expression.Parameter parameter -> parameter;
            case Expression.Reference reference -> reference;
            case Expression.Subquery subquery -> subquery;
            case Expression.Property it -> new Expression.Property(part.apply(it.target()), it.key());
            case Expression.Arithmetic it ->
                new Expression.Arithmetic(it.operator(), part.apply(it.left()), part.apply(it.right()));
            case Expression.Negate it -> new Expression.Negate(part.apply(it.operand()));
            case Expression.Comparison it ->
                new Expression.Comparison(it.operator(), part.apply(it.left()), part.apply(it.right()));
            case Expression.And it -> new Expression.And(all(it.operands()));
            case Expression.Or it -> new Expression.Or(all(it.operands()));
            case Expression.Xor it -> new Expression.Xor(part.apply(it.left()), part.apply(it.right()));
            case Expression.Not it -> new Expression.Not(part.apply(it.operand()));
            case Expression.IsNull it -> new Expression.IsNull(part.apply(it.operand()));
            case Expression.IsNotNull it -> new Expression.IsNotNull(part.apply(it.operand()));
            case Expression.In it -> new Expression.In(part.apply(it.value()), part.apply(it.list()));
            case Expression.StringTest it ->
                new Expression.StringTest(it.operator(), part.apply(it.text()), part.apply(it.part()));
            case Expression.TypeTest it -> new Expression.TypeTest(part.apply(it.value()), it.type(), it.notNull());
            case Expression.HasLabels it -> new Expression.HasLabels(part.apply(it.target()), it.labels());
            case Expression.Call it -> new Expression.Call(it.name(), all(it.arguments()));
            case Expression.ExtensionCall it -> new Expression.ExtensionCall(it.function(), all(it.arguments()));
            case Expression.ListOf it -> new Expression.ListOf(all(it.elements()));
            case Expression.MapOf it -> new Expression.MapOf(entries(it.entries()));
            case Expression.MapProjection it ->
                new Expression.MapProjection(part.apply(it.target()), it.allProperties(), entries(it.entries()));
            case Expression.Subscript it -> new Expression.Subscript(part.apply(it.target()), part.apply(it.index()));
            case Expression.ListSlice it ->
                new Expression.ListSlice(part.apply(it.list()), optional(it.from()), optional(it.to()));
            case Expression.Case it -> conditional(it);
            case Expression.ListComprehension it ->
                new Expression.ListComprehension(
                        it.variable(), part.apply(it.list()), optional(it.predicate()), optional(it.projection()));
            case Expression.Quantifier it ->
                new Expression.Quantifier(it.kind(), it.variable(), part.apply(it.list()), part.apply(it.predicate()));
            case Expression.Reduce it ->
                new Expression.Reduce(
                        it.accumulator(),
                        part.apply(it.initial()),
                        it.variable(),
                        part.apply(it.list()),
                        part.apply(it.body()));
        };
    }

    private List<Expression> all(List<Expression> expressions) {
        List<Expression> mapped = new ArrayList<>(expressions.size());
        for (Expression expression : expressions) {
            mapped.add(part.apply(expression));
        }
        return mapped;
    }

    private List<Expression.Entry> entries(List<Expression.Entry> entries) {
        List<Expression.Entry> mapped = new ArrayList<>(entries.size());
        for (Expression.Entry entry : entries) {
            mapped.add(new Expression.Entry(entry.key(), part.apply(entry.value())));
        }
        return mapped;
    }

    private Optional<Expression> optional(Optional<Expression> expression) {
        return expression.isPresent() ? Optional.of(part.apply(expression.get())) : expression;
    }

    private Expression conditional(Expression.Case choice) {
        List<Expression.When> branches = new ArrayList<>(choice.branches().size());
        for (Expression.When branch : choice.branches()) {
            branches.add(new Expression.When(part.apply(branch.when()), part.apply(branch.then())));
        }
        return new Expression.Case(optional(choice.operand()), branches, optional(choice.otherwise()));
    }
}
