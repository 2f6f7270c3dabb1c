package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.between.ExpandInto;
import org.thetisdb.engine.estimate.DegreeSamples.TypedSide;
import org.thetisdb.engine.expand.DifferentRelationships;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.scan.NodeScan;
import org.thetisdb.engine.trail.VariableExpand;
import org.thetisdb.engine.transform.Filter;
import org.thetisdb.engine.transform.Project;

/**
 * Extends plans of a part of a pattern by a hop of it: from a bound end to a new node, or between two bound ones.
 *
 * <p>Not thread safe: one planner for one pattern.
 */
final class HopPlanner {
    /** What it costs a row to look for a relationship between two nodes. */
    static final double INTO_COST = 3;

    /**
     * What it costs to find a node's list, where there are so many nodes that neither lists nor their bounds are in the
     * processor's caches, and the rows before asked for others all over the place. Measured with two hops from two
     * million nodes, which took half as long where these came in order.
     */
    private static final double SCATTERED_COST = 2;

    /** The same where the rows come in the order of nodes, which the processor foresees. */
    private static final double ORDERED_COST = 0.3;

    /** The same where the row before asked for it. */
    private static final double REPEATED_COST = 0.1;

    /**
     * What a row saves whose list was looked up for the row before, where all lists are in caches. Far less than it
     * really is (going from the middle of a path of two hops took 0.87 times as long as from its end), because it is to
     * decide between equals only.
     */
    private static final double REPEATED_SAVING = 0.01;

    /**
     * What it costs to read a property of a node, or of a relationship, whose neighbours in the order of storage are
     * not read as well. Measured with the newest message of each person: three times as long by way of the persons.
     */
    private static final double SCATTERED_READ_COST = 2;

    /**
     * What it costs to collect a value of a row by a node that the row before has not: its list is not in the
     * processor's caches. Measured with the members of each forum: three times as long by way of the persons.
     */
    private static final double SCATTERED_COLLECT_COST = 1;

    /** Of so many nodes in the order of storage, one is read with those near it. */
    private static final double NEAR_NODES = 64;

    /** Fewer rows are not worth a sample of the nodes that they may meet, which has to come from disk, too. */
    private static final double SKEWED_ROWS_MIN = 10_000;

    private final PlanningContext context;
    private final Cardinality cardinality;
    private final QueryGraph graph;
    private final boolean onlyEndsMatter;
    private final List<List<String>> typesOfHops;
    private final QueryGraph.Apart apart;
    private final Set<Variable> compared;
    private final Set<Variable> collecting;
    private final Optional<Set<Variable>> wanted;
    private final Set<Variable> leastWanted;

    HopPlanner(PlanningContext context, QueryGraph graph, PatternUse use) {
        this.context = context;
        this.cardinality = context.cardinality();
        this.graph = graph;
        this.onlyEndsMatter = use.onlyEndsMatter();
        this.compared = use.compared();
        this.collecting = use.collecting();
        this.wanted = use.wanted();
        this.leastWanted = use.leastWanted();
        this.typesOfHops = graph.hops().stream()
                .map(each -> context.typeNames(each.hop().types()))
                .toList();
        this.apart = graph.apart();
    }

    /** The plan that finds the hop with this index too; empty if it cannot be found yet. */
    Optional<PartialPlan> hop(PartialPlan plan, int index) {
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
        return Optional.of(next);
    }

    /** Whether everything is bound that the conditions on each hop of a variable-length relationship read. */
    static boolean canTestHops(PartialPlan plan, GraphPattern.Hop hop) {
        return hop.length().stream()
                .allMatch(length -> length.predicates().stream()
                        .flatMap(each -> Expressions.dependencies(each).stream())
                        .allMatch(each -> length.isLocal(each) || plan.bound().contains(each)));
    }

