package org.thetisdb.engine.step;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Expressions;

/**
 * Leaves rows as they are, where they are collected only to be unwound:
 *
 * <pre>
 *   Aggregate collect(e) AS l by k      becomes   Compute k, e AS x · Filter x IS NOT NULL · Project k, x
 *   Filter k.age > 3                              Filter k.age > 3
 *   Unwind l AS x
 *
 *   Aggregate collect(DISTINCT e) …     becomes   Compute … · Filter … · Distinct k, x
 * </pre>
 *
 * <p>A group whose elements are all null had an empty list and so gives no row either way. Equal keys must be the very
 * same value (as nodes are, and 1 and 1.0 are not), since each row keeps its own. What stands between is computed for
 * each row in place of each group, and nobody but UNWIND may read the list. A query that writes is left alone: its
 * reads have to be over.
 *
 * <p>No state.
 */
public final class UnwoundLists {
    private static final Set<CypherType.Kind> EQUAL_IS_SAME = Set.of(
            CypherType.Kind.NODE,
            CypherType.Kind.RELATIONSHIP,
            CypherType.Kind.BOOLEAN,
            CypherType.Kind.INTEGER,
            CypherType.Kind.STRING,
            CypherType.Kind.DATE);

    private UnwoundLists() {}

    /** The steps of a query without such lists. */
    public static List<Step> asRows(Query.Single query) {
        List<Step> steps = query.steps();
        for (int index = 0; index < steps.size(); index++) {
            if (steps.get(index) instanceof Step.Aggregate aggregate && isOneList(aggregate)) {
                steps = asRows(aggregate, steps, index, query).orElse(steps);
            }
        }
        return steps;
    }

    private static boolean isOneList(Step.Aggregate aggregate) {
        return aggregate.aggregations().size() == 1
                && aggregate.aggregations().getFirst().function() == Step.AggregateFunction.COLLECT
                && aggregate.aggregations().getFirst().order().isEmpty()
                && keepTheirValues(aggregate.keys());
    }

    /** Whether each row's own keys are those of its group. */
    private static boolean keepTheirValues(List<Step.Item> keys) {
        Set<Variable> same = new HashSet<>();
        for (Step.Item key : keys) {
            if (key.expression() instanceof Expression.Reference reference
                    && EQUAL_IS_SAME.contains(reference.variable().type().kind())) {
                same.add(reference.variable());
            }
        }
        return keys.stream()
                .map(Step.Item::expression)
                .allMatch(key -> isRepeatable(key) && same.containsAll(Expressions.dependencies(key)));
    }

    /** Whether it is the same whenever it is asked, and asks no subquery. */
    private static boolean isRepeatable(Expression expression) {
        return Expressions.isDeterministic(expression) && !Expressions.hasSubquery(expression);
    }

    private static Optional<List<Step>> asRows(Step.Aggregate aggregate, List<Step> steps, int at, Query.Single query) {
        Step.Aggregation list = aggregate.aggregations().getFirst();
        int unwound = at + 1;
        while (unwound < steps.size() && isOfTheGroup(steps.get(unwound), list.variable())) {
            unwound++;
        }
        if (unwound == steps.size()
                || !(steps.get(unwound) instanceof Step.Unwind unwind)
                || !unwind.list().equals(new Expression.Reference(list.variable()))) {
            return Optional.empty();
        }
        List<Step> between = steps.subList(at + 1, unwound);
        Query.Single rest = new Query.Single(steps.subList(unwound + 1, steps.size()), query.outputs());
        if (rest.writes() || ReadVariables.of(rest).variables().contains(list.variable())) {
            return Optional.empty();
        }
        List<Step> all = new ArrayList<>(steps.subList(0, at));
        addRows(aggregate, unwind.variable(), isFound(list.arguments().getFirst(), all), all);
        between.forEach(step -> all.add(renamed(step, list.variable(), Optional.of(unwind.variable()))));
        rest.steps().forEach(step -> all.add(renamed(step, list.variable(), Optional.empty())));
        return Optional.of(all);
    }

    /** Whether a step gives the same for each row of a group as for the group, and does not read its list. */
    private static boolean isOfTheGroup(Step step, Variable list) {
        return switch (step) {
            case Step.Filter filter -> isOfTheGroup(filter.predicate(), list);
            case Step.Compute compute ->
                compute.items().stream().allMatch(item -> isOfTheGroup(item.expression(), list));
            case Step.Project _ -> true;
            default -> false;
        };
    }

    private static boolean isOfTheGroup(Expression expression, Variable list) {
        return isRepeatable(expression) && !Expressions.dependencies(expression).contains(list);
    }

    /** Whether an element is what a pattern binds, so that it is never null. */
    private static boolean isFound(Expression element, List<Step> before) {
        return element instanceof Expression.Reference(Variable variable)
                && before.stream()
                        .anyMatch(step -> step instanceof Step.Match match
                                && !match.optional()
                                && match.pattern().nodes().contains(variable));
    }

    private static void addRows(Step.Aggregate aggregate, Variable element, boolean isFound, List<Step> steps) {
        Step.Aggregation list = aggregate.aggregations().getFirst();
        List<Step.Item> items = new ArrayList<>(aggregate.keys());
        items.add(new Step.Item(element, list.arguments().getFirst()));
        List<Variable> columns = items.stream().map(Step.Item::variable).toList();
        steps.add(new Step.Compute(items));
        if (!isFound) {
            steps.add(new Step.Filter(new Expression.IsNotNull(new Expression.Reference(element))));
        }
        steps.add(list.distinct() ? new Step.Distinct(columns) : new Step.Project(columns));
    }

    /** A step whose rows have another column, or none, in place of the list. */
    private static Step renamed(Step step, Variable list, Optional<Variable> other) {
        if (!(step instanceof Step.Project project) || !project.variables().contains(list)) {
            return step;
        }
        List<Variable> columns = new ArrayList<>(project.variables());
        columns.remove(list);
        other.ifPresent(columns::add);
        return new Step.Project(columns);
    }
}
