package org.thetisdb.engine.scan;

import java.util.Optional;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.engine.evaluation.LabelTest;
import org.thetisdb.engine.pipeline.Worker;
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

    /**
     * Picks from consecutive rows of a chunk that may match.
     *
     * @param into gets the nodes that are wanted, ascending
     * @return how many there are
     */
    int pick(int chunk, int firstRow, int count, long[] into) {
        int found = worker.reader().nodes(chunk, firstRow, count, into);
        return labels.isEmpty() || worker.snapshot().labelSet(chunk) != Snapshot.MIXED
                ? found
                : keepLabelled(labels.get().begin(worker.evaluation()), into, found);
    }

    private int keepLabelled(LabelTest test, long[] nodes, int count) {
        if (sets.length < count) {
            sets = new int[count];
        }
        worker.reader().labelSets(nodes, null, count, sets);
        int kept = 0;
        for (int index = 0; index < count; index++) {
            nodes[kept] = nodes[index];
            kept += test.matchesSet(sets[index]) ? 1 : 0;
        }
        return kept;
    }
}
