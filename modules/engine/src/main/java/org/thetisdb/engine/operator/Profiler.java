package org.thetisdb.engine.operator;

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
        public Object pause(Worker worker) {
            return NOT_MEASURED;
        }

        @Override
        public void resume(Worker worker, Object pause) {
            // Nothing was measured.
        }
    };

    Object NOT_MEASURED = new Object();

    /** Counts the rows that an operator hands to the next stage. */
    Stage counted(Operator operator, Worker worker, Stage next);

    /** Measures an operator that gives rows of its own. */
    Source timed(Operator operator, Source source);

    /** The worker is going to wait for somebody outside; what it returns goes to {@link #resume}. */
    Object pause(Worker worker);

    void resume(Worker worker, Object pause);
}
