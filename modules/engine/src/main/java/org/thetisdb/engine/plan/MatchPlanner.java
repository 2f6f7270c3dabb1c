package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.group.EarlyGroups;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.step.ReadVariables;
import org.thetisdb.engine.trail.BuildPath;
import org.thetisdb.engine.trail.ShortestPaths;

/**
 * Chooses the order in which the parts of a pattern are found.
 *
 * <p>A beam search: from the given rows, each step takes one more hop (from a bound end to a new node, or between
 * two bound ones) or binds a further node by a leaf; of the plans for the same part only the cheapest is kept, and of
 * all parts of the same size the {@value #BEAM} cheapest. With
 * the patterns that people write (up to some twenty hops) this visits a few hundred plans in well under a millisecond,
 * where an exhaustive search would visit millions. Patterns with more than {@value #SEARCHED_HOPS_MAX} hops,
 * which programs write, are not searched: each step takes the hop that leads to the fewest rows, so that planning takes
 * time in proportion to the square of their size, and not to its third or fourth power. Where the best that is found
 * takes long, those that it considered are joined with parts that are found apart ({@link PartJoinPlanner}).
 *
 * <p>Not thread safe: one planner for one pattern.
 */
final class MatchPlanner {
    /** What one round supposes may tell another node's label in the next. */
    private static final int SUPPOSING_ROUNDS = 3;

    private static final int BEAM = 12;

    /** A pattern with more hops is not searched: each step takes what looks best. */
    private static final int SEARCHED_HOPS_MAX = 40;

    /** Nor is one with more nodes that no hop leads to. */
    private static final int SEARCHED_SEPARATE_NODES_MAX = 12;

    /** Fewer rows are aggregated sooner than there is another plan. */
    private static final double MULTIPLIED_ROWS_MIN = 1_000_000;

    /** So many times cheaper a plan has to be that begins elsewhere for the sake of aggregating early. */
    private static final double MULTIPLIED_GAIN_MIN = 2;

    /** How many hops or nodes are looked at for such a step. */
    private static final int COMPARED_PARTS = 16;

    private final PlanningContext context;
    private final Cardinality cardinality;
    private final LeafPlanner leafPlanner;
    private final QueryGraph graph;
    private final PatternUse use;
    private final HopPlanner hopPlanner;
    private final HashJoinPlanner joinPlanner;
    private final ConditionPlanner conditionPlanner;

    /** @param graph what to find */
    MatchPlanner(PlanningContext context, QueryGraph graph, PatternUse use) {
        this.context = context;
        this.cardinality = context.cardinality();
        this.leafPlanner = new LeafPlanner(context.catalog(), cardinality);
        this.graph = graph;
        this.use = use;
        cardinality
                .windows()
                .note(graph.conditions().stream()
                        .map(QueryGraph.Condition::expression)
                        .toList());
        this.hopPlanner = new HopPlanner(context, graph, use);
        this.conditionPlanner = new ConditionPlanner(context, graph, !isLarge());
        this.joinPlanner = new HashJoinPlanner(context, graph, conditionPlanner);
    }

    /** The cheapest plan that extends the given rows by all of the pattern. */
    PartialPlan plan(Operator input, Set<Variable> bound, Labels labels) {
        PartialPlan start = start(input, bound, labels);
        PartialPlan shared = new SharedPartPlanner(context, graph, use).plan(start);
        List<PartialPlan> met = new ArrayList<>();
        PartialPlan whole = search(shared, Double.POSITIVE_INFINITY, met);
        PartialPlan found = mayJoinParts(shared, whole)
                ? searchJoins(met, new PartJoinPlanner(context, graph, use, hopPlanner, start.labels(), whole))
                        .orElse(whole)
                : whole;
        return multipliedLate(start, found).orElseGet(() -> {
            context.rely(found.labels().implications());
            return finish(found);
        });
    }

    /**
     * A plan that begins where the values are that its rows are aggregated for, if that leaves little to do: they are
     * added up before they are multiplied then ({@link EarlyGroups}), which the costs of plans do not know.
     */
    private Optional<PartialPlan> multipliedLate(PartialPlan start, PartialPlan found) {
        if (use.aggregated().isEmpty()
                || !context.choice().either(found.rows() >= MULTIPLIED_ROWS_MIN)
                || !(start.operator() instanceof Unit)
                || isLarge()
                || !graph.shortestPaths().isEmpty()) {
            return Optional.empty();
        }
        Step.Aggregate aggregate = use.aggregated().get();
        Set<Variable> arguments = new HashSet<>();
        aggregate.aggregations().stream()
                .flatMap(each -> each.arguments().stream())
                .forEach(each -> arguments.addAll(Expressions.dependencies(each)));
        arguments.retainAll(graph.nodes());
        if (arguments.isEmpty() || !areEndsRead(aggregate)) {
            return Optional.empty();
        }
        double costMax = EarlyGroups.cost(found.operator(), aggregate, cardinality) / MULTIPLIED_GAIN_MIN;
        return new MatchPlanner(context, graph, use.startingAt(arguments))
                .planWithin(start.labels(), Double.POSITIVE_INFINITY)
                .filter(other ->
                        context.choice().either(EarlyGroups.cost(other.operator(), aggregate, cardinality) < costMax));
    }

