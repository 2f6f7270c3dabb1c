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
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expand.BuildPath;
import org.thetisdb.engine.expand.DifferentRelationships;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.expand.ExpandInto;
import org.thetisdb.engine.expand.ShortestPaths;
import org.thetisdb.engine.expand.VariableExpand;
import org.thetisdb.engine.join.HashJoin;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.scan.NodeScan;
import org.thetisdb.engine.transform.Filter;
import org.thetisdb.engine.transform.Project;

/**
 * Chooses the order in which the parts of a pattern are found.
 *
 * <p>A beam search: from the rows there are, each step takes one hop more (from a bound end to a new node, or between
 * two bound ones) or binds a further node by a leaf; of the plans for the same part only the cheapest is kept, and of
 * all parts of the same size the {@value #BEAM} cheapest. A condition is checked as soon as its columns are there. With
 * the patterns that people write (up to some twenty hops) this visits a few hundred plans in well under a millisecond,
 * where an exhaustive search would visit millions. Patterns with more than {@value #SEARCHED_HOPS_MAX} hops,
 * which programs write, are not searched: each step takes the hop that leads to the fewest rows, so that planning takes
 * time in proportion to the square of their size, and not to its third or fourth power.
 *
 * <p>Not thread safe: one planner for one pattern.
 */
final class MatchPlanner {
    private static final int BEAM = 12;

    /** A pattern with more hops is not searched: each step takes what looks best. */
    private static final int SEARCHED_HOPS_MAX = 40;

    /** Nor is one with more nodes that no hop leads to. */
    private static final int SEARCHED_SEPARATE_NODES_MAX = 12;

    /** How many hops or nodes are looked at for such a step. */
    private static final int COMPARED_PARTS = 16;

    /** What it costs to hand one row to a subquery, in rows visited. */
    private static final double SUBQUERY_COST = 20;

    private static final double INTO_COST = 3;

    /**
     * What a row saves whose list was looked up for the row before. Far less than it is (going from the middle of a
     * path of two hops took 0.87 times as long as from its end), because it is to decide between equals only.
     */
    private static final double SHARED_SAVING = 0.01;

    private final PlanningContext context;
    private final Cardinality cardinality;
    private final LeafPlanner leafPlanner;
    private final QueryGraph graph;
    private final boolean onlyEndsMatter;
    private final List<List<String>> typesOfHops;

    /**
     * @param graph what to find
     * @param onlyEndsMatter whether equal rows may be left out, because what follows does not see a difference
     */
    MatchPlanner(PlanningContext context, QueryGraph graph, boolean onlyEndsMatter) {
        this.context = context;
        this.cardinality = context.cardinality();
        this.leafPlanner = new LeafPlanner(context.catalog(), cardinality);
        this.graph = graph;
        this.onlyEndsMatter = onlyEndsMatter;
        this.typesOfHops = graph.hops().stream()
                .map(each -> context.typeNames(each.hop().types()))
                .toList();
    }

    /** The cheapest plan that extends the given rows by all of the pattern. */
    PartialPlan plan(Operator input, Set<Variable> bound, Labels labels) {
        PartialPlan start =
                new PartialPlan(input, new HashSet<>(bound), new BitSet(), new BitSet(), new Labels(labels), 0);
        for (int index = 0; index < graph.conditions().size(); index++) {
            Set<Variable> needed = graph.conditions().get(index).dependencies();
            if (bound.containsAll(needed) && !needed.isEmpty()) {
                start.labels().learn(graph.conditions().get(index).expression());
            }
        }
        PartialPlan shared = new SharedPartPlanner(context, graph, onlyEndsMatter).plan(start);
        List<PartialPlan> beam = List.of(applyReady(shared));
        while (!isComplete(beam.getFirst())) {
            beam = best(beam.stream().flatMap(each -> extensions(each).stream()).toList());
        }
        context.rely(beam.getFirst().labels().implications());
        return finish(beam.getFirst());
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
        for (PartialPlan extended : found) {
            for (Variable node : graph.nodes()) {
                if (extended.bound().contains(node) && !plan.bound().contains(node)) {
                    extended.labels().bound(node, extended.rows());
                }
            }
        }
        return found;
    }

