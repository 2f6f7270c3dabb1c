package org.thetisdb.engine.step;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Expression.Comparison.Operator;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expression.Foldability;
import org.thetisdb.engine.operator.Expressions;

/**
 * Counts instead of a list, where a collected list is only asked how many elements it has, or how many of a kind:
 *
 * <pre>
 *   Aggregate collect(e) AS l by k           Compute e AS x
 *   Filter any(x IN l WHERE P(x))   becomes  Aggregate count(CASE WHEN x IS NULL THEN null WHEN P(x) THEN 1 END) AS t,
 *      AND size(l) > 3                                 count(e) AS n by k
 *                                            Filter t > 0 AND n > 3
 * </pre>
 *
 * <p>The variable of a quantifier becomes the column of the elements, so P stays the very same expression. A quantifier
 * is unknown if no element decides it and P is unknown for some; where only true counts, that is as good as false.
 *
 * <p>The steps are followed until the list is out of scope, and all that asks for it must be of these kinds; P must be
 * about the element alone and unable to fail, as it is computed for rows that a filter might have dropped.
 *
 * <p>Belongs to the planning of one query.
 */
public final class AskedLists {
    private final Step.Aggregation list;
    private final Expression itself;
    private final Supplier<Variable> newColumn;
    private final SequencedSet<Variable> elements = new LinkedHashSet<>();
    private final List<Step.Aggregation> counts = new ArrayList<>();
    private final Map<List<Object>, Expression> known = new HashMap<>();

    private AskedLists(Step.Aggregation list, Supplier<Variable> newColumn) {
        this.list = list;
        this.itself = new Expression.Reference(list.variable());
        this.newColumn = newColumn;
    }

    /**
     * The steps with counts in the place of such lists.
     *
     * @param outputs what is read of the last step's rows
     * @param newColumn makes columns that the plan computes for itself
     */
    public static List<Step> counted(List<Step> steps, List<Variable> outputs, Supplier<Variable> newColumn) {
        List<Step> result = steps;
        for (int index = 0; index < result.size(); index++) {
            if (result.get(index) instanceof Step.Aggregate aggregate) {
                List<Step> counted = counted(aggregate, result, index, outputs, newColumn);
                index += counted.size() - result.size();
                result = counted;
            }
        }
        return result;
    }

    private static List<Step> counted(
            Step.Aggregate aggregate, List<Step> steps, int at, List<Variable> outputs, Supplier<Variable> newColumn) {
        List<Step> result = steps;
        for (Step.Aggregation each : aggregate.aggregations()) {
            if (each.function() == Step.AggregateFunction.COLLECT) {
                List<Step> before = result.subList(0, at + result.size() - steps.size());
                List<Step> from = result.subList(before.size(), result.size());
                AskedLists lists = new AskedLists(each, newColumn);
                result = lists.counted(before, from, outputs).orElse(result);
            }
        }
        return result;
    }

    /** @param from the step that collects, and all that follow */
    private Optional<List<Step>> counted(List<Step> before, List<Step> from, List<Variable> outputs) {
        List<Step> following = new ArrayList<>();
        boolean isInScope = true;
        for (Step step : from.subList(1, from.size())) {
            Optional<Step> other = isInScope ? counted(step) : Optional.of(step);
            if (other.isEmpty()) {
                return Optional.empty();
            }
            following.add(other.get());
            isInScope &= !endsScope(step);
        }
        if (counts.isEmpty() || isInScope && outputs.contains(list.variable())) {
            return Optional.empty();
        }
        List<Step> all = new ArrayList<>(before);
        addElements(all);
        all.add(withCounts((Step.Aggregate) from.getFirst()));
        following.forEach(step -> all.add(step instanceof Step.Project project ? withCounts(project) : step));
        return Optional.of(all);
    }

    /** The elements are computed once: other quantifiers' columns are the first one's. */
    private void addElements(List<Step> steps) {
        if (!elements.isEmpty()) {
            steps.add(new Step.Compute(
                    List.of(new Step.Item(elements.getFirst(), list.arguments().getFirst()))));
        }
        if (elements.size() > 1) {
            Expression first = new Expression.Reference(elements.getFirst());
            steps.add(new Step.Compute(elements.stream()
                    .skip(1)
                    .map(element -> new Step.Item(element, first))
                    .toList()));
        }
    }

    private boolean endsScope(Step step) {
        return switch (step) {
            case Step.Aggregate ignored -> true;
            case Step.Distinct ignored -> true;
            case Step.Project project -> !project.variables().contains(list.variable());
            default -> false;
        };
    }

