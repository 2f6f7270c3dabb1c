package org.thetisdb.engine.group;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expression.Foldability;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.sort.GroupTopKFilter;
import org.thetisdb.engine.sort.Sort;
import org.thetisdb.engine.transform.Project;

/**
 * Drops rows before a sort where only the first of each group are wanted, which is how Cypher asks for the newest three
 * of each:
 *
 * <pre>
 *   Project all[..3] AS newest                           Project all[..3] AS newest
 *     Aggregate collect(m) AS all by p       becomes       Aggregate collect(m) AS all by p
 *       Sort m.date DESC, m.id                               Sort m.date DESC, m.id
 *         …                                                    GroupTopKFilter m.date DESC LIMIT 3 by p
 *                                                                …
 * </pre>
 *
 * <p>The list must be asked for its first elements only, by nobody else, and be the only aggregate. What may fail is
 * computed for all rows as before, so nothing changes where something may.
 */
public final class FirstOfGroups {
    private final Operator root;
    private final List<Variable> outputs;

    private FirstOfGroups(Operator root, List<Variable> outputs) {
        this.root = root;
        this.outputs = outputs;
    }

    /** The tree with filters where they may spare something; subplans are left alone. */
    public static Operator rewrite(Operator root, List<Variable> outputs) {
        return OperatorTrees.writes(root)
                ? root
                : OperatorTrees.map(root, each -> new FirstOfGroups(root, outputs).filtered(each));
    }

    private Operator filtered(Operator operator) {
        return operator instanceof Project project
                        && project.input() instanceof Aggregate aggregate
                        && aggregate.input() instanceof Sort sort
                ? filter(project, aggregate, sort)
                        .<Operator>map(filter -> project.withInput(aggregate.withInput(sort.withInput(filter))))
                        .orElse(operator)
                : operator;
    }

    private Optional<GroupTopKFilter> filter(Project project, Aggregate aggregate, Sort sort) {
        if (aggregate.keys().isEmpty()
                || aggregate.aggregations().size() != 1
                || !aggregate.multiplicities().isEmpty()) {
            return Optional.empty();
        }
        Step.Aggregation list = aggregate.aggregations().getFirst();
        if (list.function() != Step.AggregateFunction.COLLECT || list.distinct() || !isAskedOnlyBy(project, list)) {
            return Optional.empty();
        }
        Optional<List<Expression>> wanted = wanted(project, list.variable());
        List<Expression> groups =
                aggregate.keys().stream().map(Step.Item::expression).toList();
        Step.SortKey first = sort.keys().getFirst();
        Expression collected = list.arguments().getFirst();
        boolean cannotFail = Stream.of(groups.stream(), sort.keys().stream().map(Step.SortKey::expression))
                        .flatMap(each -> each)
                        .allMatch(Foldability::cannotFail)
                && Foldability.cannotFail(collected);
        return wanted.filter(each -> cannotFail && !each.isEmpty() && !groups.contains(first.expression()))
                .map(each -> GroupTopKFilter.inOrder(sort.input(), groups, first, each, collected))
                .map(FirstOfGroups::early);
    }

    /**
     * The filter with another one below operators that multiply its rows, as far below as can be: what is not among the
     * first of those with which it is multiplied is not so afterwards.
     */
    private static GroupTopKFilter early(GroupTopKFilter filter) {
        return MultipliedRows.below(filter.input()).reversed().stream()
                .flatMap(below -> early(filter, below).map(below::over).stream())
                .findFirst()
                .map(filter::withInput)
                .orElse(filter);
    }

