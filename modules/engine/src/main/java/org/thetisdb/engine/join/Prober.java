package org.thetisdb.engine.join;

import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.table.JoinTable;
import org.thetisdb.engine.table.KeyFinder;
import org.thetisdb.engine.table.KeyHashing;
import org.thetisdb.value.vector.Vector;

/** Looks up rows in a table of build rows, and passes on each pair that it finds. Belongs to one worker. */
final class Prober {
    private final RowPairs pairs;
    private final KeyFinder finder = JoinTable.finder(KeyHashing.USUAL);
    private int[] heads = {};

    /** @param buildSlots columns of the build side to add */
    Prober(Worker worker, int[] buildSlots, Stage next) {
        this.pairs = new RowPairs(worker, buildSlots, next);
    }

    /** @param keys of the input's rows */
    void probe(HashJoinSink.Built built, Batch input, Vector[] keys) {
        JoinTable table = built.table();
        int count = input.count();
        if (heads.length < count) {
            heads = new int[count];
        }
        table.find(finder, keys, count, heads);
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
}
