package org.thetisdb.engine.pipeline;

import org.jspecify.annotations.Nullable;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Holds a subplan's outer rows while it runs: the source of its Argument leaves, from which its breakers learn
 * which rows they must not mix. Belongs to one worker.
 */
public final class Subplan {
    private final int rowSlot;
    private final Vector rowNumbers = new Vector();
    private @Nullable Batch outer;

    /** @param rowSlot the hidden column of outer row numbers */
    public Subplan(int rowSlot) {
        this.rowSlot = rowSlot;
    }

    /** The hidden column of outer row numbers. */
    public int rowSlot() {
        return rowSlot;
    }

    public Batch outer() {
        return Invariant.present(outer, "a subplan is asked for its outer rows between begin and end");
    }

    public int outerCount() {
        return outer().count();
    }

    /** Takes a batch of outer rows, and numbers them from 0. */
    public void begin(Batch newOuter) {
        outer = newOuter;
        int count = newOuter.count();
        rowNumbers.reset(VectorKind.INTEGER, count);
        for (int row = 0; row < count; row++) {
            rowNumbers.longs()[row] = row;
        }
    }

    /** Releases the outer rows. */
    public void end() {
        outer = null;
    }

    /** Emits all outer rows, as one morsel: together, unless there are very many. */
    public Source argument() {
        return new Source() {
            @Override
            public int prepare(Worker worker) {
                return 1;
            }

            @Override
            public void run(int morsel, Worker worker, Stage stage) {
                if (outerCount() > worker.longBatchRows()) {
                    pushInPieces(worker, stage);
                    return;
                }
                Batch batch = worker.newBatch();
                batch.fillFrom(outer());
                batch.hold(rowSlot, rowNumbers);
                stage.push(batch);
            }
        };
    }

    private void pushInPieces(Worker worker, Stage stage) {
        Batch batch = worker.newBatch();
        int[] rows = new int[worker.batchRows()];
        for (int from = 0; from < outerCount() && !stage.isSatisfied(); from += rows.length) {
            int count = Math.min(rows.length, outerCount() - from);
            Vector numbers = batch.own(rowSlot);
            numbers.reset(VectorKind.INTEGER, count);
            for (int index = 0; index < count; index++) {
                int row = from + index;
                rows[index] = row;
                numbers.longs()[index] = row;
            }
            batch.fillFrom(outer(), rows, count);
            stage.push(batch);
            worker.betweenBatches();
        }
    }
}