    private List<PartialPlan> furtherParts(PartialPlan plan) {
        List<PartialPlan> found = new ArrayList<>();
        for (int index = 0; index < graph.hops().size(); index++) {
            if (!plan.solvedHops().get(index)) {
                context.checkpoint();
                hop(plan, index).ifPresent(found::add);
            }
        }
        boolean stuck = found.isEmpty();
        for (Variable node : graph.nodes()) {
            if (!plan.bound().contains(node)) {
                context.checkpoint();
                for (LeafPlanner.Leaf leaf : leafPlanner.leaves(plan, node, graph.conditions())) {
                    if (stuck || context.choice().either(leaf.isSelective())) {
                        found.add(applyReady(joined(plan, leaf.plan(), node)));
                    }
                }
            }
        }
        return found;
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
            if (touches && canTestHops(plan, hop)) {
                reachable.add(index);
            }
        }
        if (reachable.isEmpty()) {
            return leafOfAny(plan);
        }
        int cheapest = Collections.min(reachable, Comparator.comparingDouble(index -> growth(plan, index)));
        return hop(plan, cheapest).stream().toList();
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
                plan.labels().of(from),
                context.typeNames(hop.types()),
                left ? hop.direction() : hop.direction().reversed(),
                plan.labels().of(to));
    }

    private List<PartialPlan> leafOfAny(PartialPlan plan) {
        boolean first = graph.nodes().stream().noneMatch(plan.bound()::contains);
        return graph.nodes().stream()
                .filter(node -> !plan.bound().contains(node))
                .limit(first ? Long.MAX_VALUE : COMPARED_PARTS)
                .flatMap(node -> {
                    context.checkpoint();
                    return leafPlanner.leaves(plan, node, graph.conditions()).stream()
                            .map(leaf -> applyReady(joined(plan, leaf.plan(), node)));
                })
                .min(Comparator.comparingDouble(each -> each.cost() + each.rows()))
                .stream()
                .toList();
    }

    /** A leaf over several rows that could be joined by equality is hashed rather than read for each row. */
    private PartialPlan joined(PartialPlan before, PartialPlan leaf, Variable node) {
        boolean worthHashing = context.choice().either(before.rows() > 1);
        if (!worthHashing || !(leaf.operator() instanceof NodeScan scan)) {
            return leaf;
        }
        for (int index = 0; index < graph.conditions().size(); index++) {
            QueryGraph.Condition condition = graph.conditions().get(index);
            if (!leaf.applied().get(index)
                    && condition.dependencies().contains(node)
                    && condition.expression() instanceof Expression.Comparison comparison
                    && comparison.operator() == Expression.Comparison.Operator.EQUAL) {
                boolean leftIsNode = Set.of(node).equals(Expressions.dependencies(comparison.left()));
                Expression build = leftIsNode ? comparison.left() : comparison.right();
                Expression probe = leftIsNode ? comparison.right() : comparison.left();
                if (Set.of(node).equals(Expressions.dependencies(build))
                        && before.bound().containsAll(Expressions.dependencies(probe))
                        && !Expressions.hasSubquery(comparison)) {
                    return hashJoin(before, leaf, scan, build, probe).applying(index);
                }
            }
        }
        return leaf;
    }

    private PartialPlan hashJoin(
            PartialPlan before, PartialPlan leaf, NodeScan scan, Expression build, Expression probe) {
        double nodes = scan.rows() / before.rows();
        Operator alone = new NodeScan(new Unit(1), scan.node(), scan.labels(), scan.prunable(), nodes);
        double share = cardinality.selectivity(
                new Expression.Comparison(Expression.Comparison.Operator.EQUAL, build, probe), leaf.labels());
        double rows = before.rows() * nodes * share;
        Operator join = new HashJoin(alone, before.operator(), List.of(build), List.of(probe), rows);
        return new PartialPlan(
                join,
                leaf.bound(),
                leaf.solvedHops(),
                leaf.applied(),
                leaf.labels(),
                before.cost() + 2 * nodes + before.rows() + rows);
    }

    // ---------------------------------------------------------------- hops

    private Optional<PartialPlan> hop(PartialPlan plan, int index) {
        GraphPattern.Hop hop = graph.hops().get(index).hop();
        boolean left = plan.bound().contains(hop.left());
        boolean right = plan.bound().contains(hop.right());
        if (!left && !right || !canTestHops(plan, hop)) {
            return Optional.empty();
        }
        boolean reversed = !left || right && !isBetterStart(plan, hop);
        DirectedHop directed = reversed
                ? new DirectedHop(
                        hop, index, hop.right(), hop.left(), hop.direction().reversed(), true)
                : new DirectedHop(hop, index, hop.left(), hop.right(), hop.direction(), false);
        boolean into = left && right;
        PartialPlan next = hop.length().isPresent() ? variable(plan, directed, into) : single(plan, directed, into);
        return Optional.of(applyReady(next));
    }

    /** Whether all is bound that the conditions on each hop of a variable-length relationship read. */
    private static boolean canTestHops(PartialPlan plan, GraphPattern.Hop hop) {
        return hop.length().stream()
                .allMatch(length -> length.predicates().stream()
                        .flatMap(each -> Expressions.dependencies(each).stream())
                        .allMatch(each ->
                                each.equals(length.hop()) || plan.bound().contains(each)));
    }

    /** With both ends bound, following starts where fewer relationships begin. */
    private boolean isBetterStart(PartialPlan plan, GraphPattern.Hop hop) {
        List<String> types = context.typeNames(hop.types());
        Set<String> left = plan.labels().of(hop.left());
        Set<String> right = plan.labels().of(hop.right());
        double fromLeft = cardinality.degree(left, types, hop.direction(), right);
        double fromRight = cardinality.degree(right, types, hop.direction().reversed(), left);
        return context.choice().either(fromLeft <= fromRight);
    }

    /**
     * A hop with the end to start from.
     *
     * @param reversed whether that is its right end, which its variables do not tell if both ends are the same
     */
    private record DirectedHop(
            GraphPattern.Hop hop,
            int index,
            Variable from,
            Variable to,
            org.thetisdb.cypher.bound.Direction direction,
            boolean reversed) {}

    private PartialPlan single(PartialPlan plan, DirectedHop directed, boolean into) {
        List<String> types = context.typeNames(directed.hop().types());
        List<Variable> others = relationshipsToDifferFrom(plan, directed.index());
        Variable relationship = directed.hop().relationship();
        boolean read = context.isRead(relationship) || mustDiffer(directed.index());
        Optional<Variable> bind = read ? Optional.of(relationship) : Optional.empty();
        if (plan.bound().contains(relationship)) {
            return rebound(plan, directed, into, types);
        }
        PartialPlan next;
        if (into) {
            double degree = cardinality.degree(
                    plan.labels().of(directed.from()),
                    types,
                    directed.direction(),
                    plan.labels().of(directed.to()));
            double targets = Math.max(1, cardinality.nodes(plan.labels().of(directed.to())));
            double rows = plan.rows() * Math.min(1, degree / targets);
            next = plan.with(
                    new ExpandInto(
                            plan.operator(), directed.from(), bind, directed.to(), directed.direction(), types, rows),
                    plan.rows() * INTO_COST);
        } else {
            next = expand(plan, directed, types, bind);
        }
        PartialPlan solved = next.binding(directed.to(), relationship).solving(directed.index());
        if (others.isEmpty()) {
            return solved;
        }
        return solved.with(
                new DifferentRelationships(solved.operator(), relationship, others, solved.rows()), solved.rows());
    }

    /** A relationship that an earlier step bound: found by following and comparing. */
    private PartialPlan rebound(PartialPlan plan, DirectedHop directed, boolean into, List<String> types) {
        Variable again = context.newVariable(directed.hop().relationship());
        PartialPlan next = into
                ? plan.with(
                        new ExpandInto(
                                plan.operator(),
                                directed.from(),
                                Optional.of(again),
                                directed.to(),
                                directed.direction(),
                                types,
                                plan.rows()),
                        plan.rows() * INTO_COST)
                : expand(plan, directed, types, Optional.of(again));
        Expression same = new Expression.Comparison(
                Expression.Comparison.Operator.EQUAL,
                new Expression.Reference(again),
                new Expression.Reference(directed.hop().relationship()));
        return next.with(new Filter(next.operator(), List.of(same), plan.rows()), next.rows())
                .binding(directed.to(), again)
                .solving(directed.index());
    }

    private PartialPlan expand(PartialPlan plan, DirectedHop directed, List<String> types, Optional<Variable> bind) {
        PartialPlan open = plan.binding(directed.to());
        Set<String> from = plan.labels().of(directed.from());
        double skew = isStarred(plan, directed) ? cardinality.skew(from, types, directed.direction()) : 1;
        double followed = skew * plan.rows() * cardinality.degree(from, types, directed.direction(), Set.of());
        Arrival arrival = arrive(open, from, directed, types);
        PartialPlan arrived = arrival.plan();
        double rows = skew
                * plan.rows()
                * cardinality.degree(
                        from, types, directed.direction(), arrived.labels().of(directed.to()));
        Operator operator = new Expand(
                plan.operator(),
                directed.from(),
                bind,
                directed.to(),
                directed.direction(),
                types,
                arrival.labels(),
                rows);
        return arrived.with(operator, lookUps(plan, directed.from()) + followed);
    }

    /** What it costs to find the lists of a node for each row. */
    private static double lookUps(PartialPlan plan, Variable node) {
        return plan.rows() - SHARED_SAVING * (plan.rows() - runs(plan.operator(), node));
    }

    /** In at most how many runs of rows a node stands: as many as there were rows when it was bound, or since. */
    private static double runs(Operator operator, Variable node) {
        Optional<Operator> before = switch (operator) {
            case Expand expand when !expand.to().equals(node) -> Optional.of(expand.input());
            case ExpandInto expand -> Optional.of(expand.input());
            case Filter filter -> Optional.of(filter.input());
            case DifferentRelationships different -> Optional.of(different.input());
            default -> Optional.empty();
        };
        return before.map(input -> Math.min(operator.rows(), runs(input, node))).orElseGet(operator::rows);
    }

    /** Whether the same relationships were followed from this node before: rows then grow with its degree squared. */
    private boolean isStarred(PartialPlan plan, DirectedHop directed) {
        List<String> types = context.typeNames(directed.hop().types());
        for (int other = plan.solvedHops().nextSetBit(0);
                other >= 0;
                other = plan.solvedHops().nextSetBit(other + 1)) {
            GraphPattern.Hop done = graph.hops().get(other).hop();
            boolean sameNode =
                    done.left().equals(directed.from()) || done.right().equals(directed.from());
            if (sameNode && context.typeNames(done.types()).equals(types) && !types.isEmpty()) {
                return isLikewise(done, directed);
            }
        }
        return false;
    }

    private static boolean isLikewise(GraphPattern.Hop done, DirectedHop directed) {
        var direction = done.left().equals(directed.from())
                ? done.direction()
                : done.direction().reversed();
        return direction == directed.direction();
    }

    /** What remains to be tested of the new node's labels when the relationships lead to it. */
    private record Arrival(PartialPlan plan, Optional<LabelExpression> labels) {}

    private Arrival arrive(PartialPlan open, Set<String> from, DirectedHop directed, List<String> types) {
        List<LabelExpression> tests = new ArrayList<>();
        PartialPlan plan = open;
        for (int index = 0; index < graph.conditions().size(); index++) {
            Expression expression = graph.conditions().get(index).expression();
            if (open.applied().get(index)
                    || !(expression instanceof Expression.HasLabels test)
                    || !test.target().equals(new Expression.Reference(directed.to()))) {
                continue;
            }
            Optional<Implication> implication = implication(from, directed, types, test.labels());
            implication.ifPresentOrElse(plan.labels()::rely, () -> tests.add(test.labels()));
            plan.labels().learn(expression);
            plan = plan.applying(index);
        }
        Optional<LabelExpression> labels = switch (tests.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(tests.getFirst());
            default -> Optional.of(new LabelExpression.And(tests));
        };
        return new Arrival(plan, labels);
    }

    private Optional<Implication> implication(
            Set<String> from, DirectedHop directed, List<String> types, LabelExpression labels) {
        return context.isTrusting()
                        && labels instanceof LabelExpression.Name name
                        && directed.hop().length().isEmpty()
                ? cardinality.implication(from, types, directed.direction(), name.name())
                : Optional.empty();
    }

    private PartialPlan variable(PartialPlan plan, DirectedHop directed, boolean into) {
        GraphPattern.VariableLength length = directed.hop().length().orElseThrow();
        List<String> types = context.typeNames(directed.hop().types());
        Variable list = directed.hop().relationship();
        boolean differ = mustDiffer(directed.index());
        boolean read = context.isRead(list) || differ;
        PartialPlan open = into ? plan : plan.binding(directed.to());
        Arrival arrival = into
                ? new Arrival(plan, Optional.empty())
                : arrive(open, plan.labels().of(directed.from()), directed, types);
        boolean distinct = onlyEndsMatter && !read && length.minimum() <= 1 && endsDiffer(directed, length);
        double trails = trails(plan, directed, types, length, distinct);
        double share = into ? 1 / Math.max(1, cardinality.nodes(plan.labels().of(directed.to()))) : 1;
        boolean reversed = read && directed.reversed();
        Variable followed = reversed ? context.newVariable(list) : list;
        Operator operator = new VariableExpand(
                plan.operator(),
                directed.from(),
                read ? Optional.of(followed) : Optional.empty(),
                directed.to(),
                into,
                directed.direction(),
                types,
                length.minimum(),
                length.maximum(),
                distinct ? VariableExpand.Mode.DISTINCT_ENDS : VariableExpand.Mode.ALL,
                length.hop(),
                length.predicates(),
                relationshipsToDifferFrom(plan, directed.index()),
                arrival.labels(),
                trails * share);
        PartialPlan next = arrival.plan().with(operator, plan.rows() + trails);
        if (reversed) {
            next = next.with(reverse(next.operator(), followed, list), next.rows());
        }
        return next.binding(directed.to(), list).solving(directed.index());
    }

    /** A trail found from its end lists its relationships in the other order. */
    private static Operator reverse(Operator input, Variable followed, Variable list) {
        Expression reversed = new Expression.Call("reverse", List.of(new Expression.Reference(followed)));
        return new Project(input, List.of(new Step.Item(list, reversed)), input.rows());
    }

    /**
     * Breadth-first search does not tell whether a trail leads back to its start: fine if that is wanted or excluded.
     */
    private boolean endsDiffer(DirectedHop directed, GraphPattern.VariableLength length) {
        if (length.minimum() == 0) {
            return true;
        }
        Expression from = new Expression.Reference(directed.from());
        Expression to = new Expression.Reference(directed.to());
        return graph.conditions().stream()
                .anyMatch(each -> each.expression() instanceof Expression.Comparison comparison
                        && comparison.operator() == Expression.Comparison.Operator.NOT_EQUAL
                        && (comparison.left().equals(from) && comparison.right().equals(to)
                                || comparison.left().equals(to)
                                        && comparison.right().equals(from)));
    }

    private double trails(
            PartialPlan plan,
            DirectedHop directed,
            List<String> types,
            GraphPattern.VariableLength length,
            boolean distinct) {
        double nodes = Math.max(1, cardinality.nodes(Set.of()));
        double degree = cardinality.degree(plan.labels().of(directed.from()), types, directed.direction(), Set.of());
        // What lies behind the first hop: nodes at which such relationships begin and end, whatever their labels.
        double later = Math.min(degree, Math.max(0.5, degree));
        int longest = (int) Math.min(length.maximum().orElse(6), 6);
        double trails = length.minimum() == 0 ? 1 : 0;
        double ofLength = 1;
        for (int step = 1; step <= longest; step++) {
            ofLength *= step == 1 ? degree : later;
            if (step >= length.minimum()) {
                trails += ofLength;
            }
            if (distinct && trails > nodes) {
                break;
            }
        }
        return plan.rows() * (distinct ? Math.min(trails, nodes) : trails);
    }

    /** Whether another hop of the same MATCH could find the same relationship. */
    private boolean mustDiffer(int index) {
        for (int other = 0; other < graph.hops().size(); other++) {
            if (other != index && canBeTheSame(index, other)) {
                return true;
            }
        }
        return false;
    }

    private boolean canBeTheSame(int index, int other) {
        QueryGraph.GroupedHop one = graph.hops().get(index);
        QueryGraph.GroupedHop two = graph.hops().get(other);
        if (one.group() != two.group()) {
            return false;
        }
        List<String> types = typesOfHops.get(index);
        List<String> otherTypes = typesOfHops.get(other);
        return types.equals(otherTypes)
                || types.isEmpty()
                || otherTypes.isEmpty()
                || types.stream().anyMatch(otherTypes::contains);
    }

    /** The relationships found already from which this hop's must differ. */
    private List<Variable> relationshipsToDifferFrom(PartialPlan plan, int index) {
        List<Variable> others = new ArrayList<>();
        for (int other = plan.solvedHops().nextSetBit(0);
                other >= 0;
                other = plan.solvedHops().nextSetBit(other + 1)) {
            if (other != index && canBeTheSame(index, other)) {
                others.add(graph.hops().get(other).hop().relationship());
            }
        }
        return others;
    }

    // ---------------------------------------------------------------- conditions and paths

    private PartialPlan applyReady(PartialPlan plan) {
        List<Expression> ready = new ArrayList<>();
        PartialPlan result = plan;
        double share = 1;
        double weight = 0;
        for (int index = 0; index < graph.conditions().size(); index++) {
            QueryGraph.Condition condition = graph.conditions().get(index);
            if (plan.applied().get(index) || !plan.bound().containsAll(condition.dependencies())) {
                continue;
            }
            ready.add(condition.expression());
            share *= cardinality.selectivity(condition.expression(), plan.labels());
            weight += Expressions.hasSubquery(condition.expression()) ? SUBQUERY_COST : 1;
            result = result.applying(index);
        }
        if (ready.isEmpty()) {
            return plan;
        }
        ready.forEach(result.labels()::learn);
        ready.sort(Comparator.comparing(Expressions::hasSubquery));
        return result.with(new Filter(plan.operator(), ready, plan.rows() * share), plan.rows() * Math.min(weight, 40));
    }

    private PartialPlan finish(PartialPlan plan) {
        PartialPlan result = plan;
        for (QueryGraph.GroupedShortestPath shortest : graph.shortestPaths()) {
            result = applyReady(shortestPath(result, shortest.path(), shortest.group()));
        }
        for (GraphPattern.NamedPath path : graph.paths()) {
            if (context.isRead(path.path())) {
                result = result.with(
                                new BuildPath(result.operator(), path.path(), path.elements(), result.rows()),
                                result.rows())
                        .binding(path.path());
            }
        }
        return applyReady(result);
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
                length.minimum(),
                length.maximum(),
                shortest.all(),
                length.hop(),
                length.predicates(),
                ofPath,
                plan.rows());
        return open.with(operator, plan.rows() * 1000);
    }
}
