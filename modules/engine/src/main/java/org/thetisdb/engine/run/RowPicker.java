package org.thetisdb.engine.run;

import java.util.Optional;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.engine.expression.LabelTest;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.Snapshot;

/** Picks the nodes of a chunk that a scan wants: rows without a node and nodes with other labels are left out. */
final class RowPicker {
    private final Worker worker;
    private final Optional<LabelTest> labels;
    private int[] sets = {};

    /** @param labels empty for all nodes */
    RowPicker(Worker worker, Optional<LabelExpression> labels) {
        this.worker = worker;
        this.labels = labels.map(LabelTest::new);
    }

    /** Whether the chunk has rows to leave out; if not, all that may match do. */
    static boolean isNeeded(Snapshot snapshot, int chunk) {
        return !snapshot.isFull(chunk) || snapshot.labelSet(chunk) == Snapshot.MIXED;
    }

    /** Moves the nodes that are wanted to the front; returns how many they are. */
    int keep(long[] rows, int count) {
        if (sets.length < count) {
            sets = new int[count];
        }
        labels.ifPresent(test -> test.begin(worker.evaluation()));
        worker.reader().labelSets(rows, null, count, sets);
        int kept = 0;
        for (int index = 0; index < count; index++) {
            rows[kept] = rows[index];
            kept += isWanted(sets[index]) ? 1 : 0;
        }
        return kept;
    }

    private boolean isWanted(int set) {
        return labels.isPresent() ? labels.get().matchesSet(set) : set != GraphReader.NO_NODE;
    }
}
