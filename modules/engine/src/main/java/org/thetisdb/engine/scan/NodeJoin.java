package org.thetisdb.engine.scan;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Pairs of an input row and a node, passed on as batches: what all stages that bind a node without following a
 * relationship have in common. {@link #begin}, then the {@code add} methods as long as {@link #isOpen}, then {@link
 * #end}.
 */
final class NodeJoin {
    private final Worker worker;
    private final Stage next;
    private final Batch joined;
    private final Vector nodes = new Vector();
    private @Nullable Batch input;
    private int[] rows = {};
    private int capacity;
    private int count;

    NodeJoin(Worker worker, int slot, Stage next) {
        this.worker = worker;
        this.next = next;
        this.joined = worker.newBatch();
        joined.hold(slot, nodes);
    }

    void begin(Batch newInput) {
        input = newInput;
        capacity = worker.batchRows();
        if (rows.length < capacity) {
            rows = new int[capacity];
        }
        clear();
    }

    private void clear() {
        count = 0;
        nodes.reset(VectorKind.NODE, capacity);
    }

    /** Whether more pairs are wanted. */
    boolean isOpen() {
        return !next.isSatisfied();
    }

    void add(int row, long node) {
        nodes.longs()[count] = node;
        rows[count++] = row;
        if (count == capacity) {
            flush();
        }
    }

    /** Adds consecutive nodes of one row. */
    void addRange(int row, long firstNode, int nodeCount) {
        int done = 0;
        while (done < nodeCount && isOpen()) {
            int piece = Math.min(nodeCount - done, capacity - count);
            long[] ids = nodes.longs();
            for (int index = 0; index < piece; index++) {
                ids[count + index] = firstNode + done + index;
                rows[count + index] = row;
            }
            count += piece;
            done += piece;
            if (count == capacity) {
                flush();
            }
        }
    }

    /**
     * Adds some nodes of one row. Whether more are wanted is checked once a batch: the question passes through all
     * stages.
     */
    void addAll(int row, long[] source, int nodeCount) {
        int done = 0;
        while (done < nodeCount && isOpen()) {
            int piece = Math.min(nodeCount - done, capacity - count);
            System.arraycopy(source, done, nodes.longs(), count, piece);
            Arrays.fill(rows, count, count + piece, row);
            count += piece;
            done += piece;
            if (count == capacity) {
                flush();
            }
        }
    }

    void end() {
        if (count > 0 && isOpen()) {
            flush();
        }
        input = null;
    }

    private void flush() {
        nodes.resize(count);
        joined.fillFrom(Invariant.present(input, "nodes are added between begin and end"), rows, count);
        next.push(joined);
        worker.betweenBatches();
        clear();
    }
}
