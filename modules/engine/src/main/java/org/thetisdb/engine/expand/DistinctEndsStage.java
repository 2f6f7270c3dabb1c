package org.thetisdb.engine.expand;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.LabelTest;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Columns;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Joins each row with the nodes that trails of a length between two bounds lead to, each node once, by breadth-first
 * search. The least length is 0 or 1; the start node counts as reached at length 0 only.
 *
 * <p>Rows that follow each other and begin at the same node share one search, unless the row itself decides which
 * relationships may be used; if both ends are bound, so do rows with the same two ends ({@link ReachedPairs}).
 */
public final class DistinctEndsStage implements Stage {
    private static final long NO_NODE = -1;
    private static final String OPERATOR = "VariableExpand";
    private static final int PIECE_NODES = 1 << 8;

    /** A search of less is not worth another form. */
    private static final long DENSE_BYTES_MIN = 1 << 20;

    private final Worker worker;
    private final VariableExpandStage.Shape shape;
    private final Optional<LabelTest> labels;
    private final Stage next;
    private final Hops hops;
    private final Batch reached;
    private final Vector ends = new Vector();
    private final Vector fromScratch = new Vector();
    private final Vector toScratch = new Vector();
    private final VisitedNodes visited;
    private final VisitedNodes.Cursor frontier;
    private final VisitedNodes.Cursor emitted;
    private final long[] piece = new long[PIECE_NODES];
    private int[] rows = {};
    private @Nullable Batch input;

    /** The column of end nodes if they are bound already, else {@code ends}. */
    private Vector bound = ends;

    private long searchedFrom = NO_NODE;

    /** If both ends are bound, and nothing else of a row matters. */
    private final @Nullable ReachedPairs pairs;

    /** Whether the last search of a pair came to its end. */
    private boolean wasReached;

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
        this.charge = new MemoryCharge(worker, new MemoryShare(OPERATOR));
        this.visited = new VisitedNodes(worker, OPERATOR);
        this.frontier = visited.new Cursor();
        this.emitted = visited.new Cursor();
        this.pairs = shape.into() && !hops.dependsOnRow() ? new ReachedPairs() : null;
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
                emitAll(row, start);
            } else if (pairs != null) {
                searchPair(pairs, row, start);
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

    /** The same two nodes may come again with other rows between. */
    private void searchPair(ReachedPairs known, int row, long start) {
        long end = bound.longs()[row];
        switch (known.of(start, end)) {
            case REACHED -> emitBound(row, true);
            case APART -> {}
            case UNKNOWN -> {
                wasReached = false;
                search(row, start);
                // A search that was given up has not seen all.
                if (wasReached || !next.isSatisfied()) {
                    known.note(start, end, wasReached);
                }
            }
        }
    }

    private void search(int row, long start) {
        searchedFrom = NO_NODE;
        visited.begin(start);
        if (shape.minimum() == 0) {
            emitLevel(row);
        }
        boolean isOpen = !shape.types().isNone(worker);
        while (isOpen && visited.depth() < shape.maximum() && visited.frontierCount() > 0) {
            visited.startLevel();
            hops.start(input(), row, frontier.atFrontier(), visited.frontierCount(), shape.types());
            int found = hops.next();
            while (found > 0) {
                if (!visited.isDense() && !hasRoom(found)) {
                    visited.makeDense();
                }
                add(hops.neighbours(), found);
                found = hops.next();
            }
            visited.endLevel();
            charge();
            emitLevel(row);
            isOpen = !next.isSatisfied() && !isDecided(row);
        }
        if (isOpen || shape.types().isNone(worker)) {
            searchedFrom = start;
        }
    }

    private boolean hasRoom(int found) {
        long bytes = visited.table().bytesWith(found) + visited.listBytes();
        long denseFromBytes = Math.max(DENSE_BYTES_MIN, (long) worker.snapshot().chunkCount() << NodeIdLayout.ROW_BITS);
        return bytes <= denseFromBytes && charge.tryGrowTo(bytes);
    }

    private void add(long[] neighbours, int found) {
        if (visited.isDense()) {
            visited.mark(neighbours, found);
            return;
        }
        LongTable table = visited.table();
        for (int index = 0; index < found; index++) {
            table.add(neighbours[index]);
        }
    }

    private void charge() {
        long bytes = visited.bytes();
        if (visited.isDense()) {
            // The little that is left on the heap: lists of some thousand nodes.
            charge.growAnyway(bytes);
        }
        charge.shrinkTo(bytes);
    }

    /** Whether the end node is bound and among those just found, so that nothing is left to find. */
    private boolean isDecided(int row) {
        return shape.into() && visited.levelOf(bound.longs()[row]) == visited.depth();
    }

    /** Adds those nodes of the last level that the pattern lets end. */
    private void emitLevel(int row) {
        if (shape.into()) {
            emitBound(row, visited.levelOf(bound.longs()[row]) == visited.depth());
        } else {
            emit(row, emitted.atFrontier(), NO_NODE);
        }
    }

    /** Adds those nodes of all levels that the pattern lets end. */
    private void emitAll(int row, long start) {
        if (shape.into()) {
            emitBound(row, visited.levelOf(bound.longs()[row]) >= shape.minimum());
        } else {
            emit(row, emitted.atAll(), shape.minimum() > 0 ? start : NO_NODE);
        }
    }

    private void emitBound(int row, boolean isReached) {
        wasReached |= isReached;
        if (isReached && isLabelled(bound.longs()[row])) {
            add(row, bound.longs()[row]);
        }
    }

    private void emit(int row, VisitedNodes.Cursor nodes, long excluded) {
        int count = nodes.next(piece, PIECE_NODES);
        while (count > 0) {
            for (int index = 0; index < count && !next.isSatisfied(); index++) {
                if (piece[index] != excluded && isLabelled(piece[index])) {
                    add(row, piece[index]);
                }
            }
            count = next.isSatisfied() ? 0 : nodes.next(piece, PIECE_NODES);
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
        if (pairs != null) {
            pairs.forget();
        }
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