    private Step.Aggregate withCounts(Step.Aggregate aggregate) {
        List<Step.Aggregation> all = new ArrayList<>(aggregate.aggregations());
        all.remove(list);
        counts.forEach(count -> all.add(ofElements(count)));
        return new Step.Aggregate(aggregate.keys(), all);
    }

    /** What a pattern binds is better counted itself, as its rows may be; else elements are there if needed. */
    private Step.Aggregation ofElements(Step.Aggregation count) {
        Expression element = list.arguments().getFirst();
        return elements.isEmpty()
                        || element instanceof Expression.Reference
                        || !count.arguments().equals(list.arguments())
                ? count
                : count.withArguments(List.of(new Expression.Reference(elements.getFirst())));
    }

    private Step.Project withCounts(Step.Project project) {
        if (!project.variables().contains(list.variable())) {
            return project;
        }
        List<Variable> all = new ArrayList<>(project.variables());
        all.remove(list.variable());
        counts.forEach(count -> all.add(count.variable()));
        return new Step.Project(all);
    }

    // -------------------------------------------------------------- what asks

    /** A step with counts; empty if it asks for more. */
    private Optional<Step> counted(Step step) {
        return switch (step) {
            case Step.Filter filter -> condition(filter.predicate()).map(Step.Filter::new);
            case Step.Compute compute -> items(compute.items()).map(Step.Compute::new);
            case Step.Sort sort ->
                all(sort.keys(), key -> value(key.expression()).map(other -> new Step.SortKey(other, key.ascending())))
                        .map(Step.Sort::new);
            case Step.Aggregate aggregate ->
                items(aggregate.keys())
                        .flatMap(keys -> all(aggregate.aggregations(), this::aggregation)
                                .map(aggregations -> new Step.Aggregate(keys, aggregations)));
            case Step.Distinct distinct ->
                distinct.variables().contains(list.variable()) ? Optional.empty() : Optional.of(step);
            case Step.Project ignored -> Optional.of(step);
            case Step.Slice ignored -> Optional.of(step);
            default -> Optional.empty();
        };
    }

    private Optional<List<Step.Item>> items(List<Step.Item> items) {
        return all(items, item -> value(item.expression()).map(other -> new Step.Item(item.variable(), other)));
    }

    private Optional<Step.Aggregation> aggregation(Step.Aggregation aggregation) {
        return all(aggregation.arguments(), this::value).map(aggregation::withArguments);
    }

    private static <T> Optional<List<T>> all(List<T> values, Function<T, Optional<T>> function) {
        List<T> others = new ArrayList<>();
        for (T value : values) {
            Optional<T> other = function.apply(value);
            if (other.isEmpty()) {
                return Optional.empty();
            }
            others.add(other.get());
        }
        return Optional.of(others);
    }

    /** A condition of which it only matters whether it is true. */
    private Optional<Expression> condition(Expression condition) {
        return switch (condition) {
            case Expression.And and -> all(and.operands(), this::condition).map(Expression.And::new);
            case Expression.Quantifier quantifier when isCountable(quantifier) -> Optional.of(whetherTrue(quantifier));
            default -> value(condition);
        };
    }

    private Optional<Expression> value(Expression expression) {
        if (!Expressions.dependencies(expression).contains(list.variable())) {
            return Optional.of(expression);
        }
        return switch (expression) {
            case Expression.Quantifier quantifier when isCountable(quantifier) -> Optional.of(truth(quantifier));
            case Expression.Call call
            when call.name().equals("size") -> size(call.arguments().getFirst());
            case Expression.Call call
            when call.name().equals("isempty") && call.arguments().getFirst().equals(itself) ->
                Optional.of(compared(count(), Operator.EQUAL, number(0)));
            case Expression.And and -> all(and.operands(), this::value).map(Expression.And::new);
            case Expression.Or or -> all(or.operands(), this::value).map(Expression.Or::new);
            case Expression.Not not -> value(not.operand()).map(Expression.Not::new);
            case Expression.Comparison each ->
                value(each.left())
                        .flatMap(left -> value(each.right())
                                .map(right -> new Expression.Comparison(each.operator(), left, right)));
            case Expression.Arithmetic each ->
                value(each.left())
                        .flatMap(left -> value(each.right())
                                .map(right -> new Expression.Arithmetic(each.operator(), left, right)));
            default -> Optional.empty();
        };
    }

