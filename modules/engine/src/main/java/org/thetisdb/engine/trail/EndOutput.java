package org.thetisdb.engine.trail;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.LabelTest;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Gives rows with the nodes at the ends of their trails to the next stage, a batch at a time. {@link #begin}, then
 * {@link #add}, then {@link #end}.
 *
 * <p>Used by one thread.
 */
final class EndOutput {
    private static final int PIECE_NODES = 1 << 8;

    private final Worker worker;
    private final boolean into;
    private final boolean sized;
    private final Optional<LabelTest> labels;
    private final Stage next;
    private final Batch reached;
    private final Vector ends = new Vector();
    private final Vector sizes = new Vector();
    private final long[] piece = new long[PIECE_NODES];
    private int[] rows = {};
    private @Nullable Batch input;
    private int capacity;
    private int count;

    EndOutput(Worker worker, VariableExpandStage.Shape shape, Stage next) {
        this.worker = worker;
        this.into = shape.into();
        this.sized = shape.sizeSlot() != Batch.NO_SLOT;
        this.labels = shape.labels().map(LabelTest::new);
        this.next = next;
        this.reached = worker.newBatch();
        if (!into) {
            reached.hold(shape.toSlot(), ends);
        }
        if (sized) {
            reached.hold(shape.sizeSlot(), sizes);
        }
    }

    /** Begins to give rows of a batch. */
    void begin(Batch rowsOf) {
        input = rowsOf;
        labels.ifPresent(test -> test.begin(worker.evaluation()));
        capacity = worker.batchRows();
        if (rows.length < capacity) {
            rows = new int[capacity];
        }
        clear();
    }

    /** Adds a row with each of some nodes of one level that may be an end. */
    void addAll(int row, Frontier nodes, long size) {
        int found = nodes.next(piece, PIECE_NODES);
        while (found > 0) {
            for (int index = 0; index < found && !next.isSatisfied(); index++) {
                add(row, piece[index], size);
            }
            found = next.isSatisfied() ? 0 : nodes.next(piece, PIECE_NODES);
        }
    }

    /** Adds a row with each of a search's nodes that may be an end, except for where it began. */
    void addReached(int row, Frontier nodes, VisitedNodes visited, long start) {
        int found = nodes.next(piece, PIECE_NODES);
        while (found > 0) {
            for (int index = 0; index < found && !next.isSatisfied(); index++) {
                if (piece[index] != start) {
                    add(row, piece[index], sized ? visited.levelOf(piece[index]) : 0);
                }
            }
            found = next.isSatisfied() ? 0 : nodes.next(piece, PIECE_NODES);
        }
    }

    /**
     * Adds a row with a node, if that may be an end.
     *
     * @param size of the trail to it
     */
    void add(int row, long node, long size) {
        if (!canEnd(node)) {
            return;
        }
        if (!into) {
            ends.longs()[count] = node;
        }
        if (sized) {
            sizes.longs()[count] = size;
        }
        rows[count++] = row;
        if (count == capacity) {
            flush();
        }
    }

    /** Whether the pattern lets a node be an end. */
    boolean canEnd(long node) {
        return labels.isEmpty() || labels.get().matches(node);
    }

    private void clear() {
        count = 0;
        if (!into) {
            ends.reset(VectorKind.NODE, capacity);
        }
        if (sized) {
            sizes.reset(VectorKind.INTEGER, capacity);
        }
    }

    private void flush() {
        if (!into) {
            ends.resize(count);
        }
        if (sized) {
            sizes.resize(count);
        }
        reached.fillFrom(Invariant.present(input, "rows are given between begin and end"), rows, count);
        next.push(reached);
        worker.betweenBatches();
        clear();
    }

    /** Gives what is left. */
    void end() {
        if (count > 0 && !next.isSatisfied()) {
            flush();
        }
        input = null;
    }
}
