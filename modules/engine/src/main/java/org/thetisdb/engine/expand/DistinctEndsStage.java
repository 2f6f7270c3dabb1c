package org.thetisdb.engine.expand;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.LabelTest;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Columns;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Joins each row with the nodes that trails of a length between two bounds lead to, each node once, by breadth-first
 * search. The least length is 0 or 1; the start node counts as reached at length 0 only.
 *
 * <p>Rows that follow each other and begin at the same node share one search, unless the row itself decides which
 * relationships may be used.
 */
public final class DistinctEndsStage implements Stage {
    private static final long NO_NODE = -1;

    private final Worker worker;
    private final VariableExpandStage.Shape shape;
    private final Optional<LabelTest> labels;
    private final Stage next;
    private final Hops hops;
    private final Batch reached;
    private final Vector ends = new Vector();
    private final Vector fromScratch = new Vector();
    private final Vector toScratch = new Vector();
    private final LongTable visited = new LongTable();
    private int[] rows = {};
    private @Nullable Batch input;

    /** The column of end nodes if they are bound already, else {@code ends}. */
    private Vector bound = ends;

    private long searchedFrom = NO_NODE;
    private final MemoryCharge charge;
    private int capacity;
    private int count;

    public DistinctEndsStage(
            Worker worker, VariableExpandStage.Shape shape, Optional<Predicate> hopPredicate, Stage next) {
        this.worker = worker;
        this.shape = shape;
        this.labels = shape.labels().map(LabelTest::new);
        this.next = next;
        this.hops = new Hops(worker, shape.hopSlot(), shape.excludedSlots(), hopPredicate, false);
        this.reached = worker.newBatch();
        this.charge = new MemoryCharge(worker, "VariableExpand");
        if (!shape.into()) {
            reached.hold(shape.toSlot(), ends);
        }
    }

    @Override
    public void push(Batch batch) {
        input = batch;
        labels.ifPresent(test -> test.begin(worker.evaluation()));
        Vector from = Columns.nodes(batch, shape.fromSlot(), fromScratch);
        bound = shape.into() ? Columns.nodes(batch, shape.toSlot(), toScratch) : ends;
        capacity = worker.batchRows();
        if (rows.length < capacity) {
            rows = new int[capacity];
        }
        clear();
        for (int row = 0; row < batch.count() && !next.isSatisfied(); row++) {
            if (from.isNull(row) || shape.into() && bound.isNull(row)) {
                continue;
            }
            long start = from.longs()[row];
            if (start == searchedFrom && !hops.dependsOnRow()) {
                emit(row, 0, visited.count());
            } else {
                search(row, start);
            }
        }
        if (count > 0 && !next.isSatisfied()) {
            flush();
        }
        input = null;
        bound = ends;
    }

    private Batch input() {
        return Invariant.present(input, "nodes are searched for while a batch is pushed");
    }

    private void search(int row, long start) {
        searchedFrom = NO_NODE;
        visited.clear();
        visited.add(start);
        emit(row, 0, 1);
        int levelStart = 0;
        long depth = 0;
        boolean isOpen = !shape.types().isNone(worker);
        while (isOpen && depth < shape.maximum() && levelStart < visited.count()) {
            int levelEnd = visited.count();
            hops.start(input(), row, visited::elements, levelStart, levelEnd, shape.types());
            int found = hops.next();
            while (found > 0) {
                charge.growTo(visited.bytesWith(found));
                long[] neighbours = hops.neighbours();
                for (int index = 0; index < found; index++) {
                    visited.add(neighbours[index]);
                }
                found = hops.next();
            }
            charge.shrinkTo(visited.bytes());
            emit(row, levelEnd, visited.count());
            isOpen = !next.isSatisfied() && !isDecided(row, levelEnd);
            levelStart = levelEnd;
            depth++;
        }
        if (isOpen || shape.types().isNone(worker)) {
            searchedFrom = start;
        }
    }

    /** Whether the end node is bound and among those just found, so that nothing is left to find. */
    private boolean isDecided(int row, int levelStart) {
        if (!shape.into()) {
            return false;
        }
        int number = visited.find(bound.longs()[row]);
        return number >= levelStart;
    }

    /** Adds the visited nodes of a range of numbers that the pattern lets end; number 0 is the start. */
    private void emit(int row, int firstNumber, int endNumber) {
        int first = shape.minimum() > 0 ? Math.max(1, firstNumber) : firstNumber;
        if (shape.into()) {
            int number = visited.find(bound.longs()[row]);
            if (number >= first && number < endNumber && isLabelled(bound.longs()[row])) {
                add(row, bound.longs()[row]);
            }
            return;
        }
        long[] nodes = visited.elements();
        for (int number = first; number < endNumber && !next.isSatisfied(); number++) {
            if (isLabelled(nodes[number])) {
                add(row, nodes[number]);
            }
        }
    }

    private boolean isLabelled(long node) {
        return labels.isEmpty() || labels.get().matches(node);
    }

    private void add(int row, long node) {
        if (!shape.into()) {
            ends.longs()[count] = node;
        }
        rows[count++] = row;
        if (count == capacity) {
            flush();
        }
    }

    private void clear() {
        count = 0;
        if (!shape.into()) {
            ends.reset(VectorKind.NODE, capacity);
        }
    }

    private void flush() {
        if (!shape.into()) {
            ends.resize(count);
        }
        reached.fillFrom(input(), rows, count);
        next.push(reached);
        worker.betweenBatches();
        clear();
    }

    @Override
    public void finish() {
        searchedFrom = NO_NODE;
        charge.release();
        visited.release();
        hops.finish();
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
