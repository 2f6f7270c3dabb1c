package org.thetisdb.engine.write;

import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** The rows of a {@link WriteCollector}, once {@link #writing} has run. */
public final class WrittenRows implements Source {
    /** Ends a pipeline that has no rows. */
    public static final Stage NO_ROWS = new Stage() {
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

    public WrittenRows(WriteCollector collector) {
        this.collector = collector;
    }

    /** Writes, and gives no rows. */
    public Source writing() {
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