    /** Whether no relationship leads to where nothing is read: such are counted, and do not multiply rows. */
    private boolean areEndsRead(Step.Aggregate aggregate) {
        Set<Variable> read = new HashSet<>(ReadVariables.of(List.of(aggregate)).variables());
        graph.conditions().stream()
                .filter(each -> !(each.expression() instanceof Expression.HasLabels))
                .forEach(each -> read.addAll(each.dependencies()));
        return graph.nodes().stream()
                .allMatch(node -> read.contains(node)
                        || graph.hops().stream()
                                        .map(QueryGraph.GroupedHop::hop)
                                        .filter(hop -> hop.left().equals(node)
                                                || hop.right().equals(node))
                                        .count()
                                > 1);
    }

    /**
     * The cheapest plan that finds all of the pattern from nothing.
     *
     * @param labels what is known of the nodes
     * @param rankMax empty if it takes as much
     */
    Optional<PartialPlan> planWithin(Labels labels, double rankMax) {
        PartialPlan found = search(start(new Unit(1), Set.of(), labels), rankMax, new ArrayList<>());
        if (isDear(found, rankMax)) {
            return Optional.empty();
        }
        context.rely(found.labels().implications());
        return Optional.of(finish(found));
    }

    private PartialPlan start(Operator input, Set<Variable> bound, Labels labels) {
        PartialPlan start =
                new PartialPlan(input, new HashSet<>(bound), new BitSet(), new BitSet(), new Labels(labels), 0, 0);
        for (int index = 0; index < graph.conditions().size(); index++) {
            Set<Variable> needed = graph.conditions().get(index).dependencies();
            if (bound.containsAll(needed) && !needed.isEmpty()) {
                start.labels().learn(graph.conditions().get(index).expression());
            }
        }
        if (!isLarge()) {
            supposeLabels(start.labels());
        }
        return start;
    }

    /** Whether parts may be found apart: where nothing was there before, and it is worth to look for that. */
    private boolean mayJoinParts(PartialPlan start, PartialPlan whole) {
        return use.mayJoinParts()
                && start.operator() instanceof Unit
                && !isLarge()
                && graph.shortestPaths().isEmpty()
                && context.choice().either(whole.rank() >= PartJoinPlanner.SEARCHED_COST_MIN);
    }

    /**
     * The cheapest plan for all of the pattern, hop after hop.
     *
     * @param rankMax where a plan takes as much, the search ends with that of a part
     * @param met gets the plans of parts that it considers
     */
    private PartialPlan search(PartialPlan start, double rankMax, List<PartialPlan> met) {
        List<PartialPlan> beam = conditionPlanner.ways(start);
        while (!isComplete(beam.getFirst()) && !isDear(beam.getFirst(), rankMax)) {
            met.addAll(beam);
            beam = best(beam.stream().flatMap(each -> extensions(each).stream()).toList());
        }
        return beam.getFirst();
    }

    /** Estimates may be infinite, or no number where nothing is there; without a limit no plan is dear. */
    private static boolean isDear(PartialPlan plan, double rankMax) {
        return plan.rank() >= rankMax && rankMax < Double.POSITIVE_INFINITY;
    }

    /**
     * The cheapest plan for all of the pattern that joins parts; empty if none is cheap enough.
     *
     * @param met plans for parts of it
     */
    private Optional<PartialPlan> searchJoins(List<PartialPlan> met, PartJoinPlanner parts) {
        Optional<PartialPlan> complete = Optional.empty();
        List<PartialPlan> found =
                met.stream().flatMap(each -> joined(each, parts).stream()).toList();
        while (!found.isEmpty()) {
            List<PartialPlan> open = new ArrayList<>();
            for (PartialPlan each : found) {
                if (!isComplete(each)) {
                    open.add(each);
                } else {
                    complete = Optional.of(complete.map(best -> context.choice().of(best, each))
                            .orElse(each));
                }
            }
            found = best(open).stream()
                    .flatMap(each -> Stream.concat(extensions(each).stream(), joined(each, parts).stream()))
                    .filter(each -> !isDear(each, parts.rankMax()))
                    .toList();
        }
        return complete;
    }

