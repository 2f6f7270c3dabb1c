package org.thetisdb.engine.scan;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.engine.evaluation.LabelTest;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.SettledNodes;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Gives all nodes with certain labels; a morsel is a chunk. */
public final class NodeScanSource implements Source {
    private final Optional<LabelExpression> labels;
    private final Optional<LabelTest> chunkTest;
    private final ZonePruning pruning;
    private final Optional<ChunkOrder> order;
    private final ScanBound bound;
    private final int slot;
    private int[] chunks = {};

    /** @param bound of the values by which the chunks are in order, if they are */
    NodeScanSource(
            Optional<LabelExpression> labels,
            ZonePruning pruning,
            Optional<ChunkOrder> order,
            ScanBound bound,
            int slot) {
        this.labels = labels;
        this.chunkTest = labels.map(LabelTest::new);
        this.pruning = pruning;
        this.order = order;
        this.bound = bound;
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
        int[] kept = pruning.keep(Arrays.copyOf(labelled, count), worker);
        chunks = order.map(each -> each.arranged(kept, worker)).orElse(kept);
        return chunks.length;
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        int chunk = chunks[morsel];
        if (order.isPresent() && order.get().excludes(chunk, bound, worker)) {
            return;
        }
        int rowCount = worker.snapshot().rowCount(chunk);
        worker.reader().scan(chunk, morsel + 1 < chunks.length ? chunks[morsel + 1] : GraphReader.NO_CHUNK);
        if (stage.wantsNodes() && isTaken(chunk, worker, stage)) {
            return;
        }
        if (RowPicker.isNeeded(worker.snapshot(), chunk)) {
            pushPicked(chunk, rowCount, worker, stage);
        } else {
            pushAll(chunk, rowCount, worker, stage);
        }
    }

    /**
     * Offers all nodes of a chunk at once. What was changed since the base, of which no column knows, follows by
     * itself.
     */
    private boolean isTaken(int chunk, Worker worker, Stage stage) {
        SettledNodes settled = new SettledNodes();
        if (!worker.reader().settledNodes(chunk, wantedSets(chunk, worker), settled)
                || settled.rowCount() == 0
                || stage.isSatisfied()) {
            return false;
        }
        Batch batch = worker.newBatch();
        fill(batch, chunk, 0, settled.rowCount());
        if (!stage.takeNodes(batch, settled.isAll() ? null : settled.bits())) {
            return false;
        }
        worker.betweenBatches();
        int batchRows = batchRows(worker, stage);
        for (int from = 0; from < settled.otherCount() && !stage.isSatisfied(); from += batchRows) {
            int count = Math.min(batchRows, settled.otherCount() - from);
            Vector nodes = batch.own(slot);
            nodes.reset(VectorKind.NODE, count);
            System.arraycopy(settled.others(), from, nodes.longs(), 0, count);
            batch.fill(count);
            stage.push(batch);
            worker.betweenBatches();
        }
        return true;
    }

    /** Of a chunk of mixed labels, the label sets that are wanted; null if all nodes are. */
    private @Nullable IntPredicate wantedSets(int chunk, Worker worker) {
        return labels.isPresent() && worker.snapshot().labelSet(chunk) == Snapshot.MIXED
                ? new LabelTest(labels.get()).begin(worker.evaluation())::matchesSet
                : null;
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
        Batch batch = worker.newBatch();
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
