package org.thetisdb.engine.scan;

import java.util.Optional;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.engine.evaluation.LabelTest;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;

/** Joins each row with all nodes that have the labels. */
public final class NodeScanStage implements Stage {
    private final Worker worker;
    private final Optional<LabelTest> labels;
    private final RowPicker picker;
    private final Stage next;
    private final NodeJoin join;
    private long[] nodes = {};

    public NodeScanStage(Worker worker, Optional<LabelExpression> labels, int slot, Stage next) {
        this.worker = worker;
        this.labels = labels.map(LabelTest::new);
        this.picker = new RowPicker(worker, labels);
        this.next = next;
        this.join = new NodeJoin(worker, slot, next);
    }

    @Override
    public void push(Batch input) {
        worker.reader().noteScan();
        Snapshot snapshot = worker.snapshot();
        labels.ifPresent(test -> test.begin(worker.evaluation()));
        join.begin(input);
        for (int row = 0; row < input.count() && join.isOpen(); row++) {
            int following;
            for (int chunk = nextChunk(snapshot, 0);
                    chunk != GraphReader.NO_CHUNK && join.isOpen();
                    chunk = following) {
                following = nextChunk(snapshot, chunk + 1);
                worker.reader().scan(chunk, following);
                if (RowPicker.isNeeded(snapshot, chunk)) {
                    addPicked(row, chunk, snapshot.rowCount(chunk));
                } else {
                    join.addRange(row, NodeIdLayout.id(chunk, 0), snapshot.rowCount(chunk));
                }
            }
        }
        join.end();
    }

    /** The first chunk from one on that may have such nodes. */
    private int nextChunk(Snapshot snapshot, int from) {
        for (int chunk = from; chunk < snapshot.chunkCount(); chunk++) {
            if (labels.isEmpty() || labels.get().mayMatchChunk(chunk)) {
                return chunk;
            }
        }
        return GraphReader.NO_CHUNK;
    }

    private void addPicked(int row, int chunk, int rowCount) {
        int capacity = worker.batchRows();
        if (nodes.length < capacity) {
            nodes = new long[capacity];
        }
        for (int from = 0; from < rowCount && join.isOpen(); from += capacity) {
            int count = Math.min(capacity, rowCount - from);
            join.addAll(row, nodes, picker.pick(chunk, from, count, nodes));
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
