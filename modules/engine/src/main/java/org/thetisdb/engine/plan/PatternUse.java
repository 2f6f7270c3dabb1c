package org.thetisdb.engine.plan;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.step.Duplicates;
import org.thetisdb.engine.step.EarlyEnd;
import org.thetisdb.engine.step.ReadVariables;

/**
 * What a pattern is planned for.
 *
 * @param onlyEndsMatter whether equal rows may be left out, because what follows does not see a difference
 * @param mayJoinParts whether parts of it may be found apart and joined; not where some of the rows may be enough
 * @param reached nodes that are to be found by a hop from others
 * @param compared relationships that are compared with others outside of the pattern
 * @param collecting nodes by one of which alone rows are grouped, for lists of values of each
 * @param wanted what is read of its rows; empty if that is not known, or where all rows matter
 * @param leastWanted what is read of them for nothing but the least of each group; not where all rows matter
 * @param aggregated what its rows are aggregated by at once
 * @param starting nodes with one of which it is to begin; empty for any
 */
record PatternUse(
        boolean onlyEndsMatter,
        boolean mayJoinParts,
        Set<Variable> reached,
        Set<Variable> compared,
        Set<Variable> collecting,
        Optional<Set<Variable>> wanted,
        Set<Variable> leastWanted,
        Optional<Step.Aggregate> aggregated,
        Set<Variable> starting) {
    PatternUse {
        reached = Set.copyOf(reached);
        compared = Set.copyOf(compared);
        collecting = Set.copyOf(collecting);
        wanted = wanted.map(Set::copyOf);
        leastWanted = Set.copyOf(leastWanted);
        starting = Set.copyOf(starting);
    }

    /** All of its rows are wanted, one after another. */
    static final PatternUse USUAL = of(false, Set.of(), Set.of(), Optional.empty());

    private static PatternUse of(
            boolean onlyEndsMatter, Set<Variable> reached, Set<Variable> compared, Optional<Set<Variable>> wanted) {
        return new PatternUse(
                onlyEndsMatter, false, reached, compared, Set.of(), wanted, Set.of(), Optional.empty(), Set.of());
    }

    /**
     * What these steps want of a pattern.
     *
     * @param onlyReads whether the query writes nothing
     */
    static PatternUse before(List<Step> following, boolean onlyReads) {
        boolean mayJoinParts = onlyReads && !EarlyEnd.isPossible(following);
        boolean onlyEndsMatter = Duplicates.arePointless(following);
        return new PatternUse(
                onlyEndsMatter,
                mayJoinParts,
                Set.of(),
                Set.of(),
                collectingNodes(following),
                onlyEndsMatter ? wantedBy(following) : Optional.empty(),
                onlyEndsMatter ? leastWantedBy(following) : Set.of(),
                mayJoinParts && !following.isEmpty() && following.getFirst() instanceof Step.Aggregate aggregate
                        ? Optional.of(aggregate)
                        : Optional.empty(),
                Set.of());
    }

    /** The same of a plan that begins with one of these nodes. */
    PatternUse startingAt(Set<Variable> nodes) {
        return new PatternUse(
                onlyEndsMatter,
                mayJoinParts,
                reached,
                compared,
                collecting,
                wanted,
                leastWanted,
                Optional.empty(),
                nodes);
    }

    /** What is read of rows until others take their place. */
    private static Optional<Set<Variable>> wantedBy(List<Step> following) {
        for (int index = 0; index < following.size(); index++) {
            switch (following.get(index)) {
                case Step.Aggregate _, Step.Distinct _ -> {
                    return Optional.of(
                            ReadVariables.of(following.subList(0, index + 1)).variables());
                }
                case Step.Compute _, Step.Filter _, Step.Project _, Step.Sort _, Step.Unwind _ -> {}
                default -> {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    /** As {@link #USUAL}, with nodes that are to be found by a hop from others. */
    static PatternUse reaching(Set<Variable> nodes) {
        return of(false, nodes, Set.of(), Optional.empty());
    }

    /** Only some nodes are read, and of rows that agree in them one is enough. */
    static PatternUse distinct(Set<Variable> nodes) {
        return of(true, Set.of(), Set.of(), Optional.of(nodes));
    }

    /** What is only ever asked for the least of it. */
    private static Set<Variable> leastWantedBy(List<Step> following) {
        Map<Variable, Variable> sameAs = new HashMap<>();
        Set<Variable> otherwise = new HashSet<>();
        for (Step step : following) {
            switch (step) {
                case Step.Compute compute ->
                    compute.items().forEach(item -> {
                        if (item.expression() instanceof Expression.Reference(Variable original)) {
                            sameAs.put(item.variable(), sameAs.getOrDefault(original, original));
                        } else {
                            addRead(item.expression(), sameAs, otherwise);
                        }
                    });
                case Step.Project _ -> {}
                case Step.Filter filter -> addRead(filter.predicate(), sameAs, otherwise);
                case Step.Sort sort -> sort.keys().forEach(key -> addRead(key.expression(), sameAs, otherwise));
                case Step.Aggregate aggregate -> {
                    return leastWantedBy(aggregate, sameAs, otherwise);
                }
                default -> {
                    return Set.of();
                }
            }
        }
        return Set.of();
    }

    private static Set<Variable> leastWantedBy(
            Step.Aggregate aggregate, Map<Variable, Variable> sameAs, Set<Variable> otherwise) {
        Set<Variable> least = new HashSet<>();
        aggregate.keys().forEach(key -> addRead(key.expression(), sameAs, otherwise));
        for (Step.Aggregation each : aggregate.aggregations()) {
            if (each.function() == Step.AggregateFunction.MIN
                    && each.arguments().getFirst() instanceof Expression.Reference(Variable asked)) {
                least.add(sameAs.getOrDefault(asked, asked));
            } else {
                each.arguments().forEach(argument -> addRead(argument, sameAs, otherwise));
            }
        }
        least.removeAll(otherwise);
        return least;
    }

    private static void addRead(Expression expression, Map<Variable, Variable> sameAs, Set<Variable> read) {
        Expressions.dependencies(expression).forEach(each -> read.add(sameAs.getOrDefault(each, each)));
    }

    /** The node by which these steps count a pattern's rows and do nothing else with them; it is a key itself. */
    static Optional<Variable> countedNode(List<Step> following) {
        if (following.isEmpty()
                || !(following.getFirst() instanceof Step.Aggregate aggregate)
                || !aggregate.aggregations().stream().allMatch(PatternUse::counts)) {
            return Optional.empty();
        }
        return nodeOfAllKeys(aggregate);
    }

    private static Set<Variable> collectingNodes(List<Step> following) {
        for (Step step : following) {
            switch (step) {
                case Step.Aggregate aggregate -> {
                    boolean collects = aggregate.aggregations().stream()
                            .anyMatch(each -> each.function() == Step.AggregateFunction.COLLECT);
                    return collects ? nodeOfAllKeys(aggregate).map(Set::of).orElse(Set.of()) : Set.of();
                }
                case Step.Compute ignored -> {}
                case Step.Filter ignored -> {}
                case Step.Project ignored -> {}
                default -> {
                    return Set.of();
                }
            }
        }
        return Set.of();
    }

    /** The node that is a key, if all keys are of it. */
    private static Optional<Variable> nodeOfAllKeys(Step.Aggregate aggregate) {
        List<Expression> keys =
                aggregate.keys().stream().map(Step.Item::expression).toList();
        return keys.stream()
                .filter(key -> key instanceof Expression.Reference(Variable node)
                        && node.type().equals(CypherType.NODE)
                        && keys.stream()
                                .allMatch(each -> Expressions.dependencies(each).equals(Set.of(node))))
                .map(key -> ((Expression.Reference) key).variable())
                .findFirst();
    }

    private static boolean counts(Step.Aggregation aggregation) {
        return switch (aggregation.function()) {
            case COUNT_ROWS -> true;
            case COUNT -> !aggregation.distinct() && aggregation.arguments().getFirst() instanceof Expression.Reference;
            case SUM, AVG, MIN, MAX, COLLECT, STDEV, STDEVP, PERCENTILE_CONT, PERCENTILE_DISC, EXTENSION -> false;
        };
    }

    /** Of a part of a pattern that is used so, found in one piece. */
    PatternUse ofPart(Set<Variable> comparedOutside) {
        return of(onlyEndsMatter, Set.of(), comparedOutside, Optional.empty());
    }
}
