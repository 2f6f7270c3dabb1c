package org.thetisdb.engine.operator;

import java.util.List;
import java.util.Map;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Places;

/**
 * A plan as pipelines, in an order in which they can run. Immutable; EXPLAIN shows it, and each instance of the plan is
 * assembled from it.
 *
 * @param subqueries the plans of subqueries in expressions, by identity of the expression object
 * @param places the places of expressions in the query's text
 */
public record PhysicalPlan(
        List<Pipeline> pipelines, Map<Expression.Subquery, PhysicalSubquery> subqueries, Places places) {
    public PhysicalPlan {
        pipelines = List.copyOf(pipelines);
    }
}