    private List<PartialPlan> joined(PartialPlan plan, PartJoinPlanner parts) {
        List<PartialPlan> joined = parts.joins(plan).stream()
                .flatMap(each -> conditionPlanner.ways(each).stream())
                .filter(each -> !isDear(each, parts.rankMax()))
                .toList();
        joined.forEach(each -> noteBound(plan, each));
        return joined;
    }

    /** Supposes labels of nodes that have none for sure, by the relationships that the pattern says they have. */
    private void supposeLabels(Labels labels) {
        Labels demanded = new Labels(labels);
        graph.conditions().forEach(each -> demanded.learn(each.expression()));
        boolean isMore = true;
        for (int round = 0; isMore && round < SUPPOSING_ROUNDS; round++) {
            isMore = false;
            for (Variable node : graph.nodes()) {
                if (demanded.of(node).isEmpty()) {
                    Optional<String> label = labelByHops(node, demanded);
                    isMore |= label.isPresent() && demanded.suppose(node, label.get());
                    label.ifPresent(each -> labels.suppose(node, each));
                }
            }
        }
    }

    private Optional<String> labelByHops(Variable node, Labels labels) {
        return graph.hops().stream()
                .map(QueryGraph.GroupedHop::hop)
                .filter(hop -> !hop.types().isEmpty()
                        && hop.left().equals(node) != hop.right().equals(node))
                .flatMap(hop -> labelByHop(node, hop, labels).stream())
                .min(Comparator.comparingDouble(label -> cardinality.nodes(Set.of(label))));
    }

    /** Of a relationship of variable length, the one that is at the ends of all its hops. */
    private Optional<String> labelByHop(Variable node, GraphPattern.Hop hop, Labels labels) {
        boolean isLeft = hop.left().equals(node);
        List<String> types = context.typeNames(hop.types());
        Direction direction = isLeft ? hop.direction().reversed() : hop.direction();
        Set<String> other = labels.likely(isLeft ? hop.right() : hop.left());
        Optional<String> label = cardinality.labelAtEnd(other, types, direction);
        return hop.length().isEmpty()
                ? label
                : label.filter(each -> hop.length().orElseThrow().minimum() > 0
                        && cardinality
                                .labelAtEnd(Set.of(each), types, direction)
                                .equals(label));
    }

    private boolean isComplete(PartialPlan plan) {
        return plan.solvedHops().cardinality() == graph.hops().size()
                && plan.bound().containsAll(graph.nodes());
    }

    private List<PartialPlan> best(List<PartialPlan> plans) {
        Map<PartialPlan.Part, PartialPlan> cheapest = new LinkedHashMap<>();
        for (PartialPlan plan : plans) {
            cheapest.merge(plan.part(), plan, context.choice()::of);
        }
        return context.choice().leading(cheapest.values(), BEAM);
    }

    private List<PartialPlan> extensions(PartialPlan plan) {
        if (isComplete(plan)) {
            return List.of(plan);
        }
        List<PartialPlan> found = isLarge() ? nextPart(plan) : furtherParts(plan);
        found.forEach(each -> noteBound(plan, each));
        return found;
    }

    private void noteBound(PartialPlan plan, PartialPlan extended) {
        for (Variable node : graph.nodes()) {
            if (extended.bound().contains(node) && !plan.bound().contains(node)) {
                extended.labels().bound(node, extended.rows());
            }
        }
    }

    private List<PartialPlan> furtherParts(PartialPlan plan) {
        List<PartialPlan> found = new ArrayList<>();
        for (int index = 0; index < graph.hops().size(); index++) {
            if (!plan.solvedHops().get(index)) {
                context.checkpoint();
                hopPlanner.hop(plan, index).map(conditionPlanner::ways).ifPresent(found::addAll);
            }
        }
        boolean stuck = found.isEmpty();
        for (Variable node : startingNodes(plan, stuck)) {
            context.checkpoint();
            for (LeafPlanner.Leaf leaf : leafPlanner.leaves(plan, node, graph.conditions())) {
                if (stuck || context.choice().either(leaf.isSelective())) {
                    found.addAll(conditionPlanner.ways(joinPlanner.joined(plan, leaf.plan(), node)));
                }
            }
        }
        return found;
    }

    /** The nodes that are not bound, without those that are to be reached, unless there is no other way. */
    private List<Variable> startingNodes(PartialPlan plan, boolean stuck) {
        List<Variable> open = graph.nodes().stream()
                .filter(node -> !plan.bound().contains(node))
                .toList();
        if (!use.starting().isEmpty() && open.size() == graph.nodes().size()) {
            return List.copyOf(use.starting());
        }
        List<Variable> starting =
                open.stream().filter(node -> !use.reached().contains(node)).toList();
        return starting.isEmpty() && stuck ? open : starting;
    }

