package org.thetisdb.engine.operator;

import java.util.List;
import java.util.Optional;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Where a pipeline's rows end: immutable, shared by all runs of a plan. */
public interface SinkSpec {
    /** What it is called where pipelines are shown. */
    String text();

    /**
     * Makes the last stage of a worker's chain. A worker may have several, one after another, over the same state.
     */
    Stage create(Assembly assembly, Worker worker);

    /** Whether what its rows would make is there, from an earlier run of the same subplan. */
    default boolean isServed(Assembly assembly) {
        return false;
    }

    /** Whether what its rows make serves all runs of the same subplan, if it fits into memory. */
    default boolean lasts() {
        return false;
    }

    /** What ends the making of what {@link #lasts}, if all its rows have come before the subplan runs: no rows. */
    default Optional<SourceSpec> completing() {
        return Optional.empty();
    }

    /**
     * Whether what {@link #lasts} was found not to fit into memory, so that each run makes it again.
     *
     * @param assembly of the plan or of any of its subplans
     */
    default boolean isMadeAgain(Assembly assembly) {
        return false;
    }

    /** What it runs for its rows. */
    default List<PhysicalSubplan> subplans() {
        return List.of();
    }

    /** What it does, if one loop can do it together with the stages before it. */
    default Optional<Fusable> fusable() {
        return Optional.empty();
    }

    /** Whether one loop can stand for it and for {@link #parts}. */
    default boolean isFused() {
        return false;
    }

    /** The links that it stands for beside the sink. */
    default List<Link> parts() {
        return List.of();
    }
}
