package org.thetisdb.engine.run;

import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** One row with a number that was known before the run. */
final class CountFromStatisticsSource implements Source {
    private final long count;
    private final int slot;

    CountFromStatisticsSource(long count, int slot) {
        this.count = count;
        this.slot = slot;
    }

    @Override
    public int prepare(Worker worker) {
        return 1;
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        Vector column = new Vector();
        column.reset(VectorKind.INTEGER, 1);
        column.longs()[0] = count;
        Batch batch = worker.newBatch();
        batch.fill(1);
        batch.hold(slot, column);
        stage.push(batch);
    }
}
