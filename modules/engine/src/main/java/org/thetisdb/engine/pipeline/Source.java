package org.thetisdb.engine.pipeline;

/**
 * Where a pipeline's rows come from, cut into morsels that any worker may take. Shared by the workers: {@link #run} is
 * called by several at once with different morsels.
 */
public interface Source extends RunState {
    /** Called once before a run of the pipeline, by one thread; returns the number of morsels. */
    int prepare(Worker worker);

    /**
     * Produces one morsel's rows, 0 up to the number of morsels, and pushes them; stops early if the stage is
     * satisfied.
     */
    void run(int morsel, Worker worker, Stage stage);

    /** Whether the morsels' rows come in an order that must be kept, so that one worker has to take them all. */
    default boolean isOrdered() {
        return false;
    }

    /**
     * Whether its pipeline may be left out when there are no morsels, because another one has fed the same sink: then
     * nobody makes stages for it.
     */
    default boolean isOptional() {
        return false;
    }
}
