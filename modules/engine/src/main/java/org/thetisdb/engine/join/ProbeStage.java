package org.thetisdb.engine.join;

import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.table.JoinTable;
import org.thetisdb.engine.table.KeyFinder;
import org.thetisdb.engine.table.KeyHashing;
import org.thetisdb.value.vector.Vector;

/** Joins each row with the rows of a hash join's build side that have the same keys. */
public final class ProbeStage implements Stage {
    private final Worker worker;
    private final HashJoinSink sink;
    private final Evaluator[] probeKeys;
    private final Stage next;
    private final RowPairs pairs;
    private final Vector[] columns;
    private final KeyFinder finder = JoinTable.finder(KeyHashing.USUAL);
    private int[] heads = {};

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
        for (int key = 0; key < columns.length; key++) {
            columns[key] = probeKeys[key].evaluate(worker.evaluation(), input);
        }
        if (heads.length < count) {
            heads = new int[count];
        }
        table.find(finder, columns, count, heads);
        pairs.begin(input, built.rows());
        boolean unique = table.isUnique();
        for (int row = 0; row < count && pairs.isOpen(); row++) {
            int head = heads[row];
            if (head >= 0 && unique) {
                pairs.add(row, head);
            } else if (head >= 0) {
                addAll(table, row, table.first(head));
            }
        }
        pairs.end();
    }

    private void addAll(JoinTable table, int row, int first) {
        int place = first;
        pairs.add(row, table.row(place));
        while (!table.isLast(place)) {
            place++;
            pairs.add(row, table.row(place));
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
