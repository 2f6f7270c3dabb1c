package org.thetisdb.engine.run;

import java.util.Optional;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;

/** Joins each row with all nodes that have the labels. */
final class NodeScanStage implements Stage {
    private final Snapshot snapshot;
    private final Optional<LabelMatcher> labels;
    private final Stage next;
    private final NodeJoin join;

    NodeScanStage(Worker worker, Optional<LabelMatcher> labels, int slot, Stage next) {
        this.snapshot = worker.snapshot();
        this.labels = labels;
        this.next = next;
        this.join = new NodeJoin(worker, slot, next);
    }

    @Override
    public void push(Batch input) {
        join.begin(input);
        int chunkCount = snapshot.chunkCount();
        for (int row = 0; row < input.count() && join.isOpen(); row++) {
            for (int chunk = 0; chunk < chunkCount && join.isOpen(); chunk++) {
                if (labels.isEmpty() || labels.get().matchesChunk(chunk)) {
                    join.addRange(row, NodeIdLayout.id(chunk, 0), snapshot.rowCount(chunk));
                }
            }
        }
        join.end();
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
