package org.thetisdb.engine.pipeline;

/** A source with which something else is made as new after a run. */
public record ResettingSource(Source source, Runnable resetting) implements Source {
    @Override
    public int prepare(Worker worker) {
        return source.prepare(worker);
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        source.run(morsel, worker, stage);
    }

    @Override
    public boolean isOrdered() {
        return source.isOrdered();
    }

    @Override
    public void reset() {
        source.reset();
        resetting.run();
    }
}
