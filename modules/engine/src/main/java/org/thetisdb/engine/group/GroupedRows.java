package org.thetisdb.engine.group;

import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Groups that are complete, in morsels that several workers may take at once. */
sealed interface GroupedRows permits WholeGroups, GroupPartitions, SpilledPartitions {
    /** The number of morsels. */
    int count();

    /** Pushes the rows of a morsel until the stage is satisfied. */
    void run(int morsel, Worker worker, Stage stage);

    /** Releases what was made to merge groups; the workers' own tables are not among it. */
    void clear();
}
