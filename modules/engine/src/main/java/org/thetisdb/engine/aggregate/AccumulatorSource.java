package org.thetisdb.engine.aggregate;

import java.util.function.Supplier;
import org.thetisdb.cypher.bound.ExtensionAggregate;
import org.thetisdb.engine.evaluation.EvaluationContext;

/** An aggregate function of an extension that makes its accumulators itself. Thread safe. */
public interface AccumulatorSource extends ExtensionAggregate {
    /**
     * An empty accumulator.
     *
     * @param run that it works for, when it works
     */
    AggregateAccumulator accumulator(Supplier<EvaluationContext.Run> run);
}
