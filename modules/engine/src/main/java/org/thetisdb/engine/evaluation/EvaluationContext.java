package org.thetisdb.engine.evaluation;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.storage.GraphReader;

/**
 * What the evaluators of one worker share during one run of a query.
 *
 * @param reader reads labels and properties; the same for all runs that a worker serves
 * @param view changes whenever the reader shows another graph than before: what was remembered of the graph's
 *     labels must then be forgotten
 * @param mayMeetDeleted whether values may refer to nodes that the run has deleted
 * @param run what all workers of the run share
 * @param trace another one for each context
 */
public record EvaluationContext(GraphReader reader, long view, boolean mayMeetDeleted, Run run, EvaluationTrace trace) {

    /** What is the same for all values of a run. */
    public interface Run {
        /** How it runs. */
        RunOptions options();

        /** Boxed values by name, complete: binding them was checked before the run. */
        Map<String, Object> parameters();

        /** For {@code datetime()} and the like; fixed for the statement. */
        Clock clock();

        /** For {@code rand()} and {@code randomUUID()}. */
        RandomGenerator random();

        /** To be asked within a value that may take long. */
        StopSignal stop();

        /**
         * Returns if there is memory for a value that is about to be made. It is not reserved: values are
         * short-lived, and whoever keeps one is charged.
         *
         * @param operation for the error
         * @throws org.thetisdb.value.ThetisException {@code MEMORY_EXHAUSTED}
         */
        void requireRoom(String operation, long bytes);

        /** As {@link #requireRoom}, for what can be put on disk instead: says whether there is memory. */
        default boolean hasRoom(long bytes) {
            boolean fits = tryReserve(bytes);
            if (fits) {
                release(bytes);
            }
            return fits;
        }

        /** Where lists may go for which there is no memory; nothing if the run has no such place. */
        Optional<LongLists> longLists();

        /**
         * Takes memory for something that is kept, and can be done without: says whether there is enough. It is given
         * back by {@link #release}, or when the run ends.
         */
        boolean tryReserve(long bytes);

        /** Gives back what was taken. */
        void release(long bytes);
    }

    public Map<String, Object> parameters() {
        return run.parameters();
    }

    public Clock clock() {
        return run.clock();
    }

    public RandomGenerator random() {
        return run.random();
    }

    public StopSignal stop() {
        return run.stop();
    }
}
