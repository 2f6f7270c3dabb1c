package org.thetisdb.engine.pipeline;

/** One row without columns: one morsel, so that one worker at a time uses its batch. */
public final class UnitSource implements Source {
    private final Batch one = new Batch(0);

    @Override
    public int prepare(Worker worker) {
        return 1;
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        one.fill(1);
        stage.push(one);
    }
}
