package org.thetisdb.engine.join;

import java.util.concurrent.atomic.AtomicBoolean;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.BatchParts;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.vector.Vector;

/**
 * Ends a worker's build pipeline by keeping its rows, except for those with a null key. When there is no memory for
 * them, or for those of another worker, all go to disk: what was kept at once, and what comes as it comes.
 */
final class BuildStage implements Stage, BatchParts.Work {
    private final Worker worker;
    private final Evaluator[] evaluators;
    private final Vector[] columns;
    private final Vector[] keptKeys;
    private final int[] keptSlots;
    private final MemoryShare share;
    private BuildRows rows;
    private final JoinSpill spilled;
    private final AtomicBoolean isSpilling;
    private final Batch kept;
    private final BatchParts parts;
    private int[] selection = {};
    private long rowBytes;

    /** @param isSpilling shared by all workers: whether one of them has had no memory for its rows */
    BuildStage(Worker worker, Evaluator[] evaluators, int[] keptSlots, MemoryShare share, AtomicBoolean isSpilling) {
        this.worker = worker;
        this.isSpilling = isSpilling;
        this.evaluators = evaluators;
        columns = new Vector[evaluators.length];
        keptKeys = new Vector[evaluators.length];
        for (int key = 0; key < keptKeys.length; key++) {
            keptKeys[key] = new Vector();
        }
        this.keptSlots = keptSlots;
        this.share = share;
        rows = newRows();
        spilled = new JoinSpill(evaluators.length, keptSlots);
        kept = worker.newBatch();
        parts = new BatchParts(worker, this);
    }

    /** The rows that are in memory. */
    BuildRows rows() {
        return rows;
    }

    /** Leaves the rows to whoever has them now, and begins anew. */
    void giveRowsAway() {
        rows = newRows();
    }

    private BuildRows newRows() {
        return new BuildRows(worker, evaluators.length, keptSlots, share);
    }

    /** The rows that are not. */
    JoinSpill spilled() {
        return spilled;
    }

    /** What a row takes in memory, about: as it was when rows were put on disk. */
    long rowBytes() {
        return rowBytes;
    }

    @Override
    public void push(Batch input) {
        parts.push(input);
    }

    @Override
    public void prepare(Batch input) {
        for (int key = 0; key < columns.length; key++) {
            columns[key] = evaluators[key].evaluate(worker.evaluation(), input);
            worker.evaluation().trace().copied(columns[key]);
        }
        for (int slot : keptSlots) {
            worker.evaluation().trace().copied(input.column(slot));
        }
    }

    @Override
    public void process(Batch input) {
        if (JoinKeys.haveNulls(columns)) {
            keepComplete(input);
        } else {
            keep(input, columns);
        }
    }

    private void keep(Batch input, Vector[] keys) {
        if (isSpilling.get()) {
            spill();
            spilled.write(input, keys, 0, worker);
            return;
        }
        rows.append(input, keys);
        if (!rows.tryChargeToGrow()) {
            isSpilling.set(true);
            spill();
        }
    }

    private void keepComplete(Batch input) {
        if (selection.length < input.count()) {
            selection = new int[input.count()];
        }
        int count = JoinKeys.complete(columns, input.count(), selection);
        if (count > 0) {
            for (int key = 0; key < columns.length; key++) {
                keptKeys[key].gather(columns[key], selection, count);
            }
            kept.fillFrom(input, selection, count);
            keep(kept, keptKeys);
        }
    }

    /** Puts all rows on disk. */
    void spill() {
        if (rows.count() > 0) {
            rowBytes = Math.max(rowBytes, rows.bytes() / rows.count());
            spilled.write(rows.rows(), rows.keys(), 0, worker);
            rows.clear();
        }
    }

    /** Forgets all rows. */
    void clear() {
        rows.clear();
        spilled.clear();
        rowBytes = 0;
    }

    @Override
    public void finish() {
        // The rows stay until the sink is reset.
        rows.complete();
    }

    @Override
    public boolean isSatisfied() {
        return false;
    }
}
