package org.thetisdb.engine.run;

import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * The place where a subplan's outer rows are while it runs: the source of its Argument leaves and what its breakers ask
 * for the rows they must not mix. Belongs to one worker.
 */
final class Subplan {
    private final int rowSlot;
    private final Vector rowNumbers = new Vector();
    private Batch outer;

    /** @param rowSlot the hidden column of outer row numbers */
    Subplan(int rowSlot) {
        this.rowSlot = rowSlot;
    }

    int rowSlot() {
        return rowSlot;
    }

    Batch outer() {
        return outer;
    }

    int outerCount() {
        return outer.count();
    }

    void begin(Batch newOuter) {
        outer = newOuter;
        int count = newOuter.count();
        rowNumbers.reset(VectorKind.INTEGER, count);
        for (int row = 0; row < count; row++) {
            rowNumbers.longs()[row] = row;
        }
    }

    void end() {
        outer = null;
    }

    /** Gives out all outer rows at once, as one morsel. */
    Source argument() {
        return new Source() {
            @Override
            public int prepare(Worker worker) {
                return 1;
            }

            @Override
            public void run(int morsel, Worker worker, Stage stage) {
                Batch batch = worker.newBatch();
                batch.fillFrom(outer);
                batch.hold(rowSlot, rowNumbers);
                stage.push(batch);
            }
        };
    }
}
