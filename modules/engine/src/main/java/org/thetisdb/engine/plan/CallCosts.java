package org.thetisdb.engine.plan;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.extension.ScalarExtension;
import org.thetisdb.engine.operator.Expressions;

/**
 * What a plan takes calls of extensions' functions to cost: what was measured of them, or else what they declare.
 * Belongs to the planning of one query; what is assumed is kept with the plan.
 */
final class CallCosts {
    /** What it takes to visit a row, about. */
    private static final double ROW_NANOS = 20;

    /** What calls of a condition take in which case it is worth thinking about where it is checked. */
    private static final double DEAR_NANOS = 500;

    private final Map<ScalarExtension, Double> assumed = new HashMap<>();

    /** What the calls of an expression cost for a row, in rows visited; 0 if they are not dear. */
    double rowsVisited(Expression expression) {
        double[] nanos = {0};
        Expressions.walk(expression, each -> {
            if (each instanceof Expression.ExtensionCall call && call.function() instanceof ScalarExtension function) {
                nanos[0] += assumed.computeIfAbsent(function, ScalarExtension::nanosPerRow);
            }
        });
        return nanos[0] < DEAR_NANOS ? 0 : nanos[0] / ROW_NANOS;
    }

    /** What was asked for until now. */
    AssumedCosts assumed() {
        return new AssumedCosts(assumed);
    }
}
