package org.thetisdb.engine.group;

import java.util.Arrays;
import org.thetisdb.engine.aggregate.AggregateAccumulator;
import org.thetisdb.engine.aggregate.Aggregates;

/** Which part of an aggregation an operator does. */
enum GroupPhase {
    /** From rows to results. */
    WHOLE,

    /** From rows to states. */
    PARTIAL,

    /** From states to results. */
    FINAL;

    /** Accumulators for this part. */
    AggregateAccumulator[] prepared(AggregateAccumulator[] accumulators) {
        return switch (this) {
            case WHOLE -> accumulators;
            case PARTIAL -> {
                for (AggregateAccumulator each : accumulators) {
                    each.deferErrors();
                }
                yield accumulators;
            }
            case FINAL -> Arrays.stream(accumulators).map(Aggregates::ofStates).toArray(AggregateAccumulator[]::new);
        };
    }
}
