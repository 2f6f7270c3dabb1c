package org.thetisdb.engine.pipeline;

/**
 * What the workers of a run share, of one part of its pipelines: a breaker's rows, a join's table, a counter. It serves
 * one run after another.
 */
public interface RunState {
    /** Called when a run is over, also after an error: releases what belongs to the run. */
    default void reset() {}
}
