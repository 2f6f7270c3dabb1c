package org.thetisdb.engine.scan;

import java.util.Arrays;
import java.util.Optional;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.engine.evaluation.LabelTest;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Gives all nodes with certain labels; a morsel is a chunk. */
public final class NodeScanSource implements Source {
    private final Optional<LabelExpression> labels;
    private final Optional<LabelTest> chunkTest;
    private final ZonePruning pruning;
    private final int slot;
    private int[] chunks = {};

    public NodeScanSource(Optional<LabelExpression> labels, ZonePruning pruning, int slot) {
        this.labels = labels;
        this.chunkTest = labels.map(LabelTest::new);
        this.pruning = pruning;
        this.slot = slot;
    }

    @Override
    public int prepare(Worker worker) {
        chunkTest.ifPresent(test -> test.begin(worker.evaluation()));
        worker.reader().noteScan();
        int[] labelled = new int[worker.snapshot().chunkCount()];
        int count = 0;
        for (int chunk = 0; chunk < labelled.length; chunk++) {
            labelled[count] = chunk;
            count += chunkTest.isEmpty() || chunkTest.get().mayMatchChunk(chunk) ? 1 : 0;
        }
        chunks = pruning.keep(Arrays.copyOf(labelled, count), worker);
        return chunks.length;
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        int chunk = chunks[morsel];
        int rowCount = worker.snapshot().rowCount(chunk);
        worker.reader().scan(chunk, morsel + 1 < chunks.length ? chunks[morsel + 1] : GraphReader.NO_CHUNK);
        boolean picks = RowPicker.isNeeded(worker.snapshot(), chunk);
        Optional<RowPicker> picker = picks ? Optional.of(new RowPicker(worker, labels)) : Optional.empty();
        Batch batch = worker.newBatch();
        Vector nodes = batch.own(slot);
        int batchRows = stage.takesLongBatches() ? worker.longBatchRows() : worker.batchRows();
        for (int from = 0; from < rowCount && !stage.isSatisfied(); from += batchRows) {
            int count = Math.min(batchRows, rowCount - from);
            if (picker.isPresent()) {
                nodes.reset(VectorKind.NODE, count);
                count = picker.get().pick(chunk, from, count, nodes.longs());
                nodes.resize(count);
            } else {
                nodes.resetToRange(VectorKind.NODE, NodeIdLayout.id(chunk, from), count);
            }
            if (count > 0) {
                batch.fill(count);
                stage.push(batch);
            }
            worker.betweenBatches();
        }
    }
}
