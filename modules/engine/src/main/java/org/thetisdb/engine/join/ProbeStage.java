package org.thetisdb.engine.join;

import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.vector.Vector;

/** Joins each row with the rows of a hash join's build side that have the same keys. */
public final class ProbeStage implements Stage {
    private final Worker worker;
    private final HashJoinSink sink;
    private final Evaluator[] probeKeys;
    private final Stage next;
    private final RowPairs pairs;
    private final Vector[] columns;
    private long[] hashes = {};
    private long[] scratch = {};

    /** @param buildSlots columns of the build side to add, all of them among those that the sink keeps */
    public ProbeStage(Worker worker, HashJoinSink sink, Evaluator[] probeKeys, int[] buildSlots, Stage next) {
        this.worker = worker;
        this.sink = sink;
        this.probeKeys = probeKeys.clone();
        this.next = next;
        this.pairs = new RowPairs(worker, buildSlots, next);
        this.columns = new Vector[probeKeys.length];
    }

    @Override
    public void push(Batch input) {
        HashJoinSink.Built built = sink.built(worker);
        JoinTable table = built.table();
        int count = input.count();
        if (built.rows().count() == 0 || count == 0) {
            return;
        }
        boolean anyNull = false;
        for (int key = 0; key < columns.length; key++) {
            columns[key] = probeKeys[key].evaluate(worker.evaluation(), input);
            anyNull |= columns[key].hasNulls();
        }
        if (hashes.length < count) {
            hashes = new long[count];
            scratch = new long[count];
        }
        JoinTable.hash(columns, count, hashes, scratch);
        pairs.begin(input, built.rows());
        boolean plain = table.isPlain(columns);
        for (int row = 0; row < count && pairs.isOpen(); row++) {
            if (anyNull && !HashJoinSink.isComplete(columns, row)) {
                continue;
            }
            if (plain) {
                probePlain(table, row);
            } else {
                probe(table, row);
            }
        }
        pairs.end();
    }

    private void probePlain(JoinTable table, int row) {
        long[] keys = table.plainKeys();
        long key = columns[0].longs()[row];
        int found = table.first(hashes[row]);
        while (found != JoinTable.NO_ROW) {
            if (keys[found] == key) {
                pairs.add(row, found);
            }
            found = table.next(found);
        }
    }

    private void probe(JoinTable table, int row) {
        long hash = hashes[row];
        int found = table.first(hash);
        while (found != JoinTable.NO_ROW) {
            if (table.matches(found, hash, columns, row)) {
                pairs.add(row, found);
            }
            found = table.next(found);
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
}
