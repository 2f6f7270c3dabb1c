package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.expression.Foldability;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.scan.IndexRange;
import org.thetisdb.engine.scan.NodeScan;
import org.thetisdb.engine.transform.Filter;

/**
 * Puts the conditions of a pattern where they are checked: as soon as their columns are there, but for those that are
 * dear. Those are calls of extensions' functions that are known to be, and subqueries, these only while a relationship
 * between two bound nodes is still to be found: that cannot make more rows of one, while how many rows another hop
 * makes, or a subquery leaves, is a guess. A dear condition may wait until other parts of the pattern have left fewer
 * rows, so the search goes on with it and without it:
 *
 * <pre>
 *   (a) WHERE my.dear(a.x), 100,000 rows ──► Filter dear ──► hop ──► Filter b.y = 3
 *                                       └──► hop ──► Filter b.y = 3 ──► Filter dear    500 rows
 * </pre>
 *
 * (Hellerstein, Stonebraker, "Predicate Migration: Optimizing Queries with Expensive Predicates", SIGMOD 1993.)
 *
 * <p>Not thread safe: one for one pattern.
 */
final class ConditionPlanner {
    /** What it costs to hand one row to a subquery, in rows visited. */
    private static final double SUBQUERY_COST = 20;

    /** What conditions that are not dear cost together at most, in rows visited. */
    private static final double USUAL_COST_MAX = 40;

    private final Cardinality cardinality;
    private final List<QueryGraph.Condition> conditions;
    private final List<QueryGraph.GroupedHop> hops;

    /** By condition, what its calls and subqueries cost for a row, in rows visited; 0 for one that is not dear. */
    private final double[] dearCosts;

    /** The conditions that may wait. */
    private final BitSet patient = new BitSet();

    /** @param mayWait whether any may */
    ConditionPlanner(PlanningContext context, QueryGraph graph, boolean mayWait) {
        this.cardinality = context.cardinality();
        this.conditions = graph.conditions();
        this.hops = graph.hops();
        this.dearCosts = conditions.stream()
                .mapToDouble(each -> context.callCosts().rowsVisited(each.expression())
                        + (Expressions.hasSubquery(each.expression()) ? SUBQUERY_COST : 0))
                .toArray();
        if (mayWait) {
            findPatient();
        }
    }

    /** A condition may guard those behind it: it waits only if none of them can fail, but those that wait behind it. */
    private void findPatient() {
        for (int index = conditions.size() - 1; index >= 0; index--) {
            Expression condition = conditions.get(index).expression();
            if (dearCosts[index] > 0 && Expressions.isDeterministic(condition)) {
                patient.set(index);
            } else if (!Foldability.isConditionThatCannotFail(condition)) {
                return;
            }
        }
    }

    /** Whether a condition need not be checked as soon as it can be. */
    boolean mayWait(int index) {
        return patient.get(index);
    }

    /** What the calls and subqueries of a condition cost for a row, in rows visited; 0 if they are not dear. */
    double dearCost(int index) {
        return dearCosts[index];
    }

    /** With all conditions applied whose columns are there. */
    PartialPlan all(PartialPlan plan) {
        List<Integer> ready = ready(plan);
        return apply(
                plan,
                ready.stream().filter(index -> !patient.get(index)).toList(),
                ready.stream().filter(patient::get).toList());
    }

    /**
     * With all conditions applied whose columns are there and that cannot wait; and with more and more of those that
     * can, as they stand in the query.
     */
    List<PartialPlan> ways(PartialPlan plan) {
        if (patient.isEmpty()) {
            return List.of(all(plan));
        }
        List<Integer> ready = ready(plan);
        boolean isOpen = hasOpenCycle(plan);
        List<Integer> waiting = ready.stream()
                .filter(index -> patient.get(index) && (isOpen || !isSubquery(index)))
                .toList();
        List<Integer> urgent =
                ready.stream().filter(index -> !waiting.contains(index)).toList();
        List<PartialPlan> ways = new ArrayList<>();
        for (int count = 0; count <= waiting.size(); count++) {
            PartialPlan way = apply(plan, urgent, waiting.subList(0, count));
            ways.add(way.waiting(cost(way, waiting.subList(count, waiting.size()))));
        }
        return ways;
    }

    private List<Integer> ready(PartialPlan plan) {
        return IntStream.range(0, conditions.size())
                .filter(index -> !plan.applied().get(index)
                        && plan.bound().containsAll(conditions.get(index).dependencies()))
                .boxed()
                .toList();
    }

    /** Whether a hop is still to be found both of whose ends are bound. */
    private boolean hasOpenCycle(PartialPlan plan) {
        return IntStream.range(0, hops.size())
                .filter(index -> !plan.solvedHops().get(index))
                .mapToObj(index -> hops.get(index).hop())
                .anyMatch(
                        hop -> plan.bound().contains(hop.left()) && plan.bound().contains(hop.right()));
    }

    private boolean isSubquery(int index) {
        return Expressions.hasSubquery(conditions.get(index).expression());
    }

    private double selectivity(PartialPlan plan, int index) {
        Expression condition = conditions.get(index).expression();
        boolean isChecked = plan.operator() instanceof IndexRange range && LeafPlanner.isEnd(condition, range);
        return isChecked ? 1 : cardinality.selectivity(condition, plan.labels());
    }

    /** What it takes to check a condition of a row, in rows visited. */
    private double rowCost(PartialPlan plan) {
        return switch (plan.operator()) {
            case IndexRange ignored -> LeafPlanner.RANGE_ROW_COST;
            case NodeScan scan -> cardinality.scannedShare(scan, plan.labels());
            default -> 1;
        };
    }

    /** What is dear in conditions costs one after another, in rows visited. */
    private double cost(PartialPlan plan, List<Integer> chosen) {
        double left = plan.rows();
        double cost = 0;
        for (int index : chosen) {
            cost += left * dearCosts[index];
            left *= selectivity(plan, index);
        }
        return cost;
    }

    /** One filter, in which conditions keep their places but for subqueries and for those that might have waited. */
    private PartialPlan apply(PartialPlan plan, List<Integer> urgent, List<Integer> patient) {
        if (urgent.isEmpty() && patient.isEmpty()) {
            return plan;
        }
        List<Integer> chosen = new ArrayList<>(urgent);
        chosen.sort(Comparator.comparing(this::isSubquery));
        chosen.addAll(patient);
        List<Expression> ready =
                chosen.stream().map(index -> conditions.get(index).expression()).toList();
        double share = 1;
        double checked = 0;
        PartialPlan result = plan;
        for (int index : chosen) {
            checked += share;
            share *= selectivity(plan, index);
            result = result.applying(index);
        }
        ready.forEach(result.labels()::learn);
        return result.with(
                new Filter(plan.operator(), ready, plan.rows() * share),
                plan.rows() * rowCost(plan) * Math.min(checked, USUAL_COST_MAX) + cost(plan, chosen));
    }
}
