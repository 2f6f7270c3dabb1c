package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.choice.JoinChoice;
import org.thetisdb.engine.choice.KeptRows;
import org.thetisdb.engine.join.HashJoin;
import org.thetisdb.engine.operator.Argument;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.scan.NodeScan;
import org.thetisdb.engine.sort.FirstKey;
import org.thetisdb.engine.step.EarlyEnd;
import org.thetisdb.engine.subquery.Apply;
import org.thetisdb.engine.transform.Filter;

/**
 * A pattern that has one node in common with the rows before it need not be found from each of them, but may be found
 * once, from wherever that is cheapest, and joined with them. How many rows there are, the run counts ({@link
 * JoinChoice}), unless they are all nodes of a label. Of an OPTIONAL MATCH, rows are kept that it does not match. A
 * pattern that comes first may be found from the node by which its rows are counted, though that is not the cheapest.
 *
 * <pre>
 *   MATCH (me)-[:KNOWS*1..2]-(friend) WITH DISTINCT friend
 *   MATCH (friend)&lt;--(message)--&gt;(:Country {name: $name})
 *
 *   some dozens of friends: their messages      most of all persons: the country's messages, of each its author
 * </pre>
 */
final class JoinChoicePlanner {
    /** By how much the number of rows that reach a place in a plan may well be misjudged. */
    private static final double DOUBT = 16;

    /** What takes less is over before it matters. */
    private static final double COST_MIN = 20_000;

    /** To keep more would take noticeable time and memory, whichever way is gone then. */
    private static final double KEPT_ROWS_MAX = 50_000;

    /**
     * What a plan takes that begins with all nodes of a label, in what it takes by the same number of rows that come
     * from all over the place: it reads nodes, their properties, and those of their relationships as they are stored.
     * Measured with messages by author (0.33) and memberships by member (0.38).
     */
    private static final double ORDERED_SHARE = 0.4;

    /**
     * Of that, what such a scan takes for the first rows by a property of its node: all keys are read at most, of one
     * chunk at least. Measured with the newest messages of some authors.
     */
    private static final double BOUNDED_SHARE_MOST = 0.25;

    private static final double BOUNDED_SHARE_LEAST = 0.05;

    /** What it may cost to find a pattern from the node by which it is counted, in what the cheapest way costs. */
    private static final double COUNTED_COST_MAX = 3;

    private final PlanningContext context;
    private final Planner planner;

    JoinChoicePlanner(PlanningContext context, Planner planner) {
        this.context = context;
        this.planner = planner;
    }

    /**
     * The plan with both ways, or as it is.
     *
     * @param each finds the pattern from each of the outer rows
     * @param following what comes after the pattern
     */
    PartialPlan plan(List<Step.Match> matches, Planner.Progress outer, PartialPlan each, List<Step> following) {
        if (outer.operator instanceof Unit) {
            return PatternUse.countedNode(following)
                    .map(node -> fromCounted(node, matches, each))
                    .orElse(each);
        }
        double rows = outer.operator.rows();
        return canBeFoundOnce(outer.operator)
                        && isLarge(outer.operator, each.cost() / rows)
                        && !EarlyEnd.isPossible(following)
                ? common(matches, outer)
                        .flatMap(node -> onceFrom(node, matches, outer, (each.cost() + each.rows()) / rows, following))
                        .map(once -> each.with(choice(outer.operator, each.operator(), once, false, each.rows()), 0))
                        .orElse(each)
                : each;
    }

    /** From a node by which rows are counted it takes more, but all rows of a group come one after another then. */
    private PartialPlan fromCounted(Variable node, List<Step.Match> matches, PartialPlan cheapest) {
        Set<Variable> others = new HashSet<>(QueryGraph.of(matches).nodes());
        if (!others.remove(node) || others.isEmpty()) {
            return cheapest;
        }
        PartialPlan from = planner.patternTo(others, matches);
        return context.choice().either(from.cost() <= COUNTED_COST_MAX * cheapest.cost()) ? from : cheapest;
    }

