package org.thetisdb.engine.run;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.thetisdb.engine.expression.Evaluator;
import org.thetisdb.value.vector.Vector;

/**
 * The build side of a hash join: keeps rows and their keys. Rows with a key that is null are dropped, they match none.
 *
 * <p>Threads: each worker collects into a part of its own; {@link #built} joins the parts when it is first called after
 * the build pipeline has ended, and may be called by several workers at once.
 */
final class HashJoinCollector {
    /** Makes a worker's evaluators of the build keys. */
    interface KeyFactory {
        Evaluator[] create(Worker worker);
    }

    /**
     * What a probe needs.
     *
     * @param rows the kept columns; row i of the table is row i here
     */
    record Built(JoinTable table, Batch rows) {}

    private final int[] keptSlots;
    private final KeyFactory keys;
    private final List<Part> parts = new CopyOnWriteArrayList<>();
    private volatile Built built;

    /**
     * @param keptSlots columns that the join adds to the probing rows
     * @param keys makes the build keys
     */
    HashJoinCollector(int[] keptSlots, KeyFactory keys) {
        this.keptSlots = keptSlots.clone();
        this.keys = keys;
    }

    /** Ends a worker's build pipeline. */
    Stage stage(Worker worker) {
        Part part = new Part(worker);
        parts.add(part);
        return part;
    }

    /** The joined parts; to be called only after the build pipeline has ended. */
    Built built(Worker worker) {
        Built current = built;
        return current != null ? current : build(worker);
    }

    private synchronized Built build(Worker worker) {
        if (built == null) {
            if (parts.isEmpty()) {
                built = new Part(worker).build();
            } else {
                Part first = parts.getFirst();
                for (Part part : parts.subList(1, parts.size())) {
                    first.take(part);
                }
                built = first.build();
            }
            worker.query().reserve("HashJoin", built.table().bytes());
        }
        return built;
    }

    /** Forgets what was collected; to be called when a run is over. */
    void reset() {
        built = null;
        parts.forEach(Part::clear);
    }

    /** One worker's rows. */
    private final class Part implements Stage {
        private final Worker worker;
        private final Evaluator[] evaluators;
        private final Vector[] columns;
        private final Vector[] stored;
        private final RowStore store = new RowStore(keptSlots);
        private final Batch kept;
        private final Vector[] keptKeys;
        private int[] selection = {};
        private long chargedBytes;

        Part(Worker worker) {
            this.worker = worker;
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
            long bytes = store.bytes();
            for (Vector key : stored) {
                bytes += key.bytesReserved();
            }
            if (bytes > chargedBytes) {
                worker.query().reserve("HashJoin", bytes - chargedBytes);
                chargedBytes = bytes;
            }
        }

        private void take(Part other) {
            int count = other.store.count();
            if (count > 0) {
                store.append(other.store);
                for (int key = 0; key < stored.length; key++) {
                    stored[key].append(other.stored[key], count);
                }
            }
        }

        private Built build() {
            return new Built(new JoinTable(stored, store.count()), store.rows());
        }

        private void clear() {
            store.clear();
            for (Vector key : stored) {
                key.reset(key.kind(), 0);
            }
            chargedBytes = 0;
        }

        @Override
        public void finish() {
            // The rows stay until the collector is reset.
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
