package org.thetisdb.engine.trail;

import java.util.Optional;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;

/**
 * Finds, level by level, the nodes that trails lead to from a node, or from any of some. {@link #begin}, then
 * {@link #follow} as long as it finds something.
 *
 * <p>Used by one thread.
 */
final class EndSearch {
    static final String OPERATOR = "VariableExpand";

    /** A search of less is not worth another form. */
    private static final long DENSE_BYTES_MIN = 1 << 20;

    private final Worker worker;
    private final VariableExpandStage.Shape shape;
    private final Hops hops;
    private final VisitedNodes visited;
    private final VisitedNodes.Cursor frontier;
    private final TrailsBack back;
    private final MemoryCharge charge;
    private HopWatch watch = HopWatch.NONE;

    EndSearch(Worker worker, VariableExpandStage.Shape shape, Optional<Predicate> hopPredicate) {
        this.worker = worker;
        this.shape = shape;
        this.hops = new Hops(worker, shape.hop(), shape.excludedSlots(), hopPredicate, false);
        this.charge = new MemoryCharge(worker, new MemoryShare(OPERATOR));
        this.visited = new VisitedNodes(worker, OPERATOR);
        this.frontier = visited.new Cursor();
        this.back = new TrailsBack(worker, OPERATOR, visited, isDirected(shape), shape.maximum());
    }

    /** Whether all relationships are followed along their direction, or all against it. */
    static boolean isDirected(VariableExpandStage.Shape shape) {
        return shape.types().side() != Side.BOTH;
    }

    /** Begins at one node, asking for trails back to it if it can be an end of one. */
    void begin(long node) {
        visited.begin(node);
        back.begin(node);
        watch = shape.mayReturn() && shape.minimum() > 0 ? back : HopWatch.NONE;
    }

    /** Begins at several nodes. */
    void begin(LongTable nodes, HopWatch newWatch) {
        visited.begin(nodes);
        watch = newWatch;
    }

    /** Whether a trail leads back to a node, which is all that is asked. */
    boolean leadsBackTo(long node, Batch input, int row) {
        visited.begin(node);
        back.begin(node);
        watch = back;
        while (!back.isFound() && back.isAwaited() && canFollow()) {
            follow(input, row);
        }
        return back.isFound();
    }

    /** The nodes found so far, of which those that the search begins at are ends only at length 0. */
    VisitedNodes visited() {
        return visited;
    }

    /** Whether a trail leads back, as it was begun for. */
    boolean leadsBack() {
        return back.isFound();
    }

    /** Of a shortest trail that leads back. */
    long backSize() {
        return back.size();
    }

    /** Whether there may be another level. */
    boolean canFollow() {
        return visited.depth() < shape.maximum()
                && visited.frontierCount() > 0
                && !shape.types().isNone(worker);
    }

    /** Finds the next level. */
    void follow(Batch input, int row) {
        visited.startLevel();
        int firstFrom = visited.isDense() ? 0 : visited.firstNumber(visited.depth());
        hops.start(input, row, frontier.atFrontier(), visited.frontierCount(), shape.types());
        int found = hops.next();
        while (found > 0) {
            if (!visited.isDense() && !hasRoom(found)) {
                watch.makeDense();
                visited.makeDense();
            }
            add(found, firstFrom);
            found = hops.next();
        }
        visited.endLevel();
        charge();
    }

    private boolean hasRoom(int found) {
        long bytes = visited.table().bytesWith(found) + visited.listBytes() + watch.bytes();
        long denseFromBytes = Math.max(DENSE_BYTES_MIN, (long) worker.snapshot().chunkCount() << NodeIdLayout.ROW_BITS);
        return bytes <= denseFromBytes && charge.tryGrowTo(bytes);
    }

    private void add(int found, int firstFrom) {
        long[] neighbours = hops.neighbours();
        if (visited.isDense()) {
            visited.mark(neighbours, found);
            for (int index = 0; index < found && watch.isAwaited(); index++) {
                watch.followedDense(hops.origin(index), neighbours[index]);
            }
            return;
        }
        LongTable table = visited.table();
        int index = 0;
        int[] origins = hops.origins();
        for (; index < found && watch.isAwaited(); index++) {
            watch.followed(firstFrom + origins[index], table.add(neighbours[index]));
        }
        for (; index < found; index++) {
            table.add(neighbours[index]);
        }
    }

    private void charge() {
        long bytes = visited.bytes() + watch.bytes();
        if (visited.isDense()) {
            // The little that is left on the heap: lists of some thousand nodes.
            charge.growAnyway(bytes);
        }
        charge.shrinkTo(bytes);
    }

    /** Forgets the search and gives its memory back. */
    void finish() {
        charge.release();
        visited.release();
        back.release();
        hops.finish();
    }
}
