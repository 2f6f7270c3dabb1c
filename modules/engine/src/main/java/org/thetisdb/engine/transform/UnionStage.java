package org.thetisdb.engine.transform;

import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.vector.Vector;

/** Gives the columns of one branch of a union the names of the whole; the vectors are shared. */
public final class UnionStage implements Stage {
    private final int[] fromSlots;
    private final int[] toSlots;
    private final Stage next;
    private final Batch renamed;
    private final Vector[] columns;

    public UnionStage(Worker worker, int[] fromSlots, int[] toSlots, Stage next) {
        this.fromSlots = fromSlots.clone();
        this.toSlots = toSlots.clone();
        this.next = next;
        this.renamed = worker.newBatch();
        this.columns = new Vector[fromSlots.length];
    }

    @Override
    public void push(Batch rows) {
        // All are fetched before any is held: a slot may be the source of one column and the target of another.
        for (int column = 0; column < columns.length; column++) {
            columns[column] = rows.column(fromSlots[column]);
        }
        renamed.fillFrom(rows);
        for (int column = 0; column < columns.length; column++) {
            renamed.hold(toSlots[column], columns[column]);
        }
        next.push(renamed);
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
