package org.thetisdb.engine.plan;

import java.util.List;
import java.util.Map;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;

/**
 * A plan, ready to run any number of times with parameters of the same types, over the snapshot's catalog.
 *
 * @param mode whether to run, explain or profile
 * @param root yields the result's rows
 * @param outputs the result's columns among the root's
 * @param columns the names of the result's columns, in the order of {@code outputs}
 * @param subplans a plan for each subquery that occurs in an expression of {@code root} or of another subplan; by
 *     identity of the expression object
 * @param variableCount one more than the largest variable id, those that the planner made up included
 */
public record Plan(
        BoundQuery.Mode mode,
        Operator root,
        List<Variable> outputs,
        List<String> columns,
        Map<Expression.Subquery, Operator> subplans,
        int variableCount) {
    public Plan {
        outputs = List.copyOf(outputs);
        columns = List.copyOf(columns);
    }
}
