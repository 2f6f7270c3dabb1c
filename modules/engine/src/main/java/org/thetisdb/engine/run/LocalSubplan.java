package org.thetisdb.engine.run;

/**
 * A subplan that a collector runs for batches of its own making.
 *
 * @param inner where its outer rows are
 */
record LocalSubplan(Subplan inner, LocalPlan plan) {
    /** Makes one for a worker, whose rows go to the stage. */
    interface Factory {
        LocalSubplan create(Worker worker, Subplan inner, Stage last);
    }

    void run(Batch outer) {
        inner.begin(outer);
        try {
            plan.run();
        } finally {
            inner.end();
        }
    }
}
