package org.thetisdb.engine.pipeline;

/** Passes batches on in pieces of the usual size, behind a stage that may have been given larger ones. */
public final class BatchPieces implements Stage {
    private final Worker worker;
    private final Stage next;
    private final Batch piece;
    private int[] rows = {};

    public BatchPieces(Worker worker, Stage next) {
        this.worker = worker;
        this.next = next;
        this.piece = worker.newBatch();
    }

    @Override
    public void push(Batch batch) {
        int most = next.takesLongBatches() ? worker.longBatchRows() : worker.batchRows();
        if (batch.count() <= most) {
            next.push(batch);
            return;
        }
        if (rows.length < most) {
            rows = new int[most];
        }
        for (int from = 0; from < batch.count() && !next.isSatisfied(); from += most) {
            int count = Math.min(most, batch.count() - from);
            for (int index = 0; index < count; index++) {
                rows[index] = from + index;
            }
            piece.fillFrom(batch, rows, count);
            next.push(piece);
            worker.betweenBatches();
        }
    }

    @Override
    public boolean takesLongBatches() {
        return next.takesLongBatches();
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