    // ---------------------------------------------------------------- large patterns

    private boolean isLarge() {
        return graph.hops().size() > SEARCHED_HOPS_MAX
                || graph.nodes().size() - graph.hops().size() > SEARCHED_SEPARATE_NODES_MAX;
    }

    /**
     * The one extension that a large pattern gets: of the first hops that can be taken, the one that leads to the
     * fewest nodes for each row; without any, the cheapest leaf of the first nodes that are not bound.
     */
    private List<PartialPlan> nextPart(PartialPlan plan) {
        context.checkpoint();
        List<Integer> reachable = new ArrayList<>();
        for (int index = plan.solvedHops().nextClearBit(0);
                index < graph.hops().size() && reachable.size() < COMPARED_PARTS;
                index = plan.solvedHops().nextClearBit(index + 1)) {
            GraphPattern.Hop hop = graph.hops().get(index).hop();
            boolean touches = plan.bound().contains(hop.left()) || plan.bound().contains(hop.right());
            if (touches && HopPlanner.canTestHops(plan, hop)) {
                reachable.add(index);
            }
        }
        if (reachable.isEmpty()) {
            return leafOfAny(plan);
        }
        int cheapest = Collections.min(reachable, Comparator.comparingDouble(index -> growth(plan, index)));
        return hopPlanner.hop(plan, cheapest).map(conditionPlanner::all).stream()
                .toList();
    }

    /** About how many rows a hop makes of one. */
    private double growth(PartialPlan plan, int index) {
        GraphPattern.Hop hop = graph.hops().get(index).hop();
        boolean left = plan.bound().contains(hop.left());
        if (left && plan.bound().contains(hop.right())) {
            return 0;
        }
        Variable from = left ? hop.left() : hop.right();
        Variable to = left ? hop.right() : hop.left();
        return cardinality.degree(
                plan.labels().likely(from),
                context.typeNames(hop.types()),
                left ? hop.direction() : hop.direction().reversed(),
                plan.labels().likely(to));
    }

    private List<PartialPlan> leafOfAny(PartialPlan plan) {
        boolean first = graph.nodes().stream().noneMatch(plan.bound()::contains);
        return startingNodes(plan, true).stream()
                .limit(first ? Long.MAX_VALUE : COMPARED_PARTS)
                .flatMap(node -> {
                    context.checkpoint();
                    return leafPlanner.leaves(plan, node, graph.conditions()).stream()
                            .map(leaf -> conditionPlanner.all(joinPlanner.joined(plan, leaf.plan(), node)));
                })
                .min(Comparator.comparingDouble(PartialPlan::rank))
                .stream()
                .toList();
    }

    // ---------------------------------------------------------------- paths

    private PartialPlan finish(PartialPlan plan) {
        PartialPlan result = plan;
        for (QueryGraph.GroupedShortestPath shortest : graph.shortestPaths()) {
            result = conditionPlanner.all(shortestPath(result, shortest.path(), shortest.group()));
        }
        for (GraphPattern.NamedPath path : graph.paths()) {
            if (context.isRead(path.path())) {
                result = result.with(
                                new BuildPath(result.operator(), path.path(), path.elements(), result.rows()),
                                result.rows())
                        .binding(path.path());
            }
        }
        return conditionPlanner.all(result);
    }

    /** What the same MATCH demands of the path is part of the search; what others demand, of the path found. */
    private PartialPlan shortestPath(PartialPlan plan, GraphPattern.ShortestPath shortest, int group) {
        GraphPattern.Hop hop = shortest.hop();
        Variable single = hop.relationship();
        PartialPlan open = plan.binding(shortest.path(), single);
        List<Expression> ofPath = new ArrayList<>();
        for (int index = 0; index < graph.conditions().size(); index++) {
            Set<Variable> needed = graph.conditions().get(index).dependencies();
            boolean speaksOfIt = needed.contains(shortest.path()) || needed.contains(single);
            if (speaksOfIt
                    && graph.conditions().get(index).group() == group
                    && open.bound().containsAll(needed)
                    && !open.applied().get(index)) {
                ofPath.add(graph.conditions().get(index).expression());
                open = open.applying(index);
            }
        }
        GraphPattern.VariableLength length = hop.length()
                .orElseGet(() -> new GraphPattern.VariableLength(
                        1, java.util.OptionalLong.of(1), context.newVariable(single), List.of()));
        Operator operator = new ShortestPaths(
                plan.operator(),
                hop.left(),
                hop.right(),
                shortest.path(),
                single,
                hop.direction(),
                context.typeNames(hop.types()),
                length,
                shortest.all(),
                ofPath,
                plan.rows());
        return open.with(operator, plan.rows() * 1000);
    }
}
