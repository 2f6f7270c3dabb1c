package org.thetisdb.engine.operator;

import org.thetisdb.engine.pipeline.RunState;

/**
 * A part of pipelines whose workers share a state; {@link Assembly#state} makes it once for each instance of the plan.
 *
 * @param <S> the state
 */
public interface Shared<S extends RunState> {
    /** Makes the state, empty. */
    S createState(Assembly assembly);
}
