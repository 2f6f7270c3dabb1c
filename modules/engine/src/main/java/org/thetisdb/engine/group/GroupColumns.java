package org.thetisdb.engine.group;

import java.util.Optional;
import org.thetisdb.engine.pipeline.Subplan;

/**
 * Where the columns of grouped rows are. Immutable.
 *
 * @param keys the slots of the keys; inside a subplan the outer row number is one of them
 * @param results the slots of the aggregates, or of their states, one aggregate's after the other's
 * @param phase whether states are given in place of rows, or given out in place of results
 * @param multiplicities columns whose product tells how often a row counts
 * @param subplan empty outside subplans
 * @param keyless whether there are no keys (but for a subplan's row number), so that there is one group, even of no
 *     rows; inside a subplan, one for each outer row
 */
record GroupColumns(
        int[] keys, int[] results, GroupPhase phase, int[] multiplicities, Optional<Subplan> subplan, boolean keyless) {
    /** The number of groups where there are no keys. */
    int keylessGroupCount() {
        return subplan.isEmpty() ? 1 : subplan.get().outerCount();
    }
}
