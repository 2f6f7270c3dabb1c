package org.thetisdb.engine.expand;

import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Lets the rows pass in which a relationship (or list of them) has none in common with some others. */
public final class DifferentRelationshipsStage implements Stage {
    private final int slot;
    private final int[] otherSlots;
    private final Stage next;
    private final Batch passed;
    private int[] selection = {};

    public DifferentRelationshipsStage(Worker worker, int slot, int[] otherSlots, Stage next) {
        this.slot = slot;
        this.otherSlots = otherSlots.clone();
        this.next = next;
        this.passed = worker.newBatch();
    }

    @Override
    public void push(Batch rows) {
        int count = rows.count();
        if (selection.length < count) {
            selection = new int[count];
        }
        for (int row = 0; row < count; row++) {
            selection[row] = row;
        }
        Vector column = rows.column(slot);
        int kept = count;
        for (int otherSlot : otherSlots) {
            Vector other = rows.column(otherSlot);
            kept = isSingle(column) && isSingle(other)
                    ? keepUnequal(column.longs(), other.longs(), kept)
                    : keepDisjoint(column, other, kept);
        }
        if (kept == count) {
            next.push(rows);
        } else if (kept > 0) {
            passed.fillFrom(rows, selection, kept);
            next.push(passed);
        }
    }

    private static boolean isSingle(Vector column) {
        return column.kind() == VectorKind.RELATIONSHIP && !column.hasNulls();
    }

    private int keepUnequal(long[] left, long[] right, int count) {
        int kept = 0;
        for (int index = 0; index < count; index++) {
            int row = selection[index];
            selection[kept] = row;
            kept += left[row] != right[row] ? 1 : 0;
        }
        return kept;
    }

    private int keepDisjoint(Vector left, Vector right, int count) {
        int kept = 0;
        for (int index = 0; index < count; index++) {
            int row = selection[index];
            selection[kept] = row;
            kept += RelationshipSets.intersect(left, right, row) ? 0 : 1;
        }
        return kept;
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
