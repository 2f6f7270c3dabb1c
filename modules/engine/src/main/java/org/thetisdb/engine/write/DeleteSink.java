package org.thetisdb.engine.write;

import java.util.Optional;
import java.util.function.Function;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.vector.Vector;

/** DELETE and DETACH DELETE. */
public final class DeleteSink extends WriteSink {
    private final boolean detach;
    private final Function<Worker, Evaluator[]> targetFactory;

    @SuppressWarnings("NullAway.Init") // Set by begin(), before any row is written.
    private Evaluator[] targets;

    /** @param targetFactory compiles what to delete for the worker that writes */
    public DeleteSink(
            boolean detach, int[] keptSlots, Optional<Subplan> subplan, Function<Worker, Evaluator[]> targetFactory) {
        super("Delete", keptSlots, subplan);
        this.detach = detach;
        this.targetFactory = targetFactory;
    }

    @Override
    protected void begin(Worker worker) {
        if (targets == null) {
            targets = targetFactory.apply(worker);
        }
    }

    @Override
    protected void write(Worker worker, Batch rows) {
        GraphWriter writer = new GraphWriter(worker);
        Vector[] columns = new Vector[targets.length];
        for (int target = 0; target < targets.length; target++) {
            columns[target] = targets[target].evaluate(worker.evaluation(), rows);
        }
        for (int row = 0; row < rows.count(); row++) {
            for (Vector column : columns) {
                writer.delete(column.valueAt(row), detach);
            }
        }
        worker.query().noteDeletion();
    }
}
