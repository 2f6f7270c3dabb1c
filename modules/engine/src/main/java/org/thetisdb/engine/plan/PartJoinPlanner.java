package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expand.DifferentRelationships;
import org.thetisdb.engine.expression.Foldability;
import org.thetisdb.engine.join.HashJoin;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.Unit;

/**
 * Finds what is left of a pattern by itself, from wherever that is cheapest, and joins it with what was found: by the
 * nodes that both have, and by conditions that values of both are equal. So a plan is a bushy tree where that pays.
 *
 * <pre>
 *   (:Country {name: 'India'})&lt;--(:City)&lt;--(a)--&gt;(tag)&lt;--(b)--&gt;(:City)--&gt;(:Country {name: 'China'})
 *   '------------------ found -------------------'
 *                                            '------------------- left -------------------------'
 *
 *   hop after hop: each a with each b, or all that share a tag with some a       joined: by tag
 * </pre>
 *
 * <p>What is left falls into parts: hops that share nodes which are not bound yet. A part is planned once, whatever it
 * is joined with. Relationships of a part that one found before may equal are compared after the join.
 *
 * <p>Not thread safe: one for one search.
 */
final class PartJoinPlanner {
    /** What takes less is over before another plan pays. */
    static final double SEARCHED_COST_MIN = 2_000;

    /** A join has to be so many times cheaper: it keeps rows, and no relationships are counted instead of followed. */
    private static final double GAIN_MIN = 3;

    /** The same where values of two nodes are compared, so that the hops between them are followed anyway. */
    private static final double GAIN_MIN_OF_COMPARISONS = 2;

    /** The same where rows are joined anyway. */
    private static final double GAIN_MIN_OF_JOINS = 1.2;

    /** What it costs to keep a row and to enter it in a table, in rows visited. */
    private static final double BUILD_COST = 3;

    /** What it costs to look a row up. */
    private static final double PROBE_COST = 1.5;

    /** What it costs to compare relationships of a row. */
    private static final double COMPARE_COST = 0.25;

    private final PlanningContext context;
    private final Cardinality cardinality;
    private final QueryGraph graph;
    private final PatternUse use;
    private final HopPlanner hopPlanner;
    private final Labels labels;
    private final double rankMax;
    private final Map<BitSet, Optional<Part>> parts = new HashMap<>();

    /**
     * @param labels what is known before anything is found
     * @param whole the best plan without joins of parts
     */
    PartJoinPlanner(
            PlanningContext context,
            QueryGraph graph,
            PatternUse use,
            HopPlanner hopPlanner,
            Labels labels,
            PartialPlan whole) {
        this.context = context;
        this.cardinality = context.cardinality();
        this.graph = graph;
        this.use = use;
        this.hopPlanner = hopPlanner;
        this.labels = new Labels(labels);
        // Of random plans half have no limit.
        this.rankMax = context.choice().either(false) ? Double.POSITIVE_INFINITY : whole.rank() / gainMin(whole);
    }

    private double gainMin(PartialPlan whole) {
        if (joins(whole.operator())) {
            return GAIN_MIN_OF_JOINS;
        }
        return graph.conditions().stream().map(QueryGraph.Condition::expression).anyMatch(PartJoinPlanner::compares)
                ? GAIN_MIN_OF_COMPARISONS
                : GAIN_MIN;
    }

    /** Whether values of two sides are compared, and not the nodes themselves. */
    private static boolean compares(Expression condition) {
        return condition instanceof Expression.Comparison comparison
                && !(comparison.left() instanceof Expression.Reference)
                && !(comparison.right() instanceof Expression.Reference)
                && !Expressions.dependencies(comparison.left()).isEmpty()
                && !Expressions.dependencies(comparison.right()).isEmpty();
    }

    private static boolean joins(Operator operator) {
        return operator instanceof HashJoin || operator.rowInputs().stream().anyMatch(PartJoinPlanner::joins);
    }

    /**
     * A part of the graph, found by itself.
     *
     * @param conditions of the graph that are applied, by index
     */
    private record Part(BitSet hops, BitSet conditions, PartialPlan plan) {}

    /** Equal values of both sides. */
    private record Key(Expression ofPart, Expression ofPlan, double share) {}

    /** What takes as much, or more, does not pay. */
    double rankMax() {
        return rankMax;
    }

    /** The plan joined with each of the parts that are left, where that is cheap. */
    List<PartialPlan> joins(PartialPlan plan) {
        if (plan.operator() instanceof Unit || plan.rank() >= rankMax) {
            return List.of();
        }
        BitSet left = new BitSet();
        left.set(0, graph.hops().size());
        left.andNot(plan.solvedHops());
        return Stream.concat(connected(plan, left), tested(plan, left))
                .distinct()
                .flatMap(hops -> parts.computeIfAbsent(hops, this::part).stream())
                .flatMap(part -> joined(plan, part).stream())
                .toList();
    }

