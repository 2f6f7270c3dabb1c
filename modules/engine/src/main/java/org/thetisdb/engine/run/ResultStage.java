package org.thetisdb.engine.run;

import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Ends the pipelines that give a query's result: one worker's rows, until the {@link ResultSink} wants them. */
final class ResultStage implements Stage {
    private final Worker worker;
    private final ResultSink sink;
    private RowStore rows;

    ResultStage(Worker worker, ResultSink sink, RowStore rows) {
        this.worker = worker;
        this.sink = sink;
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
        if (rows.count() >= sink.rowsMax() || rows.bytes() >= sink.bytesMax() || rows.isOutgrown()) {
            sink.full(this);
        }
    }

    @Override
    public void finish() {
        sink.finish(this);
    }

    @Override
    public boolean isSatisfied() {
        return false;
    }
}