    /** The filter of rows that are multiplied; empty if there can be none, or if it is not worth it. */
    private static Optional<GroupTopKFilter> early(GroupTopKFilter filter, MultipliedRows below) {
        Expression key = through(filter.key().expression(), below.above());
        Expression counted = through(filter.counted(), below.above());
        Set<Variable> needed = new HashSet<>(Expressions.dependencies(key));
        needed.addAll(Expressions.dependencies(counted));
        Set<Variable> columns = below.rows().columns();
        Set<Variable> kept = new HashSet<>(below.read());
        filter.groups().forEach(each -> kept.addAll(Expressions.dependencies(each)));
        kept.retainAll(columns);
        if (below.times() < MultipliedRows.TIMES_MIN
                || !columns.containsAll(needed)
                || kept.containsAll(Expressions.dependencies(key))
                || kept.isEmpty()
                || !Foldability.cannotFail(key)
                || !Foldability.cannotFail(counted)) {
            return Optional.empty();
        }
        List<Expression> groups = kept.stream()
                .sorted(Comparator.comparingInt(Variable::id))
                .<Expression>map(Expression.Reference::new)
                .toList();
        Step.SortKey sorted = new Step.SortKey(key, filter.key().ascending());
        double rows = below.rows().rows();
        return Optional.of(new GroupTopKFilter(below.rows(), groups, sorted, filter.wanted(), counted, rows));
    }

    /** What an expression is below projections, if it is one of their columns. */
    private static Expression through(Expression expression, List<Unary> above) {
        Expression below = expression;
        for (Unary each : above) {
            if (each instanceof Project project && below instanceof Expression.Reference(Variable column)) {
                below = project.items().stream()
                        .filter(item -> item.variable().equals(column))
                        .map(Step.Item::expression)
                        .findFirst()
                        .orElse(below);
            }
        }
        return below;
    }

    private boolean isAskedOnlyBy(Project project, Step.Aggregation list) {
        return !outputs.contains(list.variable()) && !isAsked(root, project, list.variable());
    }

    @SuppressWarnings("ReferenceEquality") // The very same operator is meant.
    private static boolean isAsked(Operator operator, Operator except, Variable variable) {
        boolean here = operator != except
                && operator.expressions().stream()
                        .anyMatch(each -> Expressions.dependencies(each).contains(variable));
        return here || operator.inputs().stream().anyMatch(each -> isAsked(each, except, variable));
    }

    /** How many elements are wanted, by each expression that asks for some; empty if one asks for all. */
    private static Optional<List<Expression>> wanted(Project project, Variable list) {
        List<Expression> wanted = new ArrayList<>();
        return project.items().stream().allMatch(item -> note(item.expression(), list, wanted))
                ? Optional.of(wanted)
                : Optional.empty();
    }

    /** Notes what an expression wants of the list; false if that may be all of it. */
    private static boolean note(Expression expression, Variable list, List<Expression> wanted) {
        Expression itself = new Expression.Reference(list);
        return switch (expression) {
            case Expression.ListSlice slice
            when slice.list().equals(itself)
                    && slice.to().filter(Foldability::isConstant).isPresent()
                    && slice.from().stream().allMatch(FirstOfGroups::isCount) ->
                wanted.add(slice.to().get());
            case Expression.Subscript subscript
            when subscript.target().equals(itself) && isCount(subscript.index()) ->
                wanted.add(following(subscript.index()));
            case Expression.Call call
            when call.name().equals("head") && call.arguments().equals(List.of(itself)) -> wanted.add(number(1));
            default ->
                !expression.equals(itself)
                        && (!Expressions.dependencies(expression).contains(list)
                                || !Expressions.hasSubquery(expression)
                                        && Expressions.children(expression).stream()
                                                .allMatch(each -> note(each, list, wanted)));
        };
    }

    /** Whether it is a literal that counts from the beginning: a negative one counts from the end. */
    private static boolean isCount(Expression expression) {
        return expression instanceof Expression.Literal literal
                && literal.value()
                        .filter(value -> value instanceof Long number && number >= 0)
                        .isPresent();
    }

    private static Expression following(Expression literal) {
        return number(1 + (Long) ((Expression.Literal) literal).value().orElseThrow());
    }

    private static Expression number(long value) {
        return new Expression.Literal(Optional.of(value));
    }
}
