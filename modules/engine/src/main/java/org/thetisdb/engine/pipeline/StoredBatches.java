package org.thetisdb.engine.pipeline;

import org.jspecify.annotations.Nullable;

/** Gives stored rows out again, in batches of a worker's size. */
public final class StoredBatches {
    private StoredBatches() {}

    /**
     * Pushes rows until the stage is satisfied.
     *
     * @param stored holds columns and does not change meanwhile
     * @param order indexes of its rows; null for their own order
     * @param first the place in that order where to begin
     * @param end the place after the last one
     */
    public static void push(Batch stored, int @Nullable [] order, int first, int end, Worker worker, Stage stage) {
        int batchRows = worker.batchRows();
        Batch batch = worker.newBatch();
        int[] rows = new int[Math.min(batchRows, end - first)];
        for (int from = first; from < end && !stage.isSatisfied(); from += batchRows) {
            int count = Math.min(batchRows, end - from);
            for (int index = 0; index < count; index++) {
                rows[index] = order == null ? from + index : order[from + index];
            }
            batch.fillFrom(stored, rows, count);
            stage.push(batch);
            worker.betweenBatches();
        }
    }
}
