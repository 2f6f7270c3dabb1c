package org.thetisdb.engine.operator;

import java.util.Optional;
import java.util.function.Supplier;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Watches the operators of a plan while it is assembled; {@link #OFF} adds nothing to any pipeline. */
public interface Profiler {
    Profiler OFF = new Profiler() {
        @Override
        public Stage counted(Operator operator, Worker worker, Stage next) {
            return next;
        }

        @Override
        public Source timed(Operator operator, Source source) {
            return source;
        }

        @Override
        public void passed(Operator operator, Worker worker, long rows) {
            // Nobody asks.
        }

        @Override
        public void ran(
                Operator operator, Worker worker, boolean isCompiled, long rows, long nanos, Supplier<String> why) {
            // Nobody asks.
        }

        @Override
        public Optional<Operator> pause(Worker worker) {
            return Optional.empty();
        }

        @Override
        public void resume(Worker worker, Optional<Operator> paused) {
            // Nothing was measured.
        }
    };

    /** Counts the rows that an operator hands to the next stage. */
    Stage counted(Operator operator, Worker worker, Stage next);

    /** Counts rows that an operator would have handed on, if one loop did not stand for it and the next. */
    void passed(Operator operator, Worker worker, long rows);

    /**
     * Notes in which mode a worker has run the stages that end with an operator.
     *
     * @param rows that came to these stages
     * @param nanos what they took
     * @param why tells what is known of the choice, when it is asked
     */
    void ran(Operator operator, Worker worker, boolean isCompiled, long rows, long nanos, Supplier<String> why);

    /** Measures an operator that gives rows of its own. */
    Source timed(Operator operator, Source source);

    /**
     * The worker is going to wait for somebody outside.
     *
     * @return the operator that was at work, which {@link #resume} takes; empty if none is measured
     */
    Optional<Operator> pause(Worker worker);

    void resume(Worker worker, Optional<Operator> paused);
}
