package org.thetisdb.engine.plan;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;

/** Plans the subqueries in expressions: EXISTS, COUNT and COLLECT. */
final class SubqueryPlanner {
    private final PlanningContext context;
    private final Planner planner;

    SubqueryPlanner(PlanningContext context, Planner planner) {
        this.context = context;
        this.planner = planner;
    }

    /**
     * Plans the subqueries of an expression that is about to be placed in an operator.
     *
     * @param isOfEachRow whether it is evaluated for each of the rows
     */
    void plan(Expression expression, Planner.Progress progress, boolean isOfEachRow) {
        Set<Expression.Subquery> asked = Collections.newSetFromMap(new IdentityHashMap<>());
        if (isOfEachRow) {
            addAsked(expression, asked);
        }
        Expressions.walk(expression, each -> {
            if (each instanceof Expression.Subquery subquery
                    && !context.subplans().containsKey(subquery)) {
                context.subplans().put(subquery, subplan(subquery, progress, asked.contains(subquery)));
            }
        });
    }

    /** Those that are evaluated whenever the expression is. */
    private static void addAsked(Expression expression, Set<Expression.Subquery> asked) {
        switch (expression) {
            case Expression.Subquery subquery -> asked.add(subquery);
            case Expression.Not not -> addAsked(not.operand(), asked);
            case Expression.Case cases ->
                addAsked(cases.operand().orElse(cases.branches().getFirst().when()), asked);
            default -> {}
        }
    }

    private Operator subplan(Expression.Subquery subquery, Planner.Progress progress, boolean isOfEachRow) {
        boolean isExists = subquery.kind() == Expression.Subquery.Kind.EXISTS;
        Query query = isExists ? SubplanChoicePlanner.withPointlessDuplicates(subquery.query()) : subquery.query();
        Operator each = planner.inside(progress, query, subquery.imports());
        return switch (subquery.kind()) {
            case EXISTS -> new SubplanChoicePlanner(context, planner).exists(subquery, progress, each, isOfEachRow);
            case COUNT -> CountingRewriter.rewriteCounted(each, context);
            case COLLECT -> each;
        };
    }
}
