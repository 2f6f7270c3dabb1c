package org.thetisdb.engine.evaluation;

import java.util.Arrays;
import org.thetisdb.value.vector.Vector;

/**
 * Some rows of a batch, in any order and with repetitions, with columns gathered on demand. Columns of
 * its own can be put beside those of the batch (the variable of a list comprehension).
 */
public final class SelectedRows implements Rows {
    private static final int COLUMNS_AT_FIRST = 4;

    private Rows parent = ConstantEvaluator.ONE_ROW;
    private int[] selection = {};
    private int count;
    private int gatheredCount;
    private int[] gatheredSlots = new int[COLUMNS_AT_FIRST];
    private Vector[] gathered = new Vector[COLUMNS_AT_FIRST];
    private int ownSlot = -1;

    @SuppressWarnings("NullAway.Init") // Set with its slot.
    private Vector own;

    private int secondSlot = -1;

    @SuppressWarnings("NullAway.Init") // Set with its slot.
    private Vector second;

    /** @param newSelection rows of the parent; not copied */
    public SelectedRows over(Rows newParent, int[] newSelection, int newCount) {
        parent = newParent;
        selection = newSelection;
        count = newCount;
        gatheredCount = 0;
        return this;
    }

    public void hold(int slot, Vector column) {
        ownSlot = slot;
        own = column;
    }

    public void holdSecond(int slot, Vector column) {
        secondSlot = slot;
        second = column;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public Vector column(int slot) {
        if (slot == ownSlot) {
            return own;
        }
        if (slot == secondSlot) {
            return second;
        }
        for (int index = 0; index < gatheredCount; index++) {
            if (gatheredSlots[index] == slot) {
                return gathered[index];
            }
        }
        return gather(slot);
    }

    private Vector gather(int slot) {
        if (gatheredCount == gathered.length) {
            gathered = Arrays.copyOf(gathered, gatheredCount * 2);
            gatheredSlots = Arrays.copyOf(gatheredSlots, gatheredCount * 2);
        }
        Vector target = gathered[gatheredCount];
        if (target == null) {
            target = new Vector();
            gathered[gatheredCount] = target;
        }
        target.choose(parent.column(slot), selection, count);
        gatheredSlots[gatheredCount] = slot;
        gatheredCount++;
        return target;
    }
}