    /** What is left, in parts that have no open nodes in common; without those that are not worth trying. */
    private Stream<BitSet> connected(PartialPlan plan, BitSet left) {
        List<BitSet> parts = new ArrayList<>();
        BitSet others = (BitSet) left.clone();
        while (!others.isEmpty()) {
            BitSet hops = connectedWithFirst(plan, others);
            others.andNot(hops);
            if (isWorthTrying(plan, hops)) {
                parts.add(hops);
            }
        }
        return parts.stream();
    }

    /**
     * Whether a part is not much larger than what was found, since the other way about is tried as well; and leads
     * farther than a hop from it.
     */
    private boolean isWorthTrying(PartialPlan plan, BitSet hops) {
        boolean isSmall = hops.cardinality() <= plan.solvedHops().cardinality() + 1;
        boolean isSeparate = hops.stream().allMatch(hop -> openEnds(plan, hop).size() == 2);
        return isSeparate || isSmall && hops.cardinality() > 1;
    }

    /** Each hop from what was found, alone, that leads to less where it is tested apart. */
    private Stream<BitSet> tested(PartialPlan plan, BitSet left) {
        return left.stream().filter(hop -> isTestedApart(plan, hop)).mapToObj(hop -> {
            BitSet alone = new BitSet();
            alone.set(hop);
            return alone;
        });
    }

    /**
     * Whether a condition is about the open end of a hop, alone or beside the other: it is tested once of each
     * relationship then, and not of each row that comes to it.
     */
    private boolean isTestedApart(PartialPlan plan, int hop) {
        List<Variable> open = openEnds(plan, hop);
        if (open.size() != 1) {
            return false;
        }
        GraphPattern.Hop followed = graph.hops().get(hop).hop();
        List<Variable> ends = List.of(followed.left(), followed.right());
        return graph.conditions().stream()
                .filter(condition -> !(condition.expression() instanceof Expression.HasLabels))
                .map(QueryGraph.Condition::dependencies)
                .anyMatch(read -> ends.containsAll(read) && read.containsAll(open));
    }

    /** Those hops that are connected with the first of some by nodes that the plan has not bound. */
    private BitSet connectedWithFirst(PartialPlan plan, BitSet among) {
        BitSet hops = new BitSet();
        hops.set(among.nextSetBit(0));
        Set<Variable> open = new HashSet<>(openEnds(plan, among.nextSetBit(0)));
        boolean grows = true;
        while (grows) {
            grows = false;
            for (int index = among.nextSetBit(0); index >= 0; index = among.nextSetBit(index + 1)) {
                List<Variable> ends = openEnds(plan, index);
                if (!hops.get(index) && ends.stream().anyMatch(open::contains)) {
                    hops.set(index);
                    open.addAll(ends);
                    grows = true;
                }
            }
        }
        return hops;
    }

    private List<Variable> openEnds(PartialPlan plan, int index) {
        GraphPattern.Hop hop = graph.hops().get(index).hop();
        return List.of(hop.left(), hop.right()).stream()
                .filter(node -> !plan.bound().contains(node))
                .toList();
    }

    /** The plan of a part; empty if it is dear, or if its hops read what others find. */
    private Optional<Part> part(BitSet hops) {
        List<Integer> inside = hops.stream().boxed().toList();
        Set<Variable> nodes = new LinkedHashSet<>();
        for (int index : inside) {
            GraphPattern.Hop hop = graph.hops().get(index).hop();
            nodes.addAll(List.of(hop.left(), hop.right()));
        }
        if (!inside.stream()
                .allMatch(index -> QueryGraph.readsOnly(graph.hops().get(index).hop(), nodes))) {
            return Optional.empty();
        }
        QueryGraph.Part part = graph.part(nodes, inside, PartJoinPlanner::mayBeTestedApart);
        return new MatchPlanner(context, part.graph(), use.ofPart(compared(hops)))
                .planWithin(labels, rankMax)
                .map(found -> new Part(hops, part.conditions(), found));
    }

    /** Whether it does no harm to test a condition of rows which may find no partner. */
    private static boolean mayBeTestedApart(Expression condition) {
        return Foldability.isConditionThatCannotFail(condition)
                && Expressions.isDeterministic(condition)
                && !Expressions.hasSubquery(condition);
    }

    /** The relationships that have rivals, which may be outside. */
    private Set<Variable> compared(BitSet hops) {
        Set<Variable> compared = new HashSet<>();
        hops.stream()
                .filter(hopPlanner::mustDiffer)
                .forEach(hop -> compared.add(graph.hops().get(hop).hop().relationship()));
        return compared;
    }

