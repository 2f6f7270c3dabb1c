package org.thetisdb.engine.fuse;

import java.util.List;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.Profiler;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Tells a profiler what a loop did: the rows that passed between the operators that it stands for, and its time.
 * Belongs to one worker.
 *
 * @param operator that modes are reported of
 * @param inner the operators whose rows pass inside the loop
 */
record ModeWatch(Profiler profiler, Worker worker, Operator operator, List<Inner> inner) {
    /** An operator, and after which filter its rows pass; before all of them for -1. */
    record Inner(Operator operator, int filter) {}

    /** Whether anybody looks. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    boolean isOn() {
        return profiler != Profiler.OFF;
    }

    /** A batch went through the loop. */
    void passed(int rowCount, LoopRunner computed) {
        if (!isOn()) {
            return;
        }
        for (Inner each : inner) {
            profiler.passed(
                    each.operator(), worker, each.filter() < 0 ? rowCount : computed.passedCount(each.filter()));
        }
    }

    /** A batch was done, in so many nanoseconds. */
    void ran(boolean isFused, long rowCount, long nanos, FuseSite site) {
        if (isOn()) {
            profiler.ran(operator, worker, isFused, rowCount, nanos, site::text);
        }
    }
}
