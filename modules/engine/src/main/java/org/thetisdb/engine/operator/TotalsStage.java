package org.thetisdb.engine.operator;

import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.value.vector.Vector;

/** Ends a pipeline whose rows are aggregated as one group. It takes rows, or what was computed of them elsewhere. */
public interface TotalsStage extends Stage {
    /**
     * Adds values whose total is known.
     *
     * @param aggregation which one, by its place in {@link Fusable.Totals}
     * @param count how many values there are, at least 1
     * @param total of one entry: their sum, or the least or the greatest of them; not looked at where they are counted
     */
    void addTotal(int aggregation, long count, Vector total);
}