    private Optional<PartialPlan> joined(PartialPlan plan, Part part) {
        boolean isFoundAlready = part.hops().stream()
                .anyMatch(
                        hop -> plan.bound().contains(graph.hops().get(hop).hop().relationship()));
        List<Key> keys = new ArrayList<>();
        for (Variable node : graph.nodes()) {
            if (plan.bound().contains(node) && part.plan().bound().contains(node)) {
                Expression reference = new Expression.Reference(node);
                double skew = hopPlanner.skew(plan, node, part.hops());
                keys.add(new Key(reference, reference, skew / differentNodes(node, plan)));
            }
        }
        PartialPlan applied = plan;
        for (int index = 0; index < graph.conditions().size(); index++) {
            Optional<Key> key = plan.applied().get(index) || part.conditions().get(index)
                    ? Optional.empty()
                    : equality(graph.conditions().get(index), plan, part);
            key.ifPresent(keys::add);
            applied = key.isPresent() ? applied.applying(index) : applied;
        }
        return isFoundAlready || keys.isEmpty() ? Optional.empty() : Optional.of(joined(applied, part, keys));
    }

    /** About how many nodes there are that a row may have there. */
    private double differentNodes(Variable node, PartialPlan plan) {
        double count = cardinality.nodes(plan.labels().likely(node));
        for (QueryGraph.Condition condition : graph.conditions()) {
            boolean isOfNode = condition.dependencies().equals(Set.of(node));
            if (isOfNode && !(condition.expression() instanceof Expression.HasLabels)) {
                count *= cardinality.selectivity(condition.expression(), plan.labels());
            }
        }
        return Math.max(1, count);
    }

    private Optional<Key> equality(QueryGraph.Condition condition, PartialPlan plan, Part part) {
        if (!(condition.expression() instanceof Expression.Comparison comparison)
                || comparison.operator() != Expression.Comparison.Operator.EQUAL
                || !mayBeTestedApart(comparison)) {
            return Optional.empty();
        }
        Set<Variable> ofPart = part.plan().bound();
        boolean leftIsOfPart = isOf(comparison.left(), ofPart);
        Expression one = leftIsOfPart ? comparison.left() : comparison.right();
        Expression other = leftIsOfPart ? comparison.right() : comparison.left();
        if (!isOf(one, ofPart) || !isOf(other, plan.bound())) {
            return Optional.empty();
        }
        Labels both = new Labels(plan.labels());
        both.addAll(part.plan().labels());
        return Optional.of(new Key(one, other, cardinality.selectivity(comparison, both)));
    }

    private static boolean isOf(Expression expression, Set<Variable> variables) {
        Set<Variable> read = Expressions.dependencies(expression);
        return !read.isEmpty() && variables.containsAll(read);
    }

    private PartialPlan joined(PartialPlan plan, Part part, List<Key> keys) {
        PartialPlan found = part.plan();
        double rows = plan.rows() * found.rows();
        for (Key key : keys) {
            rows *= key.share();
        }
        List<Expression> ofPart = keys.stream().map(Key::ofPart).toList();
        List<Expression> ofPlan = keys.stream().map(Key::ofPlan).toList();
        boolean buildsPart = context.choice().either(found.rows() <= plan.rows());
        Operator join = buildsPart
                ? new HashJoin(found.operator(), plan.operator(), ofPart, ofPlan, rows)
                : new HashJoin(plan.operator(), found.operator(), ofPlan, ofPart, rows);
        double cost = BUILD_COST * Math.min(plan.rows(), found.rows())
                + PROBE_COST * Math.max(plan.rows(), found.rows())
                + rows;
        Set<Variable> bound = new HashSet<>(plan.bound());
        bound.addAll(found.bound());
        BitSet solved = (BitSet) plan.solvedHops().clone();
        solved.or(part.hops());
        BitSet applied = (BitSet) plan.applied().clone();
        applied.or(part.conditions());
        Labels both = new Labels(plan.labels());
        both.addAll(found.labels());
        part.hops().stream().mapToObj(hop -> graph.hops().get(hop).hop()).forEach(hop -> {
            both.followed(hop.left());
            both.followed(hop.right());
        });
        PartialPlan joined = new PartialPlan(
                join, bound, solved, applied, both, plan.cost() + found.cost() + cost, plan.waitingCost());
        return different(joined, plan, part);
    }

    private PartialPlan different(PartialPlan joined, PartialPlan plan, Part part) {
        PartialPlan result = joined;
        for (int hop = part.hops().nextSetBit(0); hop >= 0; hop = part.hops().nextSetBit(hop + 1)) {
            List<Variable> others = hopPlanner.relationshipsToDifferFrom(plan, hop);
            if (!others.isEmpty()) {
                Variable relationship = graph.hops().get(hop).hop().relationship();
                result = result.with(
                        new DifferentRelationships(result.operator(), relationship, others, result.rows()),
                        COMPARE_COST * result.rows());
            }
        }
        return result;
    }
}
