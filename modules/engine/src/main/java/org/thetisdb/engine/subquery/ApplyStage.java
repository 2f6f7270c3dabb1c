package org.thetisdb.engine.subquery;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Joins rows with what a subplan yields for them. The subplan sees a whole batch of outer rows at once; its last stage
 * is {@link Return}, which puts each of its rows beside the outer row whose number it carries.
 */
public final class ApplyStage implements Stage {
    private final Worker worker;
    private final Subplan subplan;
    private final boolean optional;
    private final int[] outputSlots;
    private final Stage next;
    private final Batch joined;
    private final Batch unmatched;

    @SuppressWarnings("NullAway.Init") // Its chain ends in this stage, so that it comes afterwards.
    private LocalPlan plan;

    private @Nullable Batch outer;
    private int[] outerRows = {};
    private boolean[] matched = {};

    public ApplyStage(Worker worker, Subplan subplan, boolean optional, int[] outputSlots, Stage next) {
        this.worker = worker;
        this.subplan = subplan;
        this.optional = optional;
        this.outputSlots = outputSlots;
        this.next = next;
        this.joined = worker.newBatch();
        this.unmatched = worker.newBatch();
    }

    /** Takes the plan to run for each batch, whose chain ends in {@link #returning}. */
    public void run(LocalPlan newPlan) {
        plan = newPlan;
    }

    /** The last stage of the subplan. */
    public Stage returning() {
        return new Return();
    }

    @Override
    public void push(Batch rows) {
        outer = rows;
        if (optional) {
            matched = new boolean[rows.count()];
        }
        subplan.begin(rows);
        plan.run();
        subplan.end();
        if (optional) {
            pushUnmatched(rows);
        }
        outer = null;
    }

    private void pushUnmatched(Batch rows) {
        int batchRows = Math.max(worker.batchRows(), Math.min(rows.count(), worker.longBatchRows()));
        reserve(batchRows);
        int count = 0;
        for (int row = 0; row < rows.count() && !next.isSatisfied(); row++) {
            outerRows[count] = row;
            count += matched[row] ? 0 : 1;
            if (count == batchRows) {
                pushUnmatched(rows, count);
                count = 0;
            }
        }
        if (count > 0) {
            pushUnmatched(rows, count);
        }
    }

    private void pushUnmatched(Batch rows, int count) {
        for (int slot : outputSlots) {
            Vector nothing = unmatched.own(slot);
            nothing.reset(VectorKind.NULL, count);
        }
        unmatched.fillFrom(rows, outerRows, count);
        next.push(unmatched);
    }

    private void reserve(int count) {
        if (outerRows.length < count) {
            outerRows = new int[count];
        }
    }

    @Override
    public void finish() {
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
            int count = rows.count();
            reserve(count);
            long[] numbers = rows.column(subplan.rowSlot()).longs();
            for (int row = 0; row < count; row++) {
                outerRows[row] = (int) numbers[row];
                if (optional) {
                    matched[outerRows[row]] = true;
                }
            }
            for (int slot : outputSlots) {
                joined.hold(slot, rows.column(slot));
            }
            Batch from = Invariant.present(outer, "the subplan runs while a batch is pushed");
            joined.fillFrom(from, outerRows, count);
            next.push(joined);
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