    /** With both ends bound, following starts where fewer relationships begin. */
    private boolean isBetterStart(PartialPlan plan, GraphPattern.Hop hop) {
        List<String> types = context.typeNames(hop.types());
        Set<String> left = plan.labels().likely(hop.left());
        Set<String> right = plan.labels().likely(hop.right());
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
            GraphPattern.Hop hop, int index, Variable from, Variable to, Direction direction, boolean reversed) {}

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
                    plan.labels().likely(directed.from()),
                    types,
                    directed.direction(),
                    plan.labels().likely(directed.to()));
            double targets = Math.max(1, cardinality.nodes(plan.labels().likely(directed.to())));
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
        Set<String> from = plan.labels().likely(directed.from());
        double skew = types.size() == 1
                ? skew(plan, directed.from(), TypedSide.of(types.getFirst(), directed.direction()))
                : 1;
        double followed = skew * plan.rows() * cardinality.degree(from, types, directed.direction(), Set.of());
        Arrival arrival = arrive(open, plan.labels().of(directed.from()), directed, types);
        PartialPlan arrived = arrival.plan();
        double rows = skew
                * plan.rows()
                * cardinality.degree(
                        from, types, directed.direction(), arrived.labels().of(directed.to()));
        arrived.labels().followed(directed.from());
        Operator operator = new Expand(
                plan.operator(),
                directed.from(),
                bind,
                directed.to(),
                directed.direction(),
                types,
                arrival.labels(),
                rows);
        double reading = readingNode(arrived, directed.to(), plan.rows(), followed)
                + bind.map(each -> readingRelationship(plan, directed, each, followed))
                        .orElse(0.0);
        double scattering = collecting.contains(directed.to()) ? SCATTERED_COLLECT_COST * rows : 0;
        return arrived.with(operator, lookUps(plan, directed.from()) + followed + reading + scattering);
    }

    /** What it costs to read properties of nodes that are reached, which are in order within each list. */
    private double readingNode(PartialPlan plan, Variable node, double lists, double rows) {
        double nodes = cardinality.nodes(plan.labels().likely(node));
        double uncached = Cardinality.uncachedShare(nodes);
        double apart = nodes * lists < NEAR_NODES * rows ? nodes * lists / (NEAR_NODES * rows) : 1;
        return SCATTERED_READ_COST * context.keysRead(node) * uncached * apart * rows;
    }

    /** The same of relationships, which lie as they follow one another from their start nodes on. */
    private double readingRelationship(PartialPlan plan, DirectedHop directed, Variable relationship, double rows) {
        double uncached = Cardinality.uncachedShare(rows);
        boolean isForward = directed.direction() == Direction.OUTGOING;
        double lists = isOrdered(plan.operator(), directed.from()) ? 0 : Math.min(plan.rows(), rows);
        return SCATTERED_READ_COST * context.keysRead(relationship) * uncached * (isForward ? lists : rows);
    }

    /** What it costs to find the lists of a node for each row. */
    private double lookUps(PartialPlan plan, Variable node) {
        double runs = Math.min(plan.rows(), runs(plan.operator(), node));
        double repeated = plan.rows() - runs;
        double first = isOrdered(plan.operator(), node) ? ORDERED_COST : SCATTERED_COST;
        double uncached =
                Cardinality.uncachedShare(cardinality.nodes(plan.labels().likely(node)));
        return uncached * (first * runs + REPEATED_COST * repeated)
                + (1 - uncached) * (runs + (1 - REPEATED_SAVING) * repeated);
    }

    /** The most runs of rows that a node can be in: as many as there were rows when it was bound, or since. */
    private static double runs(Operator operator, Variable node) {
        return keeping(operator, node)
                .map(input -> Math.min(operator.rows(), runs(input, node)))
                .orElseGet(operator::rows);
    }

    /** Whether rows come in the order of the node's ids. */
    private static boolean isOrdered(Operator operator, Variable node) {
        return keeping(operator, node)
                .map(input -> isOrdered(input, node))
                .orElseGet(
                        () -> operator instanceof NodeScan scan && scan.node().equals(node));
    }

    /** The input of an operator whose rows follow one another as those of the input do, which had the node already. */
    private static Optional<Operator> keeping(Operator operator, Variable node) {
        return switch (operator) {
            case Expand expand when !expand.to().equals(node) -> Optional.of(expand.input());
            case ExpandInto expand -> Optional.of(expand.input());
            case Filter filter -> Optional.of(filter.input());
            case DifferentRelationships different -> Optional.of(different.input());
            default -> Optional.empty();
        };
    }

    /**
     * How many times the mean degree a row yields, because its node was met by way of other relationships, or others
     * of it were followed: of these, what tells most.
     */
    private double skew(PartialPlan plan, Variable from, TypedSide next) {
        Set<String> labels = plan.labels().likely(from);
        double farthest = 1;
        for (int other = plan.solvedHops().nextSetBit(0);
                other >= 0;
                other = plan.solvedHops().nextSetBit(other + 1)) {
            for (TypedSide met : sidesAt(from, other)) {
                if (met.equals(next) || plan.rows() >= SKEWED_ROWS_MIN) {
                    double skew = cardinality.skew(labels, met, next);
                    farthest = Math.abs(Math.log(skew)) > Math.abs(Math.log(farthest)) ? skew : farthest;
                }
            }
        }
        return farthest;
    }

    /** The same for a node where rows are joined with others that know it by these hops. */
    double skew(PartialPlan plan, Variable node, BitSet hopsOfOthers) {
        return hopsOfOthers.stream()
                .boxed()
                .flatMap(hop -> sidesAt(node, hop).stream())
                .map(next -> skew(plan, node, next))
                .max(Comparator.comparingDouble(each -> Math.abs(Math.log(each))))
                .orElse(1.0);
    }

    /** The relationships of a hop as its node has them: of a loop both sides, of a hop without the node none. */
    private List<TypedSide> sidesAt(Variable node, int index) {
        GraphPattern.Hop hop = graph.hops().get(index).hop();
        List<String> types = typesOfHops.get(index);
        if (types.size() != 1 || hop.length().isPresent()) {
            return List.of();
        }
        List<TypedSide> sides = new ArrayList<>();
        if (hop.left().equals(node)) {
            sides.add(TypedSide.of(types.getFirst(), hop.direction()));
        }
        if (hop.right().equals(node)) {
            sides.add(TypedSide.of(types.getFirst(), hop.direction().reversed()));
        }
        return sides;
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
        TrailCosts costs = new TrailCosts(
                cardinality, arrival.plan(), directed.from(), directed.to(), types, directed.direction());
        boolean distinct = onlyEndsMatter
                && !read
                && length.minimum() <= 1
                && costs.mayRepeatEnds(length)
                && length.size().stream().allMatch(this::isLeastEnough);
        TrailCosts.Estimate trails = !distinct
                ? costs.ofAll(length)
                : !into && length.size().isEmpty() && isAnyStartAsGood(plan, directed)
                        ? costs.ofUnion(length)
                        : costs.ofEnds(length);
        double share = into ? 1 / Math.max(1, cardinality.nodes(plan.labels().likely(directed.to()))) : 1;
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
                length,
                distinct ? distinctMode(directed) : VariableExpand.Mode.ALL,
                relationshipsToDifferFrom(plan, directed.index()),
                arrival.labels(),
                trails.rows() * share);
        PartialPlan next = arrival.plan().with(operator, plan.rows() + trails.cost());
        if (reversed) {
            next = next.with(reverse(next.operator(), followed, list), next.rows());
        }
        List<Variable> bound = new ArrayList<>(List.of(directed.to(), list));
        length.size().ifPresent(bound::add);
        return next.binding(bound.toArray(new Variable[0])).solving(directed.index());
    }

    /** Whether of all trails to an end a shortest one is enough. */
    private boolean isLeastEnough(Variable size) {
        return leastWanted.contains(size)
                && graph.conditions().stream()
                        .noneMatch(each -> each.dependencies().contains(size));
    }

    /** A trail found from its end lists its relationships in the other order. */
    private static Operator reverse(Operator input, Variable followed, Variable list) {
        Expression reversed = new Expression.Call("reverse", List.of(new Expression.Reference(followed)));
        return new Project(input, List.of(new Step.Item(list, reversed)), input.rows());
    }

    /** Whether a trail leads back to its start is not asked where that is excluded; a trail of length 0 always does. */
    private VariableExpand.Mode distinctMode(DirectedHop directed) {
        return apart.contains(directed.from(), directed.to())
                ? VariableExpand.Mode.DISTINCT_OTHER_ENDS
                : VariableExpand.Mode.DISTINCT_ENDS;
    }

    /** Whether nobody asks which of the rows a trail's end belongs to. */
    private boolean isAnyStartAsGood(PartialPlan plan, DirectedHop directed) {
        Set<Variable> asked = new HashSet<>(wanted.orElse(plan.bound()));
        for (int index = 0; index < graph.conditions().size(); index++) {
            if (!plan.applied().get(index)) {
                asked.addAll(graph.conditions().get(index).dependencies());
            }
        }
        for (int index = 0; index < graph.hops().size(); index++) {
            GraphPattern.Hop hop = graph.hops().get(index).hop();
            if (!plan.solvedHops().get(index) && index != directed.index()) {
                asked.addAll(List.of(hop.left(), hop.right()));
            }
            hop.length()
                    .ifPresent(length ->
                            length.predicates().forEach(each -> asked.addAll(Expressions.dependencies(each))));
        }
        return Collections.disjoint(asked, plan.bound());
    }

    /** Whether another hop of the same MATCH could find the same relationship. */
    boolean mustDiffer(int index) {
        if (compared.contains(graph.hops().get(index).hop().relationship())) {
            return true;
        }
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
        if (one.group() != two.group() || apart.separate(one.hop(), two.hop())) {
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
    List<Variable> relationshipsToDifferFrom(PartialPlan plan, int index) {
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
}
