package org.thetisdb.engine.group;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.pipeline.Batch;

/** What a worker adds to its groups without looking at rows, because columns answer it for all of them. */
sealed interface ColumnAnswers permits ColumnAggregates, ColumnGroups {
    /**
     * Asks the columns.
     *
     * @param rows whose nodes are a whole range
     * @param chosen which of them are meant; null for all
     * @return whether all have answered
     */
    boolean ask(EvaluationContext context, Batch rows, long @Nullable [] chosen);

    /** How many groups may be added. */
    int groupCount();

    /** Whether a table may take more memory after each answer, and not only after the first. */
    default boolean grows() {
        return true;
    }

    /** Adds what was answered. */
    void addTo(GroupTable table);
}
