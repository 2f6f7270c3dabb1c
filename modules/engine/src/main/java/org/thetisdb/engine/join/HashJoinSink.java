package org.thetisdb.engine.join;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.RunState;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.table.JoinTable;
import org.thetisdb.engine.table.KeyHashing;
import org.thetisdb.value.vector.Vector;

/**
 * The build side of a hash join: keeps rows and their keys. Rows with a null key are dropped, since they match nothing.
 *
 * <p>Threads: each worker collects into a part of its own; {@link #built} merges the parts when it is first called
 * after the build pipeline has ended, and may be called by several workers at once.
 */
public final class HashJoinSink implements RunState {
    /** Makes a worker's evaluators of the build keys. */
    public interface KeyFactory {
        Evaluator[] create(Worker worker);
    }

    /**
     * What a probe needs.
     *
     * @param rows the kept columns; row i of the table is row i here
     */
    record Built(JoinTable table, Batch rows) {}

    private static final String OPERATOR = "HashJoin";

    private final int[] keptSlots;
    private final KeyFactory keys;
    private final List<Part> parts = new CopyOnWriteArrayList<>();
    private volatile @Nullable Built built;
    private @Nullable MemoryCharge tableCharge;

    /**
     * @param keptSlots columns that the join adds to the probing rows
     * @param keys makes the build keys
     */
    public HashJoinSink(int[] keptSlots, KeyFactory keys) {
        this.keptSlots = keptSlots.clone();
        this.keys = keys;
    }

    /** Ends a worker's build pipeline. */
    public Stage stage(Worker worker) {
        Part part = new Part(worker);
        parts.add(part);
        return part;
    }

    /** The merged parts; to be called only after the build pipeline has ended. */
    Built built(Worker worker) {
        Built current = built;
        return current != null ? current : build(worker);
    }

    private synchronized Built build(Worker worker) {
        if (built == null) {
            Part first = parts.isEmpty() ? new Part(worker) : parts.getFirst();
            for (int part = 1; part < parts.size(); part++) {
                first.take(parts.get(part));
            }
            MemoryCharge charge = new MemoryCharge(worker, OPERATOR);
            tableCharge = charge;
            built = first.build(charge);
        }
        return built;
    }

    /** Forgets what was collected. */
    @Override
    public void reset() {
        built = null;
        if (tableCharge != null) {
            tableCharge.release();
            tableCharge = null;
        }
        parts.forEach(Part::clear);
    }

    /** One worker's rows. */
    private final class Part implements Stage {
        private final Worker worker;
        private final Evaluator[] evaluators;
        private final Vector[] columns;
        private final Vector[] stored;
        private final RowStore store;
        private final Batch kept;
        private final Vector[] keptKeys;
        private int[] selection = {};
        private final MemoryCharge keyCharge;

        Part(Worker worker) {
            this.worker = worker;
            store = new RowStore(keptSlots, worker, OPERATOR);
            keyCharge = new MemoryCharge(worker, OPERATOR);
            evaluators = keys.create(worker);
            columns = new Vector[evaluators.length];
            stored = vectors(evaluators.length);
            keptKeys = vectors(evaluators.length);
            kept = worker.newBatch();
        }

        private static Vector[] vectors(int count) {
            Vector[] vectors = new Vector[count];
            for (int index = 0; index < count; index++) {
                vectors[index] = new Vector();
            }
            return vectors;
        }

        @Override
        public void push(Batch rows) {
            boolean anyNull = false;
            for (int key = 0; key < columns.length; key++) {
                columns[key] = evaluators[key].evaluate(worker.evaluation(), rows);
                anyNull |= columns[key].hasNulls();
            }
            if (anyNull) {
                keepComplete(rows);
            } else {
                keep(rows, columns);
            }
            charge();
        }

        private void keepComplete(Batch rows) {
            if (selection.length < rows.count()) {
                selection = new int[rows.count()];
            }
            int count = 0;
            for (int row = 0; row < rows.count(); row++) {
                selection[count] = row;
                count += isComplete(columns, row) ? 1 : 0;
            }
            if (count > 0) {
                for (int key = 0; key < columns.length; key++) {
                    keptKeys[key].gather(columns[key], selection, count);
                }
                kept.fillFrom(rows, selection, count);
                keep(kept, keptKeys);
            }
        }

        private void keep(Batch rows, Vector[] keyColumns) {
            store.append(rows);
            for (int key = 0; key < stored.length; key++) {
                stored[key].append(keyColumns[key], rows.count());
            }
        }

        private void charge() {
            keyCharge.growTo(keyBytes());
        }

        private long keyBytes() {
            long bytes = 0;
            for (Vector key : stored) {
                bytes += key.bytesReserved();
            }
            return bytes;
        }

        private void take(Part other) {
            int count = other.store.count();
            if (count > 0) {
                store.append(other.store);
                for (int key = 0; key < stored.length; key++) {
                    stored[key].append(other.stored[key], count);
                }
                charge();
                other.clear();
            }
        }

        private Built build(MemoryCharge charge) {
            return new Built(new JoinTable(stored, store.count(), KeyHashing.USUAL, charge::growTo), store.rows());
        }

        private void clear() {
            boolean large = keyBytes() > RowStore.KEPT_BYTES_MAX;
            store.clear();
            for (int key = 0; key < stored.length; key++) {
                if (large) {
                    stored[key] = new Vector();
                } else {
                    stored[key].reset(stored[key].kind(), 0);
                }
            }
            keyCharge.release();
        }

        @Override
        public void finish() {
            // The rows stay until the sink is reset.
        }

        @Override
        public boolean isSatisfied() {
            return false;
        }
    }

    /** Whether no key of the row is null. */
    static boolean isComplete(Vector[] keyColumns, int row) {
        for (Vector key : keyColumns) {
            if (key.isNull(row)) {
                return false;
            }
        }
        return true;
    }
}
