package org.thetisdb.engine.step;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.ExpressionParts;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Expressions;

/**
 * Has trails counted as they are found, where paths and lists of relationships are asked for nothing but how long they
 * are, so that nobody makes them.
 *
 * <pre>
 *   MATCH p = (a)-[:KNOWS*1..4]-(b) RETURN b, min(length(p))      a number beside each b, no list and no path
 * </pre>
 *
 * <p>Of a match that is not optional. Used for one query.
 */
final class TrailSizes {
    private final List<Variable> outputs;
    private final Supplier<Variable> newSize;

    private TrailSizes(List<Variable> outputs, Supplier<Variable> newSize) {
        this.outputs = outputs;
        this.newSize = newSize;
    }

    /** @param newSize makes a variable for a number */
    static List<Step> counted(List<Step> steps, List<Variable> outputs, Supplier<Variable> newSize) {
        TrailSizes sizes = new TrailSizes(outputs, newSize);
        List<Step> counted = steps;
        for (int index = 0; index < steps.size(); index++) {
            counted = sizes.counted(counted, index);
        }
        return counted;
    }

    private List<Step> counted(List<Step> steps, int index) {
        if (!(steps.get(index) instanceof Step.Match match) || match.optional()) {
            return steps;
        }
        Map<Variable, Expression> sizes = new HashMap<>();
        for (GraphPattern.Hop hop : match.pattern().relationships()) {
            hop.length().ifPresent(length -> sizes.put(hop.relationship(), size(length)));
        }
        // A list that is read in another way as well is there anyway, and so are the paths that it is part of.
        while (!sizes.isEmpty()) {
            Sizes replacing = new Sizes(match.pattern(), sizes);
            List<Step> counted = steps.stream().map(replacing::of).toList();
            Set<Variable> read = ReadVariables.of(new Query.Single(UnreadPaths.dropped(counted, outputs), outputs))
                    .variables();
            if (!sizes.keySet().removeIf(read::contains)) {
                return with(counted, index, sizes, read);
            }
        }
        return steps;
    }

    private Expression size(GraphPattern.VariableLength length) {
        return length.maximum().equals(OptionalLong.of(length.minimum()))
                ? Expression.Literal.of((long) length.minimum())
                : new Expression.Reference(newSize.get());
    }

    private static List<Step> with(List<Step> counted, int index, Map<Variable, Expression> sizes, Set<Variable> read) {
        Step.Match match = (Step.Match) counted.get(index);
        GraphPattern pattern = match.pattern();
        List<GraphPattern.Hop> hops = pattern.relationships().stream()
                .map(hop -> sizes.get(hop.relationship()) instanceof Expression.Reference(Variable size)
                                && read.contains(size)
                        ? hop.ofLength(sized(hop.length().orElseThrow(), size))
                        : hop)
                .toList();
        List<Step> steps = new ArrayList<>(counted);
        GraphPattern sized = new GraphPattern(pattern.nodes(), hops, pattern.shortestPaths(), pattern.paths());
        steps.set(index, new Step.Match(false, sized, match.predicates()));
        return steps;
    }

    private static GraphPattern.VariableLength sized(GraphPattern.VariableLength length, Variable size) {
        return new GraphPattern.VariableLength(
                length.minimum(), length.maximum(), length.hop(), length.end(), length.predicates(), Optional.of(size));
    }

    /** Puts numbers in the place of questions for lengths. */
    private static final class Sizes {
        private final Map<Expression, Expression> numbers = new HashMap<>();
        private final Map<Variable, Set<Variable>> sizesOfPaths = new HashMap<>();

        Sizes(GraphPattern pattern, Map<Variable, Expression> sizes) {
            sizes.forEach((list, size) -> note(list, call("size", new Expression.Reference(list)), size));
            for (GraphPattern.NamedPath path : pattern.paths()) {
                List<Expression> hops = new ArrayList<>();
                for (GraphPattern.Hop hop : pattern.relationships()) {
                    if (path.elements().contains(hop.relationship())) {
                        hops.add(hop.length().isEmpty() ? Expression.Literal.of(1L) : sizes.get(hop.relationship()));
                    }
                }
                if (!hops.isEmpty() && !hops.contains(null)) {
                    Expression named = new Expression.Reference(path.path());
                    note(path.path(), call("length", named), sum(hops));
                    note(path.path(), call("size", call("relationships", named)), sum(hops));
                }
            }
        }

        private void note(Variable asked, Expression question, Expression number) {
            numbers.put(question, number);
            Set<Variable> sizes = sizesOfPaths.computeIfAbsent(asked, _ -> new HashSet<>());
            sizes.addAll(Expressions.dependencies(number));
        }

        private static Expression call(String name, Expression argument) {
            return new Expression.Call(name, List.of(argument));
        }

        private static Expression sum(List<Expression> numbers) {
            return numbers.stream()
                    .reduce((left, right) -> new Expression.Arithmetic(Expression.Arithmetic.Operator.ADD, left, right))
                    .orElseThrow();
        }

        private Expression of(Expression expression) {
            Expression number = numbers.get(expression);
            return number != null ? number : ExpressionParts.mapped(expression, this::of);
        }

        private List<Expression> all(List<Expression> expressions) {
            return expressions.stream().map(this::of).toList();
        }

        private List<Step.Item> items(List<Step.Item> items) {
            return items.stream()
                    .map(item -> new Step.Item(item.variable(), of(item.expression())))
                    .toList();
        }

        /** What is left reads the paths and lists as it did. */
        Step of(Step step) {
            return switch (step) {
                case Step.Match match -> new Step.Match(match.optional(), match.pattern(), all(match.predicates()));
                case Step.Unwind unwind -> new Step.Unwind(of(unwind.list()), unwind.variable());
                case Step.Compute compute -> new Step.Compute(items(compute.items()));
                case Step.Filter filter -> new Step.Filter(of(filter.predicate()));
                case Step.Aggregate aggregate ->
                    new Step.Aggregate(
                            items(aggregate.keys()),
                            aggregate.aggregations().stream()
                                    .map(each -> each.withArguments(all(each.arguments())))
                                    .toList());
                case Step.Sort sort ->
                    new Step.Sort(sort.keys().stream()
                            .map(key -> new Step.SortKey(of(key.expression()), key.ascending()))
                            .toList());
                case Step.Project project -> project(project);
                default -> step;
            };
        }

        /** Numbers go where their paths went. */
        private Step project(Step.Project project) {
            List<Variable> columns = new ArrayList<>(project.variables());
            project.variables().stream()
                    .flatMap(each -> sizesOfPaths.getOrDefault(each, Set.of()).stream())
                    .filter(size -> !columns.contains(size))
                    .distinct()
                    .forEach(columns::add);
            return columns.size() == project.variables().size() ? project : new Step.Project(columns);
        }
    }
}
