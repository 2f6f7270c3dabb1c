package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.between.ExpandInto;
import org.thetisdb.engine.choice.SubplanChoice;
import org.thetisdb.engine.expand.DifferentRelationships;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.join.HashJoin;
import org.thetisdb.engine.operator.Argument;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.scan.NodeScan;
import org.thetisdb.engine.transform.Project;

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
    /** A table takes memory, and one worker makes it while the others go on: so it has to be so many times cheaper. */
    private static final double GAIN_MIN = 1.5;

    /** What a row takes in a table beside its keys. */
    private static final double ROW_BYTES = 24;

    /** Fewer outer rows are done with before another way would pay. */
    private static final double OUTER_ROWS_MIN = 1_000;

    /** So many times the outer rows after which a table pays have to be expected for it to be made early. */
    private static final double EXPECTED_MIN = 2;

    /** The part of these outer rows after which it is made then. */
    private static final double EARLY_SHARE = 0.25;

    /** So many times these rows have to come for sure for it to be made before they do. */
    private static final double SURE_MIN = 2;

    private final PlanningContext context;
    private final Planner planner;

    SubplanChoicePlanner(PlanningContext context, Planner planner) {
        this.context = context;
        this.planner = planner;
    }

    /** EXISTS only asks whether there is a row: a last DISTINCT of nothing says so to the pattern's planner. */
    static Query withPointlessDuplicates(Query query) {
        if (query instanceof Query.Single single
                && !single.steps().isEmpty()
                && single.steps().getLast() instanceof Step.Match) {
            List<Step> steps = new ArrayList<>(single.steps());
            steps.add(new Step.Project(List.of()));
            return new Query.Single(steps, List.of());
        }
        return query;
    }

    /**
     * The plan of an EXISTS, with the other way where many rows may ask.
     *
     * @param each as it is found for each row
     * @param isOfEachRow whether all outer rows ask
     */
    Operator exists(Expression.Subquery subquery, Planner.Progress outer, Operator each, boolean isOfEachRow) {
        Set<Variable> nodes = Set.copyOf(subquery.imports());
        if (nodes.isEmpty() || isOneHop(each)) {
            return each;
        }
        Optional<List<Step.Match>> matches = matches(subquery.query());
        if (matches.isEmpty() || !isSuited(matches.get(), nodes)) {
            return each;
        }
        PlanningContext.OuterRows asking = context.outerRows().times(outer.operator);
        if (!context.choice().either(asking.possible() >= OUTER_ROWS_MIN)) {
            return each;
        }
        PartialPlan once = planner.distinctPattern(nodes, matches.get());
        double onceCost = GAIN_MIN * (once.cost() + 2 * once.rows());
        double rowsAsDear = onceCost / Math.max(1, costPerRow(each));
        long rowsMax = rowsMax(rowsAsDear, asking.expected());
        boolean mayPay = asking.possible() >= rowsMax;
        boolean isSure = isOfEachRow && areSure(outer.operator) && outer.operator.rows() >= SURE_MIN * rowsAsDear;
        return context.choice().either(mayPay)
                ? new SubplanChoice(
                        each,
                        hashed(once, subquery.imports(), each.rows()),
                        context.choice().either(false) ? 0 : rowsMax,
                        tableBytes(once.rows(), subquery.imports().size()),
                        context.choice().either(isSure),
                        each.rows())
                : each;
    }

    /** Whether as many rows come as statistics tell, and all of them are wanted. */
    private boolean areSure(Operator outer) {
        return context.wantsAllRows() && context.outerRows().possible() == 1 && areCounted(outer);
    }

    private static boolean areCounted(Operator rows) {
        return switch (rows) {
            case NodeScan scan ->
                scan.input() instanceof Unit && scan.prunable().isEmpty();
            case Expand expand -> areCounted(expand.input());
            case DifferentRelationships different -> areCounted(different.input());
            case Project project -> areCounted(project.input());
            default -> false;
        };
    }

    /**
     * How many outer rows are too few for a table. Who knows nothing of the rows to come changes over when it has done
     * as much as the table takes; who expects plenty, earlier: that takes 1.25 times what is best if he is right, and
     * five times if there are no more (ski rental with predictions: Purohit, Svitkina, Kumar, "Improving Online
     * Algorithms via ML Predictions", NeurIPS 2018).
     */
    private static long rowsMax(double rowsAsDear, double rowsExpected) {
        return (long) (rowsExpected >= EXPECTED_MIN * rowsAsDear ? EARLY_SHARE * rowsAsDear : rowsAsDear);
    }

    /** What it takes to find it for one row: rows, and looks for a relationship between two nodes. */
    private static double costPerRow(Operator operator) {
        double own = operator instanceof ExpandInto into
                ? HopPlanner.INTO_COST * into.input().rows()
                : operator.rows();
        return own
                + operator.inputs().stream()
                        .mapToDouble(SubplanChoicePlanner::costPerRow)
                        .sum();
    }

    private static long tableBytes(double rows, int keyCount) {
        return (long) (rows * (Long.BYTES * keyCount + ROW_BYTES));
    }

    /** Nothing is cheaper than a look at one list. */
    private static boolean isOneHop(Operator each) {
        return (each instanceof Expand || each instanceof ExpandInto)
                && each.rowInputs().getFirst() instanceof Argument;
    }

    /** The patterns of a query that is nothing else. */
    private Optional<List<Step.Match>> matches(Query query) {
        if (!(query instanceof Query.Single single)) {
            return Optional.empty();
        }
        List<Step.Match> matches = new ArrayList<>();
        for (Step step : context.prepared(single)) {
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
        return new HashJoin(once.operator(), new Argument(nodes, false, 1), keys, keys, HashJoin.Partners.ANY, rows);
    }
}
