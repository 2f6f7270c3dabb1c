package org.thetisdb.engine.choice;

import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.pipeline.RunState;

/** Which way a run of a subplan goes; stays the same until the run ends. Belongs to one worker. */
final class SubplanDecision implements RunState {
    private final OuterRowCount outerRows;
    private final long rowsMax;
    private boolean isMade;
    private boolean isOnce;

    /** @param rowsMax how many outer rows are too few to find all at once */
    SubplanDecision(OuterRowCount outerRows, long rowsMax) {
        this.outerRows = outerRows;
        this.rowsMax = rowsMax;
    }

    /** Not where there was no memory for what is found, so that each run would find it again. */
    boolean isOnce(Assembly assembly) {
        if (!isMade) {
            isMade = true;
            int count = assembly.subplan().outerCount();
            isOnce = outerRows.add(count) + count > rowsMax && !assembly.isAnyMadeAgain();
        }
        return isOnce;
    }

    @Override
    public void reset() {
        isMade = false;
        isOnce = false;
    }
}
