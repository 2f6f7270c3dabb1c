package org.thetisdb.engine.subquery;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.table.KeyTable;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;

/**
 * An Apply whose subplan reads few different values: it is run once for each of them in a batch, and each of its rows
 * is joined with the outer rows of its value. For each outer row they come in the subplan's order.
 *
 * <pre>
 *   outer rows   a b a c a ──► groups      0 1 0 2 0          order   0 2 4 │ 1 │ 3      outer rows by group
 *                          ──► subplan for a b c                      ▲       ▲   ▲
 *                              a row of it, for group 0       starts  0       3   4
 *                                └──► joined with rows 0, 2, 4
 * </pre>
 */
final class SharedApplyStage implements Stage {
    private final Worker worker;
    private final Subplan subplan;
    private final int[] keySlots;
    private final Optional<AlongRows> along;
    private final Stage next;
    private final Batch distinct;
    private final Batch joined;
    private final int[] outputSlots;
    private final Vector[] outputs;

    @SuppressWarnings("NullAway.Init") // Its chain ends in this stage, so that it comes afterwards.
    private LocalPlan plan;

    private @Nullable Batch outer;
    private int[] groups = {};
    private int[] firstRows = {};
    private int[] order = {};
    private int[] starts = {};
    private int filled;
    private int[] outerRows = {};
    private int[] resultRows = {};
    private boolean isInTable;
    private int[] found = {};
    private int[] foundOuterRows = {};
    private int[] foundResultRows = {};

    SharedApplyStage(
            Worker worker, Subplan subplan, int[] keySlots, Optional<AlongRows> along, int[] outputSlots, Stage next) {
        this.worker = worker;
        this.subplan = subplan;
        this.keySlots = keySlots;
        this.along = along;
        this.next = next;
        this.distinct = worker.newBatch();
        this.joined = worker.newBatch();
        this.outputSlots = outputSlots;
        this.outputs = new Vector[outputSlots.length];
        for (int output = 0; output < outputs.length; output++) {
            outputs[output] = new Vector();
            joined.hold(outputSlots[output], outputs[output]);
        }
    }

    /** Takes the plan to run, whose chain ends in {@link #returning}. */
    void run(LocalPlan newPlan) {
        plan = newPlan;
    }

    /** The last stage of the subplan. */
    Stage returning() {
        return new Return();
    }

    @Override
    public void push(Batch rows) {
        isInTable = along.isPresent() && along.get().gather(rows);
        int count = rows.count();
        reserve(count);
        int groupCount = group(rows, count);
        sortByGroup(count, groupCount);
        distinct.fillFrom(rows, firstRows, groupCount);
        outer = rows;
        subplan.begin(distinct);
        plan.run();
        subplan.end();
        outer = null;
    }

    private void reserve(int count) {
        if (groups.length < count) {
            groups = new int[count];
            firstRows = new int[count];
            order = new int[count];
        }
        int capacity = worker.batchRows();
        if (outerRows.length < capacity) {
            outerRows = new int[capacity];
            resultRows = new int[capacity];
            found = new int[capacity];
            foundOuterRows = new int[capacity];
            foundResultRows = new int[capacity];
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

    /** Outer rows by group: those of group g are {@code order[starts[g]]} up to {@code order[starts[g + 1]]}. */
    private void sortByGroup(int count, int groupCount) {
        starts = new int[groupCount + 1];
        for (int row = 0; row < count; row++) {
            starts[groups[row] + 1]++;
        }
        for (int group = 0; group < groupCount; group++) {
            starts[group + 1] += starts[group];
        }
        int[] places = starts.clone();
        for (int row = 0; row < count; row++) {
            order[places[groups[row]]++] = row;
        }
    }

    private void join(Batch results) {
        long[] groupOfResult = results.column(subplan.rowSlot()).longs();
        filled = 0;
        if (isInTable) {
            along.orElseThrow().pairs(results, (row, result) -> {
                if (groups[row] == groupOfResult[result]) {
                    add(results, row, result);
                }
                return !next.isSatisfied();
            });
            flush(results);
            return;
        }
        for (int result = 0; result < results.count() && !next.isSatisfied(); result++) {
            int group = (int) groupOfResult[result];
            for (int place = starts[group]; place < starts[group + 1]; place++) {
                add(results, order[place], result);
            }
        }
        flush(results);
    }

    private void add(Batch results, int outerRow, int result) {
        outerRows[filled] = outerRow;
        resultRows[filled++] = result;
        if (filled == outerRows.length) {
            flush(results);
        }
    }

    private void flush(Batch results) {
        if (filled > 0 && (along.isEmpty() || isInTable)) {
            pushOn(results, outerRows, resultRows, filled);
        } else if (filled > 0) {
            search(results, along.get());
        }
        filled = 0;
    }

    /** Joins the pairs for which there is a relationship. */
    private void search(Batch results, AlongRows rows) {
        rows.search(outerRows, results, resultRows, filled);
        int count = rows.found(found);
        while (count > 0 && !next.isSatisfied()) {
            for (int index = 0; index < count; index++) {
                foundOuterRows[index] = outerRows[found[index]];
                foundResultRows[index] = resultRows[found[index]];
            }
            pushOn(results, foundOuterRows, foundResultRows, count);
            count = rows.found(found);
        }
    }

    private void pushOn(Batch results, int[] ofOuter, int[] ofResults, int count) {
        for (int output = 0; output < outputs.length; output++) {
            outputs[output].gather(results.column(outputSlots[output]), ofResults, count);
        }
        joined.fillFrom(Invariant.present(outer, "the subplan runs while a batch is pushed"), ofOuter, count);
        next.push(joined);
        worker.betweenBatches();
    }

    @Override
    public void finish() {
        along.ifPresent(AlongRows::clear);
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }

    /** The last stage of the subplan's chain. */
    private final class Return implements Stage {
        @Override
        public void push(Batch rows) {
            join(rows);
        }

        @Override
        public void finish() {
            // The outer pipeline continues: its own finish reaches the next stage.
        }

        @Override
        public boolean isSatisfied() {
            return next.isSatisfied();
        }
    }
}