    /**
     * An OPTIONAL MATCH.
     *
     * @param each finds the pattern for each of the outer rows
     * @param following what comes after the pattern
     */
    Operator optional(Step.Match match, Planner.Progress outer, PartialPlan each, Apply apply, List<Step> following) {
        Operator rows = outer.operator;
        if (!canBeFoundOnce(rows) || match.predicates().stream().anyMatch(Expressions::hasSubquery)) {
            return apply;
        }
        if (each.operator() instanceof HashJoin join && isOfWholeRows(join)) {
            return new HashJoin(
                    join.build(),
                    rows,
                    join.buildKeys(),
                    join.probeKeys(),
                    HashJoin.Partners.EACH_OR_NONE,
                    apply.rows());
        }
        List<Step.Match> matches = List.of(match);
        if (!isLarge(rows, each.cost()) || EarlyEnd.isPossible(following)) {
            return apply;
        }
        return common(matches, outer)
                .flatMap(node -> onceFrom(node, matches, outer, each.cost() + each.rows(), following))
                .map(once -> choice(rows, apply, once, true, apply.rows()))
                .orElse(apply);
    }

    /** Whether a join looks up nothing but the outer rows themselves in what is the same for all. */
    private static boolean isOfWholeRows(HashJoin join) {
        return join.probe() instanceof Argument
                && !PipelineBuilder.hasArgument(join.build())
                && OperatorTrees.isDeterministic(join.build())
                && join.expressions().stream().allMatch(Expressions::isDeterministic);
    }

    private boolean canBeFoundOnce(Operator rows) {
        return context.onlyReads() && !(rows instanceof Unit) && !PipelineBuilder.hasArgument(rows);
    }

    private boolean isLarge(Operator rows, double costPerRow) {
        boolean isLarge =
                JoinChoice.isKnown(rows) || costPerRow * rowsPossible(rows) >= COST_MIN && rows.rows() <= KEPT_ROWS_MAX;
        return context.choice().either(isLarge);
    }

    /** The node that patterns have in common with rows, if it is all that they have. */
    private static Optional<Variable> common(List<Step.Match> matches, Planner.Progress outer) {
        return matches.getFirst().pattern().nodes().stream()
                .filter(node -> outer.bound.contains(node) && dependOnlyOn(Set.of(node), matches, outer.bound))
                .findFirst();
    }

    /** How many rows may come, if the guess is as wrong as guesses are; no more than what they are chosen from. */
    static double rowsPossible(Operator operator) {
        return switch (operator) {
            case NodeScan scan when scan.input() instanceof Unit -> scan.rows();
            case Filter filter -> Math.min(DOUBT * filter.rows(), rowsPossible(filter.input()));
            default -> operator.rows() == 1 ? 1 : DOUBT * operator.rows();
        };
    }

    /**
     * Patterns found once.
     *
     * @param node in common with the rows
     * @param rowsMax how many rows are too few for it
     */
    private record Once(Operator pattern, Variable node, long rowsMax) {}

    /**
     * Patterns found once; empty if that is no choice.
     *
     * @param costPerRow of finding them from each of the rows
     */
    private Optional<Once> onceFrom(
            Variable node, List<Step.Match> matches, Planner.Progress outer, double costPerRow, List<Step> following) {
        List<Step.Match> said = new ArrayList<>(matches);
        List<LabelExpression> labels = outer.labels.of(node).stream()
                .<LabelExpression>map(LabelExpression.Name::new)
                .toList();
        said.set(0, saying(matches.getFirst(), node, labels));
        PartialPlan once = planner.patternTo(Set.of(node), said);
        double share = scan(once.operator())
                .map(scan -> ORDERED_SHARE * boundedShare(scan, FirstKey.of(following)))
                .orElse(1.0);
        long rowsMax = (long) (share * (once.cost() + once.rows()) / costPerRow);
        return context.choice().either(rowsPossible(outer.operator) >= rowsMax)
                ? Optional.of(new Once(once.operator(), node, rowsMax))
                : Optional.empty();
    }

