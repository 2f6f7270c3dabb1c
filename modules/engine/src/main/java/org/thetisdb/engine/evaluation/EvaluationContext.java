package org.thetisdb.engine.evaluation;

import java.time.Clock;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.storage.GraphReader;

/**
 * What the evaluators of one worker share during one run of a query.
 *
 * @param reader reads labels and properties; the same for all runs that a worker serves
 * @param view changes whenever the reader shows another graph than before: what was remembered of the graph's
 *     labels must then be forgotten
 * @param mayMeetDeleted whether values may refer to nodes that the run has deleted
 * @param parameters boxed values by name, complete: binding them was checked before the run
 * @param clock for {@code datetime()} and the like; fixed for the statement
 * @param random for {@code rand()} and {@code randomUUID()}
 * @param stop to be asked within a value that may take long
 * @param room to be asked before a large value is made
 */
public record EvaluationContext(
        GraphReader reader,
        long view,
        boolean mayMeetDeleted,
        Map<String, Object> parameters,
        Clock clock,
        RandomGenerator random,
        StopSignal stop,
        Room room) {

    /** The statement's memory, as far as values are concerned. */
    @FunctionalInterface
    public interface Room {
        /**
         * Returns if there is memory for a value that is about to be made. It is not reserved: values are
         * short-lived, and whoever keeps one is charged.
         *
         * @param operation for the error
         * @throws org.thetisdb.value.ThetisException {@code MEMORY_EXHAUSTED}
         */
        void require(String operation, long bytes);
    }
}
