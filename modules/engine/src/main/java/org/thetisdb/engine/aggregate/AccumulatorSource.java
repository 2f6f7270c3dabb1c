package org.thetisdb.engine.aggregate;

import java.util.function.Supplier;
import org.thetisdb.cypher.bound.ExtensionAggregate;
import org.thetisdb.engine.StopSignal;

/** An aggregate function of an extension that makes its accumulators itself. Thread safe. */
public interface AccumulatorSource extends ExtensionAggregate {
    /**
     * An empty accumulator.
     *
     * @param stop says whether the statement has to end that it works for
     */
    AggregateAccumulator accumulator(Supplier<StopSignal> stop);
}
