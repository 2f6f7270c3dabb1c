package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.join.HashJoin;
import org.thetisdb.engine.operator.Argument;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.scan.NodeScan;

/**
 * An OPTIONAL MATCH for all nodes of a label: its pattern need not be found from each of them, but may be found once,
 * from wherever that is cheapest, and hashed by the node.
 *
 * <pre>
 *   MATCH (author:Person) OPTIONAL MATCH (:Post {language: $few})&lt;-[:REPLY_OF*]-(text)-[:HAS_CREATOR]-&gt;(author)
 *
 *   from each author: all texts, of each the post      from the few posts: their texts, of each the author ─► hashed
 * </pre>
 *
 * <p>Only where the rows are such nodes and nothing else is known of them: then as many rows are looked at from the
 * node as are there in all, and a wrong guess about a condition costs little. It is the unnesting of Neumann and Kemper
 * ("Unnesting Arbitrary Queries", BTW 2015) for a dependent side that depends on one node.
 */
final class OuterJoinPlanner {
    /** Each worker makes the table for itself, so it has to be so many times cheaper. */
    private static final double GAIN_MIN = 1.5;

    /** A table that has no room in memory is made again for as many rows as wait for it together. */
    private static final double ROWS_MAX = 100_000;

    private final PlanningContext context;
    private final Planner planner;

    OuterJoinPlanner(PlanningContext context, Planner planner) {
        this.context = context;
        this.planner = planner;
    }

    /**
     * The cheaper plan of the pattern.
     *
     * @param each as it is found for each row
     */
    PartialPlan cheaper(Step.Match match, Planner.Progress outer, PartialPlan each) {
        if (!(outer.operator instanceof NodeScan scan) || !isPlain(scan) || !context.onlyReads()) {
            return each;
        }
        List<Variable> imports = Planner.imports(match, outer.bound);
        boolean isSuited = imports.equals(List.of(scan.node()))
                && isHopFrom(scan.node(), match)
                && match.predicates().stream().allMatch(OuterJoinPlanner::isSameForAllRows);
        if (!isSuited) {
            return each;
        }
        PartialPlan once = planner.pattern(List.of(labelled(match, scan)), nothing(), false);
        double onceCost = once.cost() + 2 * once.rows() + scan.rows();
        boolean isCheaper = GAIN_MIN * onceCost < scan.rows() * (each.cost() + each.rows());
        return context.choice().either(isCheaper) ? hashed(once, scan) : each;
    }

    private static boolean isPlain(NodeScan scan) {
        return scan.input() instanceof Unit && scan.prunable().isEmpty() && scan.rows() <= ROWS_MAX;
    }

    /** Nodes that only a value connects are hashed by it as it is, see {@link HashJoinPlanner}. */
    private static boolean isHopFrom(Variable node, Step.Match match) {
        return match.pattern().relationships().stream()
                .anyMatch(hop -> hop.left().equals(node) || hop.right().equals(node));
    }

    private static boolean isSameForAllRows(Expression predicate) {
        return Expressions.isDeterministic(predicate) && !Expressions.hasSubquery(predicate);
    }

    private static Planner.Progress nothing() {
        return new Planner.Progress(new Unit(1), Set.of(), new Labels());
    }

    /** What the scan says of the node, the pattern has to say itself. */
    private static Step.Match labelled(Step.Match match, NodeScan scan) {
        List<Expression> predicates = new ArrayList<>(match.predicates());
        scan.labels()
                .ifPresent(labels ->
                        predicates.add(new Expression.HasLabels(new Expression.Reference(scan.node()), labels)));
        return new Step.Match(match.optional(), match.pattern(), predicates);
    }

    private static PartialPlan hashed(PartialPlan once, NodeScan scan) {
        List<Expression> key = List.of(new Expression.Reference(scan.node()));
        Operator join = new HashJoin(
                once.operator(),
                new Argument(List.of(scan.node()), false, 1),
                key,
                key,
                once.rows() / Math.max(1, scan.rows()));
        return once.with(join, 0);
    }
}
