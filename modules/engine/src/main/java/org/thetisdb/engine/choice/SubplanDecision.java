package org.thetisdb.engine.choice;

import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.pipeline.RunState;
import org.thetisdb.engine.pipeline.Worker;

/** Which way a run of a subplan goes; stays the same until the run ends. Belongs to one worker. */
final class SubplanDecision implements RunState {
    private final OuterRowCount outerRows;
    private final long rowsMax;
    private final long tableBytes;
    private boolean isMade;
    private boolean isOnce;

    /**
     * @param rowsMax how many outer rows are too few to find all at once
     * @param tableBytes about what is found takes
     */
    SubplanDecision(OuterRowCount outerRows, long rowsMax, long tableBytes) {
        this.outerRows = outerRows;
        this.rowsMax = rowsMax;
        this.tableBytes = tableBytes;
    }

    /**
     * Not where there is no memory for what is found, so that each run would find it again; nor while another worker
     * finds it.
     */
    boolean isOnce(Assembly assembly, Worker worker) {
        if (!isMade) {
            isMade = true;
            int count = assembly.subplan().outerCount();
            isOnce = outerRows.add(count) + count > rowsMax
                    && !assembly.isAnyMadeAgain()
                    && (assembly.isAllServed() || TableRoom.fits(tableBytes, worker) && outerRows.isFinder(this));
        }
        return isOnce;
    }

    @Override
    public void reset() {
        isMade = false;
        isOnce = false;
    }
}
