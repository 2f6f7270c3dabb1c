package org.thetisdb.engine.operator;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expression.Foldability;

/** Queries about expression trees. */
public final class Expressions {
    private Expressions() {}

    /** Calls back for the expression and for all below it; a subquery is visited, its inside is not. */
    public static void walk(Expression expression, Consumer<Expression> visitor) {
        visitor.accept(expression);
        for (Expression child : children(expression)) {
            walk(child, visitor);
        }
    }

    public static List<Expression> children(Expression expression) {
        return switch (expression) {
            case Expression.Literal ignored -> List.of();
            case Expression.Parameter ignored -> List.of();
            case Expression.Reference ignored -> List.of();
            case Expression.Subquery ignored -> List.of();
            case Expression.Property property -> List.of(property.target());
            case Expression.Arithmetic arithmetic -> List.of(arithmetic.left(), arithmetic.right());
            case Expression.Negate negate -> List.of(negate.operand());
            case Expression.Comparison comparison -> List.of(comparison.left(), comparison.right());
            case Expression.And and -> and.operands();
            case Expression.Or or -> or.operands();
            case Expression.Xor xor -> List.of(xor.left(), xor.right());
            case Expression.Not not -> List.of(not.operand());
            case Expression.IsNull isNull -> List.of(isNull.operand());
            case Expression.IsNotNull isNotNull -> List.of(isNotNull.operand());
            case Expression.In in -> List.of(in.value(), in.list());
            case Expression.StringTest test -> List.of(test.text(), test.part());
            case Expression.TypeTest test -> List.of(test.value());
            case Expression.HasLabels labels -> List.of(labels.target());
            case Expression.Call call -> call.arguments();
            case Expression.ExtensionCall call -> call.arguments();
            case Expression.ListOf list -> list.elements();
            case Expression.MapOf map -> values(map.entries());
            case Expression.MapProjection projection -> with(projection.target(), values(projection.entries()));
            case Expression.Subscript subscript -> List.of(subscript.target(), subscript.index());
            case Expression.ListSlice slice -> slice(slice);
            case Expression.Case conditional -> conditional(conditional);
            case Expression.ListComprehension comprehension -> comprehension(comprehension);
            case Expression.Quantifier quantifier -> List.of(quantifier.list(), quantifier.predicate());
            case Expression.Reduce reduce -> List.of(reduce.initial(), reduce.list(), reduce.body());
        };
    }

    private static List<Expression> values(List<Expression.Entry> entries) {
        return entries.stream().map(Expression.Entry::value).toList();
    }

    private static List<Expression> with(Expression first, List<Expression> others) {
        List<Expression> all = new ArrayList<>();
        all.add(first);
        all.addAll(others);
        return all;
    }

    private static List<Expression> slice(Expression.ListSlice slice) {
        List<Expression> all = new ArrayList<>();
        all.add(slice.list());
        slice.from().ifPresent(all::add);
        slice.to().ifPresent(all::add);
        return all;
    }

    private static List<Expression> conditional(Expression.Case conditional) {
        List<Expression> all = new ArrayList<>();
        conditional.operand().ifPresent(all::add);
        for (Expression.When branch : conditional.branches()) {
            all.add(branch.when());
            all.add(branch.then());
        }
        conditional.otherwise().ifPresent(all::add);
        return all;
    }

    private static List<Expression> comprehension(Expression.ListComprehension comprehension) {
        List<Expression> all = new ArrayList<>();
        all.add(comprehension.list());
        comprehension.predicate().ifPresent(all::add);
        comprehension.projection().ifPresent(all::add);
        return all;
    }

    /** The columns that must be there to evaluate the expression: free variables, imports of subqueries included. */
    public static Set<Variable> dependencies(Expression expression) {
        Set<Variable> found = new LinkedHashSet<>();
        collect(expression, Set.of(), found);
        return found;
    }

    private static void collect(Expression expression, Set<Variable> local, Set<Variable> found) {
        switch (expression) {
            case Expression.Reference reference -> add(reference.variable(), local, found);
            case Expression.Subquery subquery -> subquery.imports().forEach(each -> add(each, local, found));
            case Expression.ListComprehension comprehension -> {
                collect(comprehension.list(), local, found);
                Set<Variable> inner = plus(local, comprehension.variable());
                comprehension.predicate().ifPresent(each -> collect(each, inner, found));
                comprehension.projection().ifPresent(each -> collect(each, inner, found));
            }
            case Expression.Quantifier quantifier -> {
                collect(quantifier.list(), local, found);
                collect(quantifier.predicate(), plus(local, quantifier.variable()), found);
            }
            case Expression.Reduce reduce -> {
                collect(reduce.initial(), local, found);
                collect(reduce.list(), local, found);
                collect(reduce.body(), plus(plus(local, reduce.accumulator()), reduce.variable()), found);
            }
            default -> children(expression).forEach(child -> collect(child, local, found));
        }
    }

    private static Set<Variable> plus(Set<Variable> variables, Variable variable) {
        Set<Variable> all = new LinkedHashSet<>(variables);
        all.add(variable);
        return all;
    }

    private static void add(Variable variable, Set<Variable> local, Set<Variable> found) {
        if (!local.contains(variable)) {
            found.add(variable);
        }
    }

    public static boolean hasSubquery(Expression expression) {
        boolean[] found = {false};
        walk(expression, each -> found[0] |= each instanceof Expression.Subquery);
        return found[0];
    }

    /** Whether evaluating the expression more or less often makes a difference. */
    public static boolean isDeterministic(Expression expression) {
        boolean[] deterministic = {true};
        walk(expression, each -> deterministic[0] &= !Foldability.isVolatile(each));
        return deterministic[0];
    }

    /**
     * The expression with other columns in the place of properties that a comparison, or arithmetic, computes with; the
     * very same where there are none, so that errors know their places.
     *
     * @param column what to put there, if anything
     */
    public static Expression replacing(
            Expression expression, Function<Expression.Property, Optional<Expression>> column) {
        return switch (expression) {
            case Expression.Property property -> column.apply(property).orElse(property);
            case Expression.Arithmetic each -> {
                Expression left = replacing(each.left(), column);
                Expression right = replacing(each.right(), column);
                boolean isSame = left.equals(each.left()) && right.equals(each.right());
                yield isSame ? each : new Expression.Arithmetic(each.operator(), left, right);
            }
            case Expression.Comparison each -> {
                Expression left = replacing(each.left(), column);
                Expression right = replacing(each.right(), column);
                boolean isSame = left.equals(each.left()) && right.equals(each.right());
                yield isSame ? each : new Expression.Comparison(each.operator(), left, right);
            }
            default -> expression;
        };
    }

    /** The names of a disjunction of types ({@code A|B}); other type expressions have to be resolved by a catalog. */
    public static List<String> names(LabelExpression expression) {
        return switch (expression) {
            case LabelExpression.Name name -> List.of(name.name());
            case LabelExpression.Or or ->
                or.operands().stream().flatMap(each -> names(each).stream()).toList();
            case LabelExpression.Wildcard ignored -> throw unresolved(expression);
            case LabelExpression.Not ignored -> throw unresolved(expression);
            case LabelExpression.And ignored -> throw unresolved(expression);
        };
    }

    private static IllegalArgumentException unresolved(LabelExpression expression) {
        return new IllegalArgumentException("not a list of names: " + expression);
    }
}
