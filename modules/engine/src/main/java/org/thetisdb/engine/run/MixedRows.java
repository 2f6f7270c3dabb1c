package org.thetisdb.engine.run;

import java.util.Optional;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.engine.expression.LabelTest;
import org.thetisdb.storage.GraphReader;

/** Picks the nodes of a mixed chunk that a scan wants: rows without a node and nodes with other labels are left out. */
final class MixedRows {
    private final Worker worker;
    private final Optional<LabelTest> labels;
    private int[] sets = {};

    /** @param labels empty for all nodes */
    MixedRows(Worker worker, Optional<LabelExpression> labels) {
        this.worker = worker;
        this.labels = labels.map(LabelTest::new);
    }

    /** Moves the nodes that are wanted to the front; returns how many they are. */
    int keep(long[] rows, int count) {
        if (sets.length < count) {
            sets = new int[count];
        }
        int kept = 0;
        if (labels.isPresent()) {
            int found = labels.get().begin(worker.evaluation()).keep(rows, count, sets);
            for (int index = 0; index < found; index++) {
                rows[kept++] = rows[sets[index]];
            }
            return kept;
        }
        worker.reader().labelSets(rows, null, count, sets);
        for (int index = 0; index < count; index++) {
            rows[kept] = rows[index];
            kept += sets[index] == GraphReader.NO_NODE ? 0 : 1;
        }
        return kept;
    }
}
