package org.thetisdb.engine.operator;

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

    /** What it is called where pipelines are shown; usually as the operator. */
    default String text(Operator operator) {
        return operator.name();
    }
}
