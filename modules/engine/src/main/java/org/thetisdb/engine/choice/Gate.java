package org.thetisdb.engine.choice;

import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Decides whether pipelines run: in each run of a plan anew, when it comes to them. Until the run ends, the answer
 * stays the same.
 */
@FunctionalInterface
interface Gate {
    /**
     * @param assembly of the plan, or of the subplan, to which the pipelines belong
     * @param worker that is about to run them
     */
    boolean isOpen(Assembly assembly, Worker worker);
}
