package org.thetisdb.engine.aggregate;

import org.thetisdb.cypher.bound.ExtensionAggregate;

/** An aggregate function of an extension that makes its accumulators itself. Thread safe. */
public interface AccumulatorSource extends ExtensionAggregate {
    /** An empty accumulator. */
    AggregateAccumulator accumulator();
}
