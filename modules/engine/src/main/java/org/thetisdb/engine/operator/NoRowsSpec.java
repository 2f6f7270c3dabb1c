package org.thetisdb.engine.operator;

import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** The end of a pipeline whose rows are not needed. */
record NoRowsSpec() implements SinkSpec {
    @Override
    public String text() {
        return "no rows";
    }

    @Override
    public Stage create(Assembly assembly, Worker worker) {
        return Stage.NO_ROWS;
    }
}
