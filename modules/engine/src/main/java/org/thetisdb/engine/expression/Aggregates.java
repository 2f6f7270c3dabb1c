package org.thetisdb.engine.expression;

import org.thetisdb.cypher.bound.Step;

/** Makes the accumulators of aggregate functions. */
public final class Aggregates {
    private Aggregates() {}

    /** An empty accumulator for the function and the DISTINCT of an aggregation. */
    public static AggregateAccumulator accumulator(Step.Aggregation aggregation) {
        throw new UnsupportedOperationException(aggregation.toString());
    }
}
