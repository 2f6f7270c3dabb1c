package org.thetisdb.engine.run;

/** The rows of a {@link WriteCollector}, once {@link #writing} has run. */
final class WrittenRows implements Source {
    /** Ends a pipeline that has no rows. */
    static final Stage NO_ROWS = new Stage() {
        @Override
        public void push(Batch rows) {
            // What comes this far is not part of any result.
        }

        @Override
        public void finish() {
            // Nothing was kept.
        }

        @Override
        public boolean isSatisfied() {
            return false;
        }
    };

    private final WriteCollector collector;
    private int morselCount;

    WrittenRows(WriteCollector collector) {
        this.collector = collector;
    }

    /** Writes, and gives no rows. */
    Source writing() {
        return new Source() {
            @Override
            public int prepare(Worker worker) {
                morselCount = collector.prepare(worker);
                return 0;
            }

            @Override
            public void run(int morsel, Worker worker, Stage stage) {
                throw new IllegalStateException("no such morsel: morsel=" + morsel);
            }
        };
    }

    @Override
    public int prepare(Worker worker) {
        return morselCount;
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        collector.run(morsel, worker, stage);
    }

    @Override
    public boolean isOrdered() {
        return collector.isOrdered();
    }

    @Override
    public void reset() {
        collector.reset();
    }
}
