package org.thetisdb.engine.operator;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.thetisdb.engine.pipeline.Source;

/** What gives a pipeline its rows: immutable, shared by all runs of a plan. */
public interface SourceSpec {
    /** Makes the source of one instance of the plan. */
    Source create(Assembly assembly);

    /**
     * Whether all its rows are a single morsel, as far as the plan can tell, so that one worker has to take them all.
     *
     * @param rows the estimated number of rows
     */
    default boolean isOneMorsel(double rows) {
        return false;
    }

    /**
     * The rows of a subplan's pipeline, where that is better run before all others of the query, by all workers: what
     * it makes serves every run of the subplan. Empty usually.
     */
    default Optional<Early> early() {
        return Optional.empty();
    }

    /**
     * What may run before a query's own pipelines.
     *
     * @param source of the rows, none if it is not to run
     * @param gate gives a source that has rows only if the former may have
     */
    record Early(SourceSpec source, UnaryOperator<SourceSpec> gate) {}

    /** What it is called where pipelines are shown; usually as the operator. */
    default String text(Operator operator) {
        return operator.name();
    }
}
