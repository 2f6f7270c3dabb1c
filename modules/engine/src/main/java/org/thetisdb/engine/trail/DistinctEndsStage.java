package org.thetisdb.engine.trail;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Columns;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.vector.Vector;

/**
 * Joins each row with the nodes that trails of a length between two bounds lead to, each node once, by breadth-first
 * search. The least length is 0 or 1. The start node counts as reached at length 0, and, if it {@link
 * VariableExpandStage.Shape#mayReturn may be an end}, where a trail leads back to it.
 *
 * <p>Rows that follow each other and begin at the same node share one search, unless the row itself decides which
 * relationships may be used; if both ends are bound, so do rows with the same two ends ({@link ReachedPairs}).
 */
public final class DistinctEndsStage implements Stage {
    private static final long NO_NODE = -1;

    private final VariableExpandStage.Shape shape;
    private final Stage next;
    private final EndSearch search;
    private final EndOutput output;
    private final VisitedNodes visited;
    private final VisitedNodes.Cursor emitted;
    private final Vector fromScratch = new Vector();
    private final Vector toScratch = new Vector();

    /** The column of end nodes if they are bound already. */
    private Vector bound = toScratch;

    private long searchedFrom = NO_NODE;

    /** If both ends are bound, and nothing else of a row matters. */
    private final @Nullable ReachedPairs pairs;

    /** Whether the last search of a pair came to its end. */
    private boolean wasReached;

    public DistinctEndsStage(
            Worker worker, VariableExpandStage.Shape shape, Optional<Predicate> hopPredicate, Stage next) {
        this.shape = shape;
        this.next = next;
        this.search = new EndSearch(worker, shape, hopPredicate);
        this.output = new EndOutput(worker, shape, next);
        this.visited = search.visited();
        this.emitted = visited.new Cursor();
        boolean isPairEnough = !shape.dependsOnRow() && shape.sizeSlot() == Batch.NO_SLOT;
        this.pairs = shape.into() && isPairEnough ? new ReachedPairs() : null;
    }

    @Override
    public void push(Batch batch) {
        Vector from = Columns.nodes(batch, shape.fromSlot(), fromScratch);
        if (shape.into()) {
            bound = Columns.nodes(batch, shape.toSlot(), toScratch);
        }
        output.begin(batch);
        for (int row = 0; row < batch.count() && !next.isSatisfied(); row++) {
            if (from.isNull(row) || shape.into() && bound.isNull(row)) {
                continue;
            }
            long start = from.longs()[row];
            if (start == searchedFrom && !shape.dependsOnRow()) {
                emitAll(row, start);
            } else if (pairs != null) {
                searchPair(pairs, batch, row, start);
            } else {
                search(batch, row, start);
            }
        }
        output.end();
        bound = toScratch;
    }

    /** The same two nodes may come again with other rows between. */
    private void searchPair(ReachedPairs known, Batch batch, int row, long start) {
        long end = bound.longs()[row];
        switch (known.of(start, end)) {
            case REACHED -> emitBound(row, true, 0);
            case APART -> {}
            case UNKNOWN -> {
                wasReached = false;
                search(batch, row, start);
                // A search that was given up has not seen all.
                if (wasReached || !next.isSatisfied()) {
                    known.note(start, end, wasReached);
                }
            }
        }
    }

    private void search(Batch batch, int row, long start) {
        searchedFrom = NO_NODE;
        search.begin(start);
        if (shape.minimum() == 0) {
            emitLevel(row);
        }
        boolean isOpen = !isDecided(row, start);
        while (isOpen && search.canFollow()) {
            boolean ledBack = search.leadsBack();
            search.follow(batch, row);
            emitLevel(row);
            if (search.leadsBack() && !ledBack) {
                emitStart(row, start, search.backSize());
            }
            isOpen = !next.isSatisfied() && !isDecided(row, start);
        }
        if (isOpen) {
            searchedFrom = start;
        }
    }

    /** Whether the end node is bound and was found, so that nothing is left to find. */
    private boolean isDecided(int row, long start) {
        if (!shape.into()) {
            return false;
        }
        long end = bound.longs()[row];
        return visited.levelOf(end) >= shape.minimum() || end == start && search.leadsBack();
    }

    /** Adds those nodes of the last level that the pattern lets end. */
    private void emitLevel(int row) {
        int depth = visited.depth();
        if (shape.into()) {
            emitBound(row, visited.levelOf(bound.longs()[row]) == depth, depth);
        } else {
            output.addAll(row, emitted.atFrontier(), depth);
        }
    }

    private void emitStart(int row, long start, long size) {
        if (shape.into()) {
            emitBound(row, bound.longs()[row] == start, size);
        } else {
            output.add(row, start, size);
        }
    }

    /** Adds those nodes of all levels that the pattern lets end. */
    private void emitAll(int row, long start) {
        if (shape.minimum() == 0 || search.leadsBack()) {
            emitStart(row, start, shape.minimum() == 0 ? 0 : search.backSize());
        }
        if (shape.into()) {
            int level = visited.levelOf(bound.longs()[row]);
            emitBound(row, level > 0, level);
        } else {
            output.addReached(row, emitted.atAll(), visited, start);
        }
    }

    private void emitBound(int row, boolean isReached, long size) {
        wasReached |= isReached;
        if (isReached) {
            output.add(row, bound.longs()[row], size);
        }
    }

    @Override
    public void finish() {
        searchedFrom = NO_NODE;
        if (pairs != null) {
            pairs.forget();
        }
        search.finish();
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
