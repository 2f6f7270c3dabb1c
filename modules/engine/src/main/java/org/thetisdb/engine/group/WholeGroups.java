package org.thetisdb.engine.group;

import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Groups that are all in one table.
 *
 * @param morselRows groups in a morsel
 */
record WholeGroups(GroupTable groups, int morselRows) implements GroupedRows {
    @Override
    public int count() {
        return Math.ceilDiv(groups.count(), morselRows);
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        int first = morsel * morselRows;
        groups.push(first, Math.min(groups.count(), first + morselRows), worker, stage);
    }

    @Override
    public void clear() {
        // The table is a worker's.
    }
}
