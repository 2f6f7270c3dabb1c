package org.thetisdb.engine.operator;

import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.ExchangeSink;

/**
 * Keeps the rows of a pipeline that one worker runs, and hands them out in small morsels to all.
 *
 * @param slots the columns to keep
 * @param sharedRowsMin fewer rows are not worth a second worker
 */
record Exchange(int[] slots, long sharedRowsMin) implements BreakerSpec<ExchangeSink> {
    @Override
    public String text() {
        return "Exchange";
    }

    @Override
    public ExchangeSink createState(Assembly assembly) {
        return new ExchangeSink(slots, sharedRowsMin);
    }

    @Override
    public Stage create(Assembly assembly, Worker worker) {
        return assembly.state(this).stage(worker);
    }
}
