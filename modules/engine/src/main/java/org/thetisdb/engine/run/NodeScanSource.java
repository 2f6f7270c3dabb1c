package org.thetisdb.engine.run;

import java.util.Optional;
import java.util.stream.IntStream;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Gives all nodes with certain labels; a morsel is a chunk. */
final class NodeScanSource implements Source {
    private final Snapshot snapshot;
    private final Optional<LabelMatcher> labels;
    private final ZonePruning pruning;
    private final int slot;
    private int[] chunks = {};

    NodeScanSource(Snapshot snapshot, Optional<LabelMatcher> labels, ZonePruning pruning, int slot) {
        this.snapshot = snapshot;
        this.labels = labels;
        this.pruning = pruning;
        this.slot = slot;
    }

    @Override
    public int prepare(Worker worker) {
        int[] labelled = IntStream.range(0, snapshot.chunkCount())
                .filter(chunk -> labels.isEmpty() || labels.get().matchesChunk(chunk))
                .toArray();
        chunks = pruning.keep(labelled, worker);
        return chunks.length;
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        int chunk = chunks[morsel];
        int rowCount = snapshot.rowCount(chunk);
        Batch batch = worker.newBatch();
        Vector nodes = batch.own(slot);
        for (int from = 0; from < rowCount && !stage.isSatisfied(); from += worker.batchRows()) {
            int count = Math.min(worker.batchRows(), rowCount - from);
            nodes.reset(VectorKind.NODE, count);
            long first = NodeIdLayout.id(chunk, from);
            for (int index = 0; index < count; index++) {
                nodes.longs()[index] = first + index;
            }
            batch.fill(count);
            stage.push(batch);
            worker.betweenBatches();
        }
    }
}
