package org.thetisdb.engine.pipeline;

/** One row without columns. */
public final class UnitSource implements Source {
    @Override
    public int prepare(Worker worker) {
        return 1;
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        Batch one = worker.newBatch();
        one.fill(1);
        stage.push(one);
    }
}
