package org.thetisdb.engine.group;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.aggregate.Aggregates;
import org.thetisdb.engine.between.ExpandInto;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.scan.NodeScan;
import org.thetisdb.engine.transform.Filter;
import org.thetisdb.engine.transform.Project;

/**
 * Groups rows before they are multiplied, by what is read of them afterwards.
 *
 * <pre>
 *   Aggregate sum(m.length) by p                   Aggregate (final) sum(m.length) by p
 *     Expand (q)-[:KNOWS]-(p)            ──►         Expand (q)-[:KNOWS]-(p)
 *     Expand (m)-[:HAS_CREATOR]->(q)                 Aggregate (partial) sum(m.length) by q
 *     NodeScan (m)                                   Expand (m)-[:HAS_CREATOR]->(q)
 *                                                    NodeScan (m)
 * </pre>
 *
 * <p>What is above the partial aggregation reads columns of its keys only, so a row of a group finds what each of the
 * group's rows would. Aggregates are added up by their states, so that sums are as exact as without; and what one
 * cannot add is an error only where a row with it reaches the end, as before. Where keys and arguments are computed
 * early, they are what cannot fail: columns, and properties of nodes and relationships.
 *
 * <p>Source: eager aggregation (Yan, Larson, "Eager Aggregation and Lazy Aggregation", VLDB 1995); which of its places
 * is cheapest is decided by the estimates of the plan. No state.
 */
public final class EarlyGroups {
    /** What it costs to group a row, a followed relationship being 1. */
    private static final double GROUPED = 3;

    /** Fewer rows are grouped sooner than there is a second aggregation. */
    private static final double ROWS_MIN = 5_000;

    /** It has to save this part: estimates are not that good. */
    private static final double COST_SHARE_MAX = 0.6;

    /** With more groups than this part of the rows, they are hardly less. */
    private static final double GROUPS_SHARE_MAX = 0.25;

    /** How many different nodes and values there are. */
    public interface Counts {
        /** Nodes at the ends of such relationships, at most. */
        double ends(List<String> types, Direction direction);

        /** Different values of a property of nodes that have all these labels. */
        double distinctValues(Set<String> labels, String property);
    }

    private final Aggregate aggregate;
    private final Counts counts;

    private EarlyGroups(Aggregate aggregate, Counts counts) {
        this.aggregate = aggregate;
        this.counts = counts;
    }

    /**
     * The tree with partial aggregations where they pay; subplans are left alone.
     *
     * @param newColumn makes columns that the plan computes for itself
     * @param choice whether to do so, if it is said whether it pays
     */
    public static Operator rewrite(
            Operator root, Counts counts, Supplier<Variable> newColumn, Predicate<Boolean> choice) {
        if (OperatorTrees.writes(root)) {
            return root;
        }
        return OperatorTrees.map(
                root,
                each -> each instanceof Aggregate aggregate
                        ? new EarlyGroups(aggregate, counts).early(newColumn, choice)
                        : each);
    }

    /** What it costs to find rows and to aggregate them at once, early if that pays; in relationships followed. */
    public static double cost(Operator rows, Step.Aggregate step, Counts counts) {
        Aggregate aggregate = new Aggregate(rows, step.keys(), step.aggregations(), List.of(), 1);
        EarlyGroups groups = new EarlyGroups(aggregate, counts);
        double whole = OperatorTrees.rowsOf(rows) + GROUPED * rows.rows();
        return groups.bestPlace()
                .filter(groups::pays)
                .map(place -> whole - (1 - place.costShare()) * (place.below().rowsInAll() + GROUPED * rows.rows()))
                .orElse(whole);
    }

    /**
     * A place for a partial aggregation.
     *
     * @param kept the columns that what is above, and keys that are computed afterwards, read
     * @param keys those that are computed early
     * @param costShare what following and grouping costs then, as a part of what it costs without
     */
    private record Place(
            MultipliedRows below, List<Variable> kept, List<Step.Item> keys, double groups, double costShare) {
        Operator rows() {
            return below.rows();
        }
    }

    private Operator early(Supplier<Variable> newColumn, Predicate<Boolean> choice) {
        return bestPlace()
                .filter(place -> choice.test(pays(place)))
                .map(place -> at(place, newColumn))
                .orElse(aggregate);
    }

    private Optional<Place> bestPlace() {
        if (aggregate.aggregations().isEmpty()
                || !aggregate.aggregations().stream().allMatch(EarlyGroups::isOfParts)
                || !aggregate.keys().stream().allMatch(key -> Expressions.isDeterministic(key.expression()))) {
            return Optional.empty();
        }
        return MultipliedRows.below(aggregate.input()).stream()
                .flatMap(each -> place(each).stream())
                .min(Comparator.comparingDouble(Place::costShare));
    }

    private boolean pays(Place place) {
        return place.costShare() <= COST_SHARE_MAX
                && aggregate.input().rows() >= ROWS_MIN
                && place.below().times() >= MultipliedRows.TIMES_MIN
                && place.groups() <= GROUPS_SHARE_MAX * place.rows().rows();
    }

    private static boolean isOfParts(Step.Aggregation aggregation) {
        return Aggregates.isOfParts(aggregation)
                && aggregation.arguments().stream().allMatch(EarlyGroups::cannotFail);
    }

    private static boolean cannotFail(Expression expression) {
        return switch (expression) {
            case Expression.Reference _ -> true;
            case Expression.Property property ->
                property.target() instanceof Expression.Reference(Variable element) && isElement(element);
            default -> false;
        };
    }

