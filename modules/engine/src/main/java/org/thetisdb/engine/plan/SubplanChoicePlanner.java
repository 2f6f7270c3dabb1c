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

/**
 * A pattern of a subplan that depends on one node need not be found from each of the outer rows, but may be found once,
 * from wherever that is cheapest, and hashed by the node.
 *
 * <pre>
 *   MATCH (post:Post) WHERE EXISTS { (post)-[:HAS_TAG]-&gt;(:Tag {name: $tag}) }
 *
 *   from each post: its tags, of each the name          from the one tag: its posts ─► hashed
 * </pre>
 *
 * <p>How many rows ask, the run counts ({@link SubplanChoice}). It is the unnesting of Neumann and Kemper ("Unnesting
 * Arbitrary Queries", BTW 2015) for a dependent side that depends on one node.
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
     * The plan of an EXISTS, with the other way where many rows may ask.
     *
     * @param each as it is found for each row
     */
    Operator exists(Expression.Subquery subquery, Planner.Progress outer, Operator each) {
        Optional<List<Step.Match>> matches = matches(subquery.query());
        Set<Variable> nodes = Set.copyOf(subquery.imports());
        if (matches.isEmpty() || nodes.isEmpty() || isOneHop(each) || !isSuited(matches.get(), nodes)) {
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
    private boolean isSuited(List<Step.Match> matches, Set<Variable> nodes) {
        return context.onlyReads()
                && JoinChoicePlanner.dependOnlyOn(nodes, matches, nodes)
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
