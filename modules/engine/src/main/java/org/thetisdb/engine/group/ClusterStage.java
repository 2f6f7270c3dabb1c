package org.thetisdb.engine.group;

import java.util.Arrays;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Passes rows on in clusters, whose numbers grow. Used by one worker. */
final class ClusterStage implements Stage {
    private final int clusterRows;
    private final Stage next;
    private final Batch cluster;
    private final Vector numbers = new Vector();
    private final int[] rows;
    private long number;

    ClusterStage(Worker worker, int slot, int clusterRows, Stage next) {
        this.clusterRows = clusterRows;
        this.next = next;
        this.rows = new int[clusterRows];
        this.cluster = worker.newBatch();
        cluster.hold(slot, numbers);
    }

    @Override
    public void push(Batch batch) {
        for (int first = 0; first < batch.count() && !next.isSatisfied(); first += clusterRows) {
            int count = Math.min(clusterRows, batch.count() - first);
            for (int index = 0; index < count; index++) {
                rows[index] = first + index;
            }
            number++;
            numbers.reset(VectorKind.INTEGER, count);
            Arrays.fill(numbers.longs(), 0, count, number);
            cluster.fillFrom(batch, rows, count);
            next.push(cluster);
        }
    }

    @Override
    public void finish() {
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