    private Optional<Expression> size(Expression of) {
        if (of.equals(itself)) {
            return Optional.of(list.distinct() ? distinctCount() : count());
        }
        return of instanceof Expression.ListComprehension some
                        && !list.distinct()
                        && some.list().equals(itself)
                        && some.projection().stream().allMatch(Foldability::cannotFail)
                        && some.predicate()
                                .filter(each -> isAbout(some.variable(), each))
                                .isPresent()
                ? Optional.of(count(some.variable(), some.predicate().get()))
                : Optional.empty();
    }

    private boolean isCountable(Expression.Quantifier quantifier) {
        return quantifier.list().equals(itself)
                && isAbout(quantifier.variable(), quantifier.predicate())
                && !(list.distinct() && quantifier.kind() == Expression.Quantifier.Kind.SINGLE);
    }

    private static boolean isAbout(Variable element, Expression predicate) {
        return Expressions.dependencies(predicate).equals(Set.of(element))
                && Foldability.isConditionThatCannotFail(predicate)
                && !Expressions.hasSubquery(predicate)
                && Expressions.isDeterministic(predicate);
    }

    private Expression whetherTrue(Expression.Quantifier each) {
        return switch (each.kind()) {
            case ANY -> compared(trues(each), Operator.GREATER, number(0));
            case ALL -> compared(trues(each), Operator.EQUAL, count());
            case NONE -> compared(falses(each), Operator.EQUAL, count());
            case SINGLE ->
                new Expression.And(List.of(
                        compared(trues(each), Operator.EQUAL, number(1)),
                        compared(decidedCount(each), Operator.EQUAL, count())));
        };
    }

    private Expression truth(Expression.Quantifier each) {
        Expression oneIsTrue = compared(trues(each), Operator.GREATER, number(0));
        Expression oneIsFalse = compared(falses(each), Operator.GREATER, number(0));
        return switch (each.kind()) {
            case ANY -> decided(each, oneIsTrue, true, literal(false));
            case ALL -> decided(each, oneIsFalse, false, literal(true));
            case NONE -> decided(each, oneIsTrue, false, literal(true));
            case SINGLE ->
                decided(
                        each,
                        compared(trues(each), Operator.GREATER, number(1)),
                        false,
                        compared(trues(each), Operator.EQUAL, number(1)));
        };
    }

    /** What a quantifier is: decided by some elements, else unknown if it is so for one, else decided by all. */
    private Expression decided(Expression.Quantifier of, Expression bySome, boolean then, Expression byAll) {
        return new Expression.Case(
                Optional.empty(),
                List.of(
                        new Expression.When(bySome, literal(then)),
                        new Expression.When(
                                compared(decidedCount(of), Operator.LESS, count()),
                                new Expression.Literal(Optional.empty()))),
                Optional.of(byAll));
    }

    // -------------------------------------------------------------- counts

    private Expression trues(Expression.Quantifier of) {
        return count(of.variable(), of.predicate());
    }

    private Expression falses(Expression.Quantifier of) {
        return count(of.variable(), new Expression.Not(of.predicate()));
    }

    /** For how many elements the predicate is true or false. */
    private Expression decidedCount(Expression.Quantifier of) {
        return new Expression.Arithmetic(Expression.Arithmetic.Operator.ADD, trues(of), falses(of));
    }

    private Expression count() {
        return count(false, list.arguments().getFirst());
    }

    private Expression distinctCount() {
        return count(true, list.arguments().getFirst());
    }

    /** Of how many elements a predicate is true. */
    private Expression count(Variable element, Expression predicate) {
        Expression column = new Expression.Reference(element);
        elements.add(element);
        return count(
                false,
                new Expression.Case(
                        Optional.empty(),
                        List.of(
                                new Expression.When(
                                        new Expression.IsNull(column), new Expression.Literal(Optional.empty())),
                                new Expression.When(predicate, number(1))),
                        Optional.empty()));
    }

    private Expression count(boolean distinct, Expression counted) {
        return known.computeIfAbsent(List.of(distinct, counted), _ -> {
            Variable count = newColumn.get();
            counts.add(new Step.Aggregation(count, Step.AggregateFunction.COUNT, distinct, List.of(counted)));
            return new Expression.Reference(count);
        });
    }

    private static Expression compared(Expression left, Operator operator, Expression right) {
        return new Expression.Comparison(operator, left, right);
    }

    private static Expression number(long value) {
        return literal(value);
    }

    private static Expression literal(Object value) {
        return new Expression.Literal(Optional.of(value));
    }
}