    private static boolean isElement(Variable variable) {
        return variable.type().kind() == CypherType.Kind.NODE || variable.type().kind() == CypherType.Kind.RELATIONSHIP;
    }

    private Optional<Place> place(MultipliedRows below) {
        Operator rows = below.rows();
        Set<Variable> columns = rows.columns();
        boolean hasArguments = columns.containsAll(aggregate.multiplicities())
                && aggregate.aggregations().stream()
                        .flatMap(each -> each.arguments().stream())
                        .allMatch(each -> columns.containsAll(Expressions.dependencies(each)));
        if (!hasArguments) {
            return Optional.empty();
        }
        Set<Variable> kept = new HashSet<>(below.read());
        List<Step.Item> early = new ArrayList<>();
        for (Step.Item key : aggregate.keys()) {
            Set<Variable> read = Expressions.dependencies(key.expression());
            boolean isEarly = !read.isEmpty()
                    && columns.containsAll(read)
                    && !kept.containsAll(read)
                    && key.expression() instanceof Expression.Property
                    && cannotFail(key.expression());
            if (isEarly) {
                early.add(key);
            } else {
                kept.addAll(read);
            }
        }
        kept.retainAll(columns);
        double groups = groups(kept, early, rows);
        double share = groups / Math.max(1, rows.rows());
        double multiplied = aggregate.input().rows();
        double cost = (1 + GROUPED) * rows.rows() + share * (below.rowsInAll() - rows.rows() + GROUPED * multiplied);
        double costShare = cost / Math.max(1, below.rowsInAll() + GROUPED * multiplied);
        List<Variable> inOrder =
                kept.stream().sorted(Comparator.comparingInt(Variable::id)).toList();
        return inOrder.isEmpty() && early.isEmpty()
                ? Optional.empty()
                : Optional.of(new Place(below, inOrder, early, groups, costShare));
    }

    private double groups(Set<Variable> kept, List<Step.Item> early, Operator rows) {
        double groups = 1;
        for (Variable each : kept) {
            groups *= values(each, rows);
        }
        for (Step.Item key : early) {
            Expression.Property property = (Expression.Property) key.expression();
            Variable element = ((Expression.Reference) property.target()).variable();
            groups *= counts.distinctValues(labels(element, rows), property.key());
        }
        return Math.min(groups, rows.rows());
    }

    /** How many different values a column may have. */
    private double values(Variable column, Operator rows) {
        Operator binding = binding(column, rows);
        return switch (binding) {
            case NodeScan scan when scan.input() instanceof Unit -> scan.rows();
            case Expand expand
            when expand.to().equals(column) -> Math.min(expand.rows(), counts.ends(expand.types(), expand.direction()));
            case null, default -> rows.rows();
        };
    }

    private static Set<String> labels(Variable element, Operator rows) {
        Optional<LabelExpression> labels = switch (binding(element, rows)) {
            case NodeScan scan -> scan.labels();
            case Expand expand -> expand.labels();
            case null, default -> Optional.empty();
        };
        return labels.filter(LabelExpression.Name.class::isInstance)
                .map(each -> Set.of(((LabelExpression.Name) each).name()))
                .orElse(Set.of());
    }

    /** The operator that binds a column, of those with one input. */
    private static @Nullable Operator binding(Variable column, Operator rows) {
        Operator each = rows;
        while (!each.binds().contains(column)) {
            if (!(each instanceof Unary unary)) {
                return null;
            }
            each = unary.input();
        }
        return each;
    }

    private Operator at(Place place, Supplier<Variable> newColumn) {
        List<List<Variable>> states = new ArrayList<>();
        for (Step.Aggregation each : aggregate.aggregations()) {
            states.add(Stream.generate(newColumn)
                    .limit(Aggregates.stateColumnCount(each))
                    .toList());
        }
        List<Step.Item> partialKeys = new ArrayList<>(place.keys());
        place.kept().forEach(each -> partialKeys.add(new Step.Item(each, new Expression.Reference(each))));
        double share = place.groups() / Math.max(1, place.rows().rows());
        Operator rows = new PartialAggregate(
                new Aggregate(
                        place.rows(),
                        partialKeys,
                        aggregate.aggregations(),
                        aggregate.multiplicities(),
                        place.groups()),
                states);
        for (Unary each : place.below().above().reversed()) {
            rows = fewer(each.withInput(rows), share);
        }
        List<Step.Item> finalKeys = aggregate.keys().stream()
                .map(key -> place.keys().contains(key)
                        ? new Step.Item(key.variable(), new Expression.Reference(key.variable()))
                        : key)
                .toList();
        return new FinalAggregate(
                new Aggregate(rows, finalKeys, aggregate.aggregations(), List.of(), aggregate.rows()), states);
    }

    /** The operator with an estimate of fewer rows. */
    private static Operator fewer(Operator operator, double share) {
        return switch (operator) {
            case Expand each ->
                new Expand(
                        each.input(),
                        each.from(),
                        each.relationship(),
                        each.to(),
                        each.direction(),
                        each.types(),
                        each.labels(),
                        share * each.rows());
            case ExpandInto each ->
                new ExpandInto(
                        each.input(),
                        each.from(),
                        each.relationship(),
                        each.to(),
                        each.direction(),
                        each.types(),
                        share * each.rows());
            case Filter each -> new Filter(each.input(), each.predicates(), share * each.rows());
            case Project each -> new Project(each.input(), each.items(), share * each.rows());
            default -> operator;
        };
    }
}
