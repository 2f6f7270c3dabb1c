package org.thetisdb.engine.trail;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Joins input rows with the paths found for them, and passes them on as batches. With a condition on the whole path,
 * paths are candidates: {@link #settle} says whether one of the row's was accepted.
 */
final class PathOutput {
    private final Worker worker;
    private final int pathSlot;
    private final int relationshipsSlot;
    private final boolean all;
    private final Optional<Predicate> predicate;
    private final Stage next;
    private final Batch candidates;
    private final Batch accepted;
    private final Vector paths = new Vector();
    private final Vector lists = new Vector();
    private @Nullable Batch input;
    private int[] rows = {};
    private int[] selection = {};
    private int capacity;
    private int count;
    private long acceptedCount;

    /** @param all whether a row takes all accepted paths, not just the first */
    PathOutput(
            Worker worker,
            int pathSlot,
            int relationshipsSlot,
            boolean all,
            Optional<Predicate> predicate,
            Stage next) {
        this.worker = worker;
        this.pathSlot = pathSlot;
        this.relationshipsSlot = relationshipsSlot;
        this.all = all;
        this.predicate = predicate;
        this.next = next;
        this.candidates = worker.newBatch();
        this.accepted = worker.newBatch();
        if (pathSlot != Batch.NO_SLOT) {
            candidates.hold(pathSlot, paths);
        }
        if (relationshipsSlot != Batch.NO_SLOT) {
            candidates.hold(relationshipsSlot, lists);
        }
    }

    void begin(Batch newInput) {
        input = newInput;
        capacity = worker.batchRows();
        if (rows.length < capacity) {
            rows = new int[capacity];
            selection = new int[capacity];
        }
        clear();
    }

    private void clear() {
        count = 0;
        paths.reset(VectorKind.OBJECT, pathSlot == Batch.NO_SLOT ? 0 : capacity);
        lists.reset(VectorKind.OBJECT, relationshipsSlot == Batch.NO_SLOT ? 0 : capacity);
    }

    void beginRow() {
        acceptedCount = 0;
    }

    /** Whether the row, and the stages that follow, take more paths. */
    boolean isOpen() {
        return (all || acceptedCount == 0) && !next.isSatisfied();
    }

    void add(int row, PathReference path) {
        rows[count] = row;
        if (pathSlot != Batch.NO_SLOT) {
            paths.objects()[count] = path;
        }
        if (relationshipsSlot != Batch.NO_SLOT) {
            lists.objects()[count] = path.relationships();
        }
        count++;
        if (predicate.isEmpty()) {
            acceptedCount++;
        }
        if (count == capacity) {
            flush();
        }
    }

    /** Decides on all paths of the row given so far: whether any was accepted. */
    boolean settle() {
        if (predicate.isPresent() && count > 0) {
            flush();
        }
        return acceptedCount > 0;
    }

    void end() {
        if (count > 0 && !next.isSatisfied()) {
            flush();
        }
        input = null;
    }

    private void flush() {
        if (pathSlot != Batch.NO_SLOT) {
            paths.resize(count);
        }
        if (relationshipsSlot != Batch.NO_SLOT) {
            lists.resize(count);
        }
        Batch from = Invariant.present(input, "paths are added between begin and end");
        candidates.fillFrom(from, rows, count);
        if (predicate.isEmpty()) {
            next.push(candidates);
        } else {
            int kept = predicate.get().select(worker.evaluation(), candidates, selection);
            kept = all ? kept : (int) Math.min(kept, 1 - Math.min(1, acceptedCount));
            acceptedCount += kept;
            if (kept > 0) {
                accepted.fillFrom(candidates, selection, kept);
                next.push(accepted);
            }
        }
        worker.betweenBatches();
        clear();
    }
}
