package org.thetisdb.engine.join;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Shared;
import org.thetisdb.engine.pipeline.RunState;

/**
 * A build side in a subplan that is the same for all outer rows: it is made once and serves all runs of the subplan
 * within one run of the query, of all workers. Each worker whose run finds none makes one; the first that is whole and
 * in memory stays, so that nobody waits.
 *
 * <p>Thread safe.
 */
final class LastingBuild implements RunState {
    /** Where a plan's instance has it, whatever assembly of a subplan asks. */
    record Spec() implements Shared<LastingBuild> {
        @Override
        public LastingBuild createState(Assembly assembly) {
            return new LastingBuild();
        }
    }

    private volatile HashJoinSink.@Nullable Built built;
    private volatile boolean tooLarge;
    private Optional<BuildRows> rows = Optional.empty();

    /** What there is, if there is some. */
    HashJoinSink.@Nullable Built built() {
        return built;
    }

    /** Keeps what was built of some rows, if nothing is there yet; the rows then belong to this. */
    synchronized boolean keep(HashJoinSink.Built other, BuildRows ofOther) {
        if (built != null) {
            return false;
        }
        rows = Optional.of(ofOther);
        built = other;
        return true;
    }

    /** Some rows were to be kept, and there was no memory for them. */
    void noteTooLarge() {
        tooLarge = true;
    }

    /** Whether a run of the subplan has found that there is no memory for the rows: each makes its own. */
    boolean isTooLarge() {
        return tooLarge && built == null;
    }

    @Override
    public synchronized void reset() {
        built = null;
        tooLarge = false;
        rows.ifPresent(BuildRows::clear);
        rows = Optional.empty();
    }
}
