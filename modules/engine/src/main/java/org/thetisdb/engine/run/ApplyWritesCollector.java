package org.thetisdb.engine.run;

import java.util.Optional;
import org.thetisdb.value.vector.Vector;

/** CALL { } with a subquery that writes: run for one row after the other, so that a row sees what those before wrote. */
final class ApplyWritesCollector extends MultiplyingCollector {
    private final boolean optional;
    private final boolean unit;
    private final int outputCount;
    private final LocalSubplan.Factory factory;
    private final Subplan inner;
    private Optional<LocalSubplan> body = Optional.empty();
    private RowStore results;

    /**
     * @param addedSlots the subquery's outputs
     * @param unit the subquery gives nothing: each row is given out once
     */
    ApplyWritesCollector(
            int[] keptSlots,
            int[] addedSlots,
            Subplan subplan,
            Subplan inner,
            boolean optional,
            boolean unit,
            LocalSubplan.Factory factory) {
        super("ApplyWrites", keptSlots, addedSlots, subplan);
        this.optional = optional;
        this.unit = unit;
        this.outputCount = addedSlots.length;
        this.inner = inner;
        this.factory = factory;
    }

    @Override
    protected void begin(Worker worker, int rowCount) {
        super.begin(worker, rowCount);
        if (body.isEmpty()) {
            results = new RowStore(addedSlots(), worker, operator());
            body = Optional.of(factory.create(worker, inner, unit ? WrittenRows.NO_ROWS : new StoreStage(results)));
        }
    }

    @Override
    protected void writeRows(Worker worker, Batch rows) {
        Batch one = worker.newBatch();
        for (int row = 0; row < rows.count(); row++) {
            one.fillFrom(rows, new int[] {row}, 1);
            body.orElseThrow().run(one);
            worker.betweenBatches();
            give(row);
        }
    }

    private void give(int row) {
        if (unit) {
            give(row, 1);
            return;
        }
        int count = results.count();
        for (int output = 0; output < outputCount; output++) {
            Vector column = added(output);
            column.append(results.column(output), count);
            if (count == 0 && optional) {
                column.padWithNulls(column.count() + 1);
            }
        }
        give(row, count == 0 && optional ? 1 : count);
        results.rewind();
    }
}
