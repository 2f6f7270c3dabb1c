package org.thetisdb.engine.subquery;

import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.StoreStage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.table.KeyTable;
import org.thetisdb.value.vector.Vector;

/**
 * An Apply whose subplan reads few different values: it is run once for each of them in a batch, its rows are kept, and
 * each outer row is joined with the rows of its value.
 */
public final class SharedApplyStage implements Stage {
    private final Worker worker;
    private final Subplan subplan;
    private final int[] keySlots;
    private final Stage next;
    private final RowStore results;
    private final Batch distinct;
    private final Batch joined;
    private final Vector[] outputs;

    @SuppressWarnings("NullAway.Init") // Its chain ends in this stage, so that it comes afterwards.
    private LocalPlan plan;

    private int[] groups = {};
    private int[] firstRows = {};
    private int[] outerRows = {};
    private int[] resultRows = {};

    public SharedApplyStage(Worker worker, Subplan subplan, int[] keySlots, int[] outputSlots, Stage next) {
        this.worker = worker;
        this.subplan = subplan;
        this.keySlots = keySlots;
        this.next = next;
        int[] kept = java.util.Arrays.copyOf(outputSlots, outputSlots.length + 1);
        kept[outputSlots.length] = subplan.rowSlot();
        this.results = new RowStore(kept, worker, "Apply");
        this.distinct = worker.newBatch();
        this.joined = worker.newBatch();
        this.outputs = new Vector[outputSlots.length];
        for (int output = 0; output < outputs.length; output++) {
            outputs[output] = new Vector();
            joined.hold(outputSlots[output], outputs[output]);
        }
    }

    /** Takes the plan to run, whose chain ends in {@link #returning}. */
    public void run(LocalPlan newPlan) {
        plan = newPlan;
    }

    /** The last stage of the subplan. */
    public Stage returning() {
        return new StoreStage(results);
    }

    @Override
    public void push(Batch rows) {
        int count = rows.count();
        reserve(count);
        int groupCount = group(rows, count);
        distinct.fillFrom(rows, firstRows, groupCount);
        subplan.begin(distinct);
        results.clear();
        plan.run();
        subplan.end();
        join(rows, count, groupCount);
        results.clear();
    }

    private void reserve(int count) {
        if (groups.length < count) {
            groups = new int[count];
            firstRows = new int[count];
        }
        int capacity = worker.batchRows();
        if (outerRows.length < capacity) {
            outerRows = new int[capacity];
            resultRows = new int[capacity];
        }
    }

    private int group(Batch rows, int count) {
        KeyTable table = new KeyTable(keySlots.length);
        Vector[] keys = new Vector[keySlots.length];
        for (int key = 0; key < keys.length; key++) {
            keys[key] = rows.column(keySlots[key]);
        }
        table.findOrAdd(keys, count, groups);
        for (int row = count - 1; row >= 0; row--) {
            firstRows[groups[row]] = row;
        }
        return table.count();
    }

    /** Results by group: those of group g are {@code order[starts[g]]} up to {@code order[starts[g + 1]]}. */
    private void join(Batch rows, int count, int groupCount) {
        int resultCount = results.count();
        long[] groupOfResult = results.rows().column(subplan.rowSlot()).longs();
        int[] starts = new int[groupCount + 1];
        for (int result = 0; result < resultCount; result++) {
            starts[(int) groupOfResult[result] + 1]++;
        }
        for (int group = 0; group < groupCount; group++) {
            starts[group + 1] += starts[group];
        }
        int[] places = starts.clone();
        int[] order = new int[resultCount];
        for (int result = 0; result < resultCount; result++) {
            order[places[(int) groupOfResult[result]]++] = result;
        }
        int filled = 0;
        for (int row = 0; row < count && !next.isSatisfied(); row++) {
            for (int place = starts[groups[row]]; place < starts[groups[row] + 1]; place++) {
                outerRows[filled] = row;
                resultRows[filled++] = order[place];
                if (filled == outerRows.length) {
                    pushOn(rows, filled);
                    filled = 0;
                }
            }
        }
        if (filled > 0) {
            pushOn(rows, filled);
        }
    }

    private void pushOn(Batch rows, int count) {
        for (int output = 0; output < outputs.length; output++) {
            outputs[output].gather(results.column(output), resultRows, count);
        }
        joined.fillFrom(rows, outerRows, count);
        next.push(joined);
        worker.betweenBatches();
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
