package org.thetisdb.engine.run;

/** Completes a collector whose rows are not given out but looked up by a later pipeline; gives no morsels. */
record JoinedSource(Collector<?> collector) implements Source {
    @Override
    public int prepare(Worker worker) {
        collector.prepare(worker);
        return 0;
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        throw new IllegalStateException("no morsels are given");
    }

    @Override
    public void reset() {
        collector.reset();
    }
}
