package org.thetisdb.engine.join;

import java.util.Optional;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.BatchParts;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.engine.table.JoinTable;
import org.thetisdb.engine.table.KeyFinder;
import org.thetisdb.engine.table.KeyHashing;
import org.thetisdb.engine.table.KeyPartitions;
import org.thetisdb.value.vector.Vector;

/**
 * Joins each row with the rows of a hash join's build side that have the same keys. Where a part of the build side is
 * on disk, the rows that may match it are put there, too, and not looked up in the table of the other part. Rows that
 * match nothing go on by themselves if these are kept.
 */
public final class ProbeStage implements Stage, BatchParts.Work {
    private final Worker worker;
    private final HashJoinSink sink;
    private final Evaluator[] probeKeys;
    private final boolean optional;
    private final Stage next;
    private final Prober prober;
    private final Vector[] columns;
    private final Batch complete;
    private final Batch incomplete;
    private final Batch resident;
    private final BatchParts parts;
    private final KeyFinder finder = JoinTable.finder(KeyHashing.USUAL);
    private Optional<JoinSpill> spill = Optional.empty();
    private int[] residentRows = {};

    /**
     * @param buildSlots columns of the build side to add, all of them among those that the sink keeps
     * @param optional whether rows that match nothing are kept
     */
    public ProbeStage(
            Worker worker, HashJoinSink sink, Evaluator[] probeKeys, int[] buildSlots, boolean optional, Stage next) {
        this.worker = worker;
        this.sink = sink;
        this.probeKeys = probeKeys.clone();
        this.optional = optional;
        this.next = next;
        this.prober = new Prober(worker, buildSlots, optional, next);
        this.columns = new Vector[probeKeys.length];
        this.complete = worker.newBatch();
        this.incomplete = worker.newBatch();
        this.resident = worker.newBatch();
        this.parts = new BatchParts(worker, this);
    }

    @Override
    public void push(Batch input) {
        HashJoinSink.Built built = sink.built(worker);
        boolean inMemory = built.rows().count() > 0;
        if (input.count() > 0 && (optional || inMemory || built.isSpilled())) {
            parts.push(input);
        }
    }

    @Override
    public void prepare(Batch input) {
        for (int key = 0; key < columns.length; key++) {
            columns[key] = probeKeys[key].evaluate(worker.evaluation(), input);
        }
        if (sink.built(worker).isSpilled()) {
            prepareToSpill(input);
        }
    }

    private void prepareToSpill(Batch input) {
        for (Vector column : columns) {
            worker.evaluation().trace().copied(column);
        }
        for (int slot : sink.probeSlots()) {
            worker.evaluation().trace().copied(input.column(slot));
        }
    }

    @Override
    public void process(Batch input) {
        HashJoinSink.Built built = sink.built(worker);
        if (!built.isSpilled()) {
            prober.probe(built, input, columns);
            return;
        }
        if (JoinKeys.haveNulls(columns)) {
            spillComplete(built, input);
        } else {
            spill(built, input, columns);
        }
    }

    private void spillComplete(HashJoinSink.Built built, Batch input) {
        int[] rows = new int[input.count()];
        int count = JoinKeys.complete(columns, input.count(), rows);
        if (count > 0) {
            complete.fillFrom(input, rows, count);
            spill(built, complete, gathered(columns, rows, count));
        }
        if (optional) {
            incomplete.fillFrom(input, rows, JoinKeys.incomplete(columns, input.count(), rows));
            prober.passAlone(built, incomplete);
        }
    }

    private void spill(HashJoinSink.Built built, Batch rows, Vector[] keys) {
        if (spill.isEmpty()) {
            spill = Optional.of(sink.probeSpill());
        }
        spill.get().write(rows, keys, built.firstSpilled(), worker);
        if (optional || built.rows().count() > 0) {
            probeResident(built, rows, keys);
        }
    }

    /** Looks up the rows whose partitions are in memory: usually few, in a table beyond the processor's caches. */
    private void probeResident(HashJoinSink.Built built, Batch rows, Vector[] keys) {
        residentRows = Vectors.room(residentRows, rows.count());
        int count =
                KeyPartitions.rowsOf(finder, keys, rows.count(), 0, built.firstSpilled(), JoinSpill.BITS, residentRows);
        if (count > 0) {
            resident.fillFrom(rows, residentRows, count);
            prober.probe(built, resident, gathered(keys, residentRows, count));
        }
    }

    private static Vector[] gathered(Vector[] columns, int[] rows, int count) {
        Vector[] some = new Vector[columns.length];
        for (int column = 0; column < some.length; column++) {
            some[column] = new Vector();
            some[column].gather(columns[column], rows, count);
        }
        return some;
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
