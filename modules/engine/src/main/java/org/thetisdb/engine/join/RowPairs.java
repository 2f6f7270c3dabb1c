package org.thetisdb.engine.join;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;

/**
 * Pairs of an input row and a stored row, passed on as batches: what all joins with stored rows have in common. The
 * input's columns stay where they are, those of the stored rows are gathered.
 */
public final class RowPairs {
    /** In place of a stored row: its columns are null. */
    static final int NOTHING = -1;

    private final Worker worker;
    private final int[] storedSlots;
    private final Stage next;
    private final Batch joined;
    private @Nullable Batch input;
    private @Nullable Batch stored;
    private int[] inputRows = {};
    private int[] storedRows = {};
    private int capacity;
    private int count;
    /** Asked of the next stage when it gets rows, not for each pair. */
    private boolean open;

    public RowPairs(Worker worker, int[] storedSlots, Stage next) {
        this.worker = worker;
        this.storedSlots = storedSlots.clone();
        this.next = next;
        this.joined = worker.newBatch();
    }

    public void begin(Batch newInput, Batch newStored) {
        input = newInput;
        stored = newStored;
        capacity = worker.batchRows();
        if (inputRows.length < capacity) {
            inputRows = new int[capacity];
            storedRows = new int[capacity];
        }
        count = 0;
        open = !next.isSatisfied();
    }

    /** Whether more pairs are wanted. */
    public boolean isOpen() {
        return open;
    }

    public void add(int inputRow, int storedRow) {
        inputRows[count] = inputRow;
        storedRows[count++] = storedRow;
        if (count == capacity) {
            flush();
        }
    }

    public void end() {
        if (count > 0 && open) {
            flush();
        }
        input = null;
        stored = null;
    }

    private void flush() {
        joined.fillFrom(Invariant.present(input, "pairs are added between begin and end"), inputRows, count);
        Batch kept = Invariant.present(stored, "pairs are added between begin and end");
        for (int slot : storedSlots) {
            Vector column = joined.own(slot);
            column.gather(kept.column(slot), storedRows, count);
        }
        next.push(joined);
        worker.betweenBatches();
        count = 0;
        open = !next.isSatisfied();
    }
}
