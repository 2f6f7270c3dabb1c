package org.thetisdb.engine.choice;

import org.thetisdb.engine.operator.Assembly;

/**
 * Decides whether pipelines run: in each run of a plan anew, when it comes to them. Until the run ends, the answer
 * stays the same.
 */
@FunctionalInterface
interface Gate {
    /** @param assembly of the plan, or of the subplan, to which the pipelines belong */
    boolean isOpen(Assembly assembly);
}
