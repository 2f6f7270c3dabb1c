package org.thetisdb.engine.operator;

import java.util.List;
import java.util.Optional;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** What one stage of a pipeline does: immutable, shared by all runs of a plan. An operator's record has it inside. */
public non-sealed interface StageSpec extends Link {
    /** What the stage is called where pipelines are shown, with what distinguishes it from others of its name. */
    String text();

    /**
     * Makes the stage for one worker.
     *
     * @param assembly has what the workers of the run share
     * @param next takes its rows
     */
    Stage create(Assembly assembly, Worker worker, Stage next);

    /** Whether few rows may become very many, so that it may pay to distribute them first. */
    default boolean fansOut() {
        return false;
    }

    /** Whether what comes of one of its batches has to stay with one worker, in the order in which it comes. */
    default boolean keepsTogether() {
        return false;
    }

    /** Whether it may end its pipeline early, so that rows are better made one by one. */
    default boolean endsEarly() {
        return false;
    }

    /** What it runs for its rows. */
    default List<PhysicalSubplan> subplans() {
        return List.of();
    }

    /** What it does, if one loop can do it together with its neighbours. */
    default Optional<Fusable> fusable() {
        return Optional.empty();
    }

    /** The links that it stands for. */
    default List<Link> parts() {
        return List.of(this);
    }

    /** This stage, and then what follows. */
    default Downstream then(Downstream next) {
        return next.after(this);
    }
}
