package org.thetisdb.engine.subquery;

import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.PhysicalSubplan;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;

/**
 * A subplan that a sink runs for batches that it makes itself.
 *
 * @param inner where its outer rows are
 */
public record LocalSubplan(Subplan inner, LocalPlan plan) {
    /** Makes one for a worker, whose rows go to the stage. */
    public interface Factory {
        LocalSubplan create(Worker worker, Subplan inner, Stage last);
    }

    /** One whose rows are not needed. */
    public static LocalSubplan withoutRows(Assembly assembly, Worker worker, PhysicalSubplan plan) {
        return of(assembly, worker, plan, Stage.NO_ROWS);
    }

    /** One whose rows go to the stage. */
    static LocalSubplan of(Assembly assembly, Worker worker, PhysicalSubplan plan, Stage last) {
        Subplan outer = new Subplan(plan.rowSlot());
        return new LocalSubplan(outer, LocalPlan.of(assembly, worker, plan, outer, last));
    }

    /** Runs the subplan for a batch of outer rows. */
    public void run(Batch outer) {
        inner.begin(outer);
        try {
            plan.run();
        } finally {
            inner.end();
        }
    }
}
