package org.thetisdb.engine.write;

import java.util.Optional;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.StoreStage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.subquery.LocalSubplan;
import org.thetisdb.value.vector.Vector;

/** CALL { } with a subquery that writes: run for one row after the other, and each sees what those before wrote. */
public final class ApplyWritesSink extends MultiplyingSink {
    private final Shape shape;
    private final LocalSubplan.Factory factory;
    private final Subplan inner;

    @SuppressWarnings("NullAway.Init") // Set by begin(), before any row is written.
    private LocalSubplan body;

    @SuppressWarnings("NullAway.Init") // Set with the body.
    private RowStore results;

    /**
     * How a row is joined with what the subquery gives.
     *
     * @param optional a row without results is kept, outputs null
     * @param unit the subquery gives nothing: each row is kept once
     */
    public record Shape(int[] outputSlots, boolean optional, boolean unit) {
        /** Where the subquery's rows go. */
        Stage last(RowStore results) {
            return unit ? Stage.NO_ROWS : new StoreStage(results);
        }

        void give(MultiplyingSink sink, RowStore results, int row) {
            if (unit) {
                sink.give(row, 1);
                return;
            }
            int count = results.count();
            boolean nothing = count == 0 && optional;
            for (int output = 0; output < outputSlots.length; output++) {
                Vector column = sink.added(output);
                column.append(results.column(output), count);
                if (nothing) {
                    column.padWithNulls(column.count() + 1);
                }
            }
            sink.give(row, nothing ? 1 : count);
        }
    }

    public ApplyWritesSink(
            int[] keptSlots, Optional<Subplan> subplan, Subplan inner, Shape shape, LocalSubplan.Factory factory) {
        super("ApplyWrites", keptSlots, shape.outputSlots(), subplan);
        this.shape = shape;
        this.inner = inner;
        this.factory = factory;
    }

    @Override
    protected void begin(Worker worker) {
        super.begin(worker);
        if (body == null) {
            results = new RowStore(addedSlots(), worker, operator());
            body = factory.create(worker, inner, shape.last(results));
        }
    }

    @Override
    protected void writeRows(Worker worker, Batch rows) {
        Batch one = worker.newBatch();
        for (int row = 0; row < rows.count(); row++) {
            one.fillFrom(rows, new int[] {row}, 1);
            results.rewind();
            body.run(one);
            worker.betweenBatches();
            shape.give(this, results, row);
        }
        results.clear();
    }
}
