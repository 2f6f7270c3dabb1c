package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.choice.SubplanChoice;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.expand.ExpandInto;
import org.thetisdb.engine.join.HashJoin;
import org.thetisdb.engine.operator.Argument;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.scan.NodeScan;

/**
 * A pattern of a subplan that depends on one node need not be found from each of the outer rows, but may be found once,
 * from wherever that is cheapest, and hashed by the node.
 *
 * <pre>
 *   MATCH (author:Person) OPTIONAL MATCH (:Post {language: $few})&lt;-[:REPLY_OF*]-(text)-[:HAS_CREATOR]-&gt;(author)
 *
 *   from each author: all texts, of each the post      from the few posts: their texts, of each the author ─► hashed
 *
 *   MATCH (post:Post) WHERE EXISTS { (post)-[:HAS_TAG]-&gt;(:Tag {name: $tag}) }
 *
 *   from each post: its tags, of each the name          from the one tag: its posts ─► hashed
 * </pre>
 *
 * <p>An OPTIONAL MATCH only where the rows are nodes of a scan and nothing else is known of them: then as many rows are
 * looked at from the node as are there in all, and a wrong guess about a condition costs little. How many rows ask for
 * an EXISTS, the run counts ({@link SubplanChoice}). It is the unnesting of Neumann and Kemper ("Unnesting Arbitrary
 * Queries", BTW 2015) for a dependent side that depends on one node.
 */
final class SubplanChoicePlanner {
    /** Each worker makes the table for itself, so it has to be so many times cheaper. */
    private static final double GAIN_MIN = 1.5;

    /** A table that has no room in memory is made again for as many rows as wait for it together. */
    private static final double ROWS_MAX = 100_000;

    /** Fewer outer rows are done with before another way would pay. */
    private static final double OUTER_ROWS_MIN = 1_000;

    private final PlanningContext context;
    private final Planner planner;

    SubplanChoicePlanner(PlanningContext context, Planner planner) {
        this.context = context;
        this.planner = planner;
    }

    /**
     * The cheaper plan of an OPTIONAL MATCH.
     *
     * @param each as it is found for each row
     */
    PartialPlan optional(Step.Match match, Planner.Progress outer, PartialPlan each) {
        if (!(outer.operator instanceof NodeScan scan)
                || !isPlain(scan)
                || !isSuited(List.of(match), Set.of(scan.node()), outer.bound)) {
            return each;
        }
        Step.Match said = JoinChoicePlanner.saying(
                match, scan.node(), scan.labels().stream().toList());
        PartialPlan once = planner.patternTo(Set.of(), List.of(said));
        double onceCost = once.cost() + 2 * once.rows() + scan.rows();
        boolean isCheaper = GAIN_MIN * onceCost < scan.rows() * (each.cost() + each.rows());
        return context.choice().either(isCheaper)
                ? once.with(hashed(once, List.of(scan.node()), once.rows() / Math.max(1, scan.rows())), 0)
                : each;
    }

    private static boolean isPlain(NodeScan scan) {
        return scan.input() instanceof Unit && scan.prunable().isEmpty() && scan.rows() <= ROWS_MAX;
    }

    /**
     * The plan of an EXISTS, with the other way where many rows may ask.
     *
     * @param each as it is found for each row
     */
    Operator exists(Expression.Subquery subquery, Planner.Progress outer, Operator each) {
        Optional<List<Step.Match>> matches = matches(subquery.query());
        Set<Variable> nodes = Set.copyOf(subquery.imports());
        if (matches.isEmpty() || nodes.isEmpty() || isOneHop(each) || !isSuited(matches.get(), nodes, nodes)) {
            return each;
        }
        double rowsPossible = JoinChoicePlanner.rowsPossible(outer.operator);
        if (!context.choice().either(rowsPossible >= OUTER_ROWS_MIN)) {
            return each;
        }
        PartialPlan once = planner.patternTo(Set.of(), matches.get());
        double onceCost = GAIN_MIN * (once.cost() + 2 * once.rows());
        long rowsMax = (long) (onceCost / Math.max(1, OperatorTrees.rowsOf(each)));
        boolean mayPay = once.rows() <= ROWS_MAX && rowsPossible >= rowsMax;
        return context.choice().either(mayPay)
                ? new SubplanChoice(
                        each,
                        hashed(once, subquery.imports(), each.rows()),
                        context.choice().either(false) ? 0 : rowsMax,
                        each.rows())
                : each;
    }

    /** Nothing is cheaper than a look at one list. */
    private static boolean isOneHop(Operator each) {
        return (each instanceof Expand || each instanceof ExpandInto)
                && each.rowInputs().getFirst() instanceof Argument;
    }

    /** The patterns of a query that is nothing else. */
    private static Optional<List<Step.Match>> matches(Query query) {
        if (!(query instanceof Query.Single single)) {
            return Optional.empty();
        }
        List<Step.Match> matches = new ArrayList<>();
        for (Step step : single.steps()) {
            if (!(step instanceof Step.Match match) || match.optional()) {
                return Optional.empty();
            }
            matches.add(match);
        }
        return matches.isEmpty() ? Optional.empty() : Optional.of(matches);
    }

    /** Whether all that patterns read of the rows are nodes, from which hops lead on. */
    private boolean isSuited(List<Step.Match> matches, Set<Variable> nodes, Set<Variable> bound) {
        return context.onlyReads()
                && JoinChoicePlanner.dependOnlyOn(nodes, matches, bound)
                && matches.stream()
                        .flatMap(match -> match.predicates().stream())
                        .noneMatch(Expressions::hasSubquery);
    }

    private static Operator hashed(PartialPlan once, List<Variable> nodes, double rows) {
        List<Expression> keys =
                nodes.stream().<Expression>map(Expression.Reference::new).toList();
        return new HashJoin(once.operator(), new Argument(nodes, false, 1), keys, keys, rows);
    }
}