    /** @param each begins with the very same rows */
    private Operator choice(Operator rows, Operator each, Once once, boolean optional, double rowsAfter) {
        List<Variable> columns = List.copyOf(rows.columns());
        Operator kept = new KeptRows(columns, rows.rows());
        Operator joined = joined(once.node(), kept, once.pattern(), optional, rowsAfter);
        Operator followed =
                OperatorTrees.map(each, found -> isSame(found, rows) ? new KeptRows(columns, rows.rows()) : found);
        long limit = context.choice().either(false) ? 0 : once.rowsMax();
        return new JoinChoice(rows, followed, joined, once.node(), limit, rowsAfter);
    }

    /** The side that is expected to be smaller is hashed, but not that of which all rows are kept. */
    private static Operator joined(Variable node, Operator rows, Operator pattern, boolean optional, double rowsAfter) {
        List<Expression> key = List.of(new Expression.Reference(node));
        return optional || pattern.rows() < rows.rows()
                ? new HashJoin(
                        pattern,
                        rows,
                        key,
                        key,
                        optional ? HashJoin.Partners.EACH_OR_NONE : HashJoin.Partners.EACH,
                        rowsAfter)
                : new HashJoin(rows, pattern, key, key, rowsAfter);
    }

    @SuppressWarnings("ReferenceEquality") // The very same rows are meant, not others that are found alike.
    private static boolean isSame(Operator found, Operator rows) {
        return found == rows;
    }

    /** The scan that a pattern begins with. */
    private static Optional<NodeScan> scan(Operator operator) {
        if (operator instanceof NodeScan scan) {
            return scan.input() instanceof Unit ? Optional.of(scan) : Optional.empty();
        }
        return operator.rowInputs().size() == 1 ? scan(operator.rowInputs().getFirst()) : Optional.empty();
    }

    /** Of what the scan and all behind it take, what is left if only the first by a key are wanted. */
    private double boundedShare(NodeScan scan, Optional<Expression.Property> firstKey) {
        return firstKey.filter(key -> key.target().equals(new Expression.Reference(scan.node())))
                .map(key -> context.cardinality().chunkOverlap(key.key()))
                .map(share -> Math.clamp(share, BOUNDED_SHARE_LEAST, BOUNDED_SHARE_MOST))
                .orElse(1.0);
    }

    // ---------------------------------------------------------------- patterns by themselves

    /** Whether all that patterns read of what is bound are these nodes, from each of which a hop leads on. */
    static boolean dependOnlyOn(Set<Variable> nodes, List<Step.Match> matches, Set<Variable> bound) {
        Set<Variable> imports = new HashSet<>();
        matches.forEach(match -> imports.addAll(Planner.imports(match, bound)));
        List<GraphPattern.Hop> hops = matches.stream()
                .flatMap(match -> match.pattern().relationships().stream())
                .toList();
        return imports.equals(nodes)
                && nodes.stream().allMatch(node -> node.type().equals(CypherType.NODE))
                && nodes.stream()
                        .allMatch(node -> hops.stream()
                                .anyMatch(hop ->
                                        hop.left().equals(node) || hop.right().equals(node)))
                && matches.stream()
                        .allMatch(match -> match.pattern().shortestPaths().isEmpty())
                && matches.stream()
                        .flatMap(match -> match.predicates().stream())
                        .allMatch(Expressions::isDeterministic);
    }

    /** A pattern that says itself what rows say of their node. */
    static Step.Match saying(Step.Match match, Variable node, List<LabelExpression> labels) {
        List<Expression> predicates = new ArrayList<>(match.predicates());
        labels.forEach(each -> predicates.add(new Expression.HasLabels(new Expression.Reference(node), each)));
        return new Step.Match(match.optional(), match.pattern(), predicates);
    }
}
