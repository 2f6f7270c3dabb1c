package org.thetisdb.engine.plan;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Places;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.estimate.AssumedShares;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.storage.Statistics;
import org.thetisdb.value.Notification;

/**
 * A plan, ready to run any number of times with parameters of the same types, over snapshots with the base of the one
 * it was made for.
 *
 * @param mode whether to run, explain or profile
 * @param root yields the result's rows
 * @param outputs the result's columns among the root's
 * @param columns the names of the result's columns, in the order of {@code outputs}
 * @param subplans a plan for each subquery that occurs in an expression of {@code root} or of another subplan; by
 *     identity of the expression object
 * @param variableCount one more than the largest variable id, those that the planner made up included
 * @param catalogNeeds what must hold of a snapshot's catalog
 * @param assumedCosts what calls of extensions' functions are taken to cost
 * @param assumedShares how many nodes are taken to have values in a range
 * @param implications what must follow from a snapshot's counts
 * @param countsFromStatistics whether the answer comes from a snapshot's counts
 * @param places the places of its expressions in the query's text
 * @param notifications notifications besides the rows; valid as long as the catalog's needs are met
 */
public record Plan(
        BoundQuery.Mode mode,
        Operator root,
        List<Variable> outputs,
        List<String> columns,
        Map<Expression.Subquery, Operator> subplans,
        int variableCount,
        CatalogNeeds catalogNeeds,
        AssumedCosts assumedCosts,
        AssumedShares assumedShares,
        Set<Implication> implications,
        boolean countsFromStatistics,
        Places places,
        List<Notification> notifications) {
    public Plan {
        outputs = List.copyOf(outputs);
        columns = List.copyOf(columns);
        implications = Set.copyOf(implications);
        notifications = List.copyOf(notifications);
    }

    /** About how many rows all operators together give. */
    public double rowsVisited() {
        return OperatorTrees.rowsOf(root);
    }

    /** Whether the plan relies on counts. */
    public boolean needsCounts() {
        return countsFromStatistics || !implications.isEmpty();
    }

    /** Whether the plan gives the right answer for a graph with these counts. */
    public boolean isTrueOf(Statistics statistics) {
        return !needsCounts() || statistics.isExact() && implications.stream().allMatch(each -> each.holds(statistics));
    }

    /** Whether running it may change the graph. */
    public boolean writes() {
        return OperatorTrees.writes(root);
    }
}
