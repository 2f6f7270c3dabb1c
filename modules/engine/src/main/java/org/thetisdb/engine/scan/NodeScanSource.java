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
        if (RowPicker.isNeeded(worker.snapshot(), chunk)) {
            pushPicked(chunk, rowCount, worker, stage);
        } else {
            pushAll(chunk, rowCount, worker, stage);
        }
    }

    private void pushPicked(int chunk, int rowCount, Worker worker, Stage stage) {
        RowPicker picker = new RowPicker(worker, labels);
        Batch batch = worker.newBatch();
        Vector nodes = batch.own(slot);
        int batchRows = batchRows(worker, stage);
        for (int from = 0; from < rowCount && !stage.isSatisfied(); from += batchRows) {
            int some = Math.min(batchRows, rowCount - from);
            nodes.reset(VectorKind.NODE, some);
            int count = picker.pick(chunk, from, some, nodes.longs());
            nodes.resize(count);
            if (count > 0) {
                batch.fill(count);
                stage.push(batch);
            }
            worker.betweenBatches();
        }
    }

    private void pushAll(int chunk, int rowCount, Worker worker, Stage stage) {
        if (rowCount == 0 || stage.isSatisfied()) {
            return;
        }
        Batch batch = worker.newBatch();
        fill(batch, chunk, 0, rowCount);
        if (stage.takeNodes(batch, null)) {
            worker.betweenBatches();
            return;
        }
        int batchRows = batchRows(worker, stage);
        for (int from = 0; from < rowCount && !stage.isSatisfied(); from += batchRows) {
            fill(batch, chunk, from, Math.min(batchRows, rowCount - from));
            stage.push(batch);
            worker.betweenBatches();
        }
    }

    private void fill(Batch batch, int chunk, int firstRow, int count) {
        batch.own(slot).resetToRange(VectorKind.NODE, NodeIdLayout.id(chunk, firstRow), count);
        batch.fill(count);
    }

    private static int batchRows(Worker worker, Stage stage) {
        return stage.takesLongBatches() ? worker.longBatchRows() : worker.batchRows();
    }
}
