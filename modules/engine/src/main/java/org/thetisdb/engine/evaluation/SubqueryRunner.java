package org.thetisdb.engine.evaluation;

import org.thetisdb.value.vector.Vector;

/** Runs the subplan of one EXISTS, COUNT or COLLECT { } for a batch of outer rows. Belongs to one worker. */
public interface SubqueryRunner {
    /**
     * One value for each row: a BOOLEAN for EXISTS, an INTEGER for COUNT, a list for COLLECT.
     *
     * @return valid until the next call
     */
    Vector run(EvaluationContext context, Rows outer);

    /** Makes runners; the runtime implements it, the expression compiler calls it. */
    interface Factory {
        /**
         * @param subquery the expression whose subplan the plan holds
         * @param outerSlots where the outer rows keep the subquery's imports
         */
        SubqueryRunner create(org.thetisdb.cypher.bound.Expression.Subquery subquery, Slots outerSlots);
    }
}
