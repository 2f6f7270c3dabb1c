package org.thetisdb.engine.run;

import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Ends the pipelines that give a query's result: one worker's rows, until the {@link ResultCollector} wants them. */
final class ResultStage implements Stage {
    private final Worker worker;
    private final ResultCollector collector;
    private RowStore rows;

    ResultStage(Worker worker, ResultCollector collector, RowStore rows) {
        this.worker = worker;
        this.collector = collector;
        this.rows = rows;
    }

    Worker worker() {
        return worker;
    }

    RowStore rows() {
        return rows;
    }

    void fill(RowStore empty) {
        rows = empty;
    }

    @Override
    public void push(Batch batch) {
        rows.append(batch);
        if (rows.count() >= collector.rowsMax() || rows.bytes() >= collector.bytesMax()) {
            collector.full(this);
        }
    }

    @Override
    public void finish() {
        collector.finish(this);
    }

    @Override
    public boolean isSatisfied() {
        return false;
    }
}
