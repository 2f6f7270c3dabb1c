package org.thetisdb.engine.trail;

import java.util.List;
import java.util.Optional;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.expand.TypeSet;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Columns;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.vector.Vector;

/**
 * Joins each row with one or all shortest paths between two of its nodes, by breadth-first search from both ends.
 *
 * <p>Two trees grow level by level, one from each end, until the level just added meets the other tree. Invariant
 * between two steps: the distance of the ends is greater than the sum of the trees' depths; so when a level is added
 * and the trees meet, they meet in exactly the nodes where shortest paths pass from the one tree's last level to the
 * other's.
 *
 * <p>A tree stays when the next row has the same end. If the other end is in it already, the path is read without any
 * search; otherwise it continues to grow. One start with thousands of ends (or the other way round) thus costs one
 * search: which tree to grow is decided by the size of its last level, divided by the number of rows that it serves.
 *
 * <p>The tree of a row whose condition on a relationship may depend on the row serves that row only.
 */
public final class ShortestPathsStage implements Stage {
    /**
     * What to search.
     *
     * @param pathSlot where the path goes, or {@link Batch#NO_SLOT}
     * @param relationshipsSlot where the list of its relationships goes, or {@link Batch#NO_SLOT}
     * @param minimum 0 or 1; with 1 there is no path from a node to itself
     * @param all whether all shortest paths are wanted, not just one
     * @param hop where the hop predicate finds what it reads
     * @param dependsOnRow whether it reads columns of the row, too
     */
    public record Shape(
            int fromSlot,
            int toSlot,
            int pathSlot,
            int relationshipsSlot,
            TypeSet types,
            int minimum,
            long maximum,
            boolean all,
            HopSlots hop,
            boolean dependsOnRow) {}

    private static final int[] NONE_EXCLUDED = {};
    private static final long NO_MEETING = -1;
    private static final int CANDIDATES = 1 << 8;

    /** A tree that so many rows of a batch share may serve those of very many batches. */
    private static final int SHARED_DIVISOR = 2;

    private final Worker worker;
    private final Shape shape;
    private final Stage next;
    private final Hops hops;
    private final SearchTree forward;
    private final SearchTree backward;
    private final TreePaths paths;
    private final Optional<TrailSearch> trails;
    private final PathOutput output;
    private final Vector fromScratch = new Vector();
    private final Vector toScratch = new Vector();
    private final VisitedNodes.Cursor forwardFrontier;
    private final VisitedNodes.Cursor backwardFrontier;

    /** The nodes where the trees meet: the one that is next, and those among which further ones may be. */
    private long meeting = NO_MEETING;

    private final long[] candidates = new long[CANDIDATES];
    private int candidateCount;
    private int nextCandidate;
    private boolean hasGrownForward;

    public ShortestPathsStage(
            Worker worker,
            Shape shape,
            Optional<Predicate> hopPredicate,
            Optional<Predicate> pathPredicate,
            Stage next) {
        this.worker = worker;
        this.shape = shape;
        this.next = next;
        this.hops = new Hops(worker, shape.hop(), NONE_EXCLUDED, hopPredicate, true);
        // With a condition on the path, the first of the shortest paths need not be the one that fulfils it.
        boolean allLinks = shape.all() || pathPredicate.isPresent();
        MemoryShare share = new MemoryShare("ShortestPaths");
        this.forward = new SearchTree(worker, share, hops, shape.types(), allLinks);
        this.backward = new SearchTree(worker, share, hops, shape.types().reversed(), allLinks);
        this.forwardFrontier = forward.newCursor();
        this.backwardFrontier = backward.newCursor();
        this.paths = new TreePaths(forward, backward);
        this.trails = pathPredicate.map(ignored ->
                new TrailSearch(worker, share, () -> new Hops(worker, shape.hop(), NONE_EXCLUDED, hopPredicate, true)));
        this.output =
                new PathOutput(worker, shape.pathSlot(), shape.relationshipsSlot(), shape.all(), pathPredicate, next);
    }

    @Override
    public void push(Batch input) {
        Vector from = Columns.nodes(input, shape.fromSlot(), fromScratch);
        Vector to = Columns.nodes(input, shape.toSlot(), toScratch);
        output.begin(input);
        int sameFromEnd = 0;
        int sameToEnd = 0;
        for (int row = 0; row < input.count() && !next.isSatisfied(); row++) {
            sameFromEnd = row < sameFromEnd ? sameFromEnd : endOfRun(from, row, input.count());
            sameToEnd = row < sameToEnd ? sameToEnd : endOfRun(to, row, input.count());
            if (from.isNull(row) || to.isNull(row)) {
                continue;
            }
            long start = from.longs()[row];
            long end = to.longs()[row];
            output.beginRow();
            if (start != end) {
                find(input, row, start, end, sameFromEnd - row, sameToEnd - row);
            } else if (shape.minimum() == 0) {
                output.add(row, new PathReference(List.of(new NodeReference(start)), List.of()));
                output.settle();
            }
        }
        output.end();
    }

    private static int endOfRun(Vector nodes, int row, int count) {
        int end = row + 1;
        while (end < count && nodes.longs()[end] == nodes.longs()[row]) {
            end++;
        }
        return end;
    }

    private void find(Batch input, int row, long start, long end, int sameFromRows, int sameToRows) {
        if (shape.types().isNone(worker)) {
            return;
        }
        boolean keptForward = !shape.dependsOnRow() && forward.isRootedAt(start);
        boolean keptBackward = !shape.dependsOnRow() && backward.isRootedAt(end);
        if (!keptForward) {
            forward.begin(start);
        }
        // Of two trees that were kept, one has to start again: their depths say nothing about this pair.
        if (!keptBackward || keptForward) {
            backward.begin(end);
        }
        boolean isShared = !shape.dependsOnRow();
        if (!search(input, row, start, end, isShared ? sameFromRows : 1, isShared ? sameToRows : 1)) {
            return;
        }
        long length = emit(input, row);
        if (!output.settle() && trails.isPresent()) {
            trails.get().search(input, row, start, end, length, shape, output);
        }
    }

    /** Grows the trees until they meet; false if they do not within the greatest length. */
    private boolean search(Batch input, int row, long start, long end, int forwardRows, int backwardRows) {
        candidateCount = 0;
        nextCandidate = 0;
        if (forward.contains(end)) {
            meeting = end;
            return forward.levelOf(end) <= shape.maximum();
        }
        if (backward.contains(start)) {
            meeting = start;
            return backward.levelOf(start) <= shape.maximum();
        }
        while ((long) forward.depth() + backward.depth() < shape.maximum()
                && forward.frontierCount() > 0
                && backward.frontierCount() > 0) {
            long forwardCost = forward.frontierCount() * backwardRows;
            long backwardCost = backward.frontierCount() * forwardRows;
            hasGrownForward = forwardCost <= backwardCost;
            if (hasGrownForward) {
                forward.grow(input, row, servesMany(forwardRows));
                forwardFrontier.atFrontier();
            } else {
                backward.grow(input, row, servesMany(backwardRows));
                backwardFrontier.atFrontier();
            }
            if (nextMeeting()) {
                return true;
            }
        }
        return false;
    }

    private boolean servesMany(int rows) {
        return rows > worker.batchRows() / SHARED_DIVISOR;
    }

    /** Goes to the next node of the last level of the tree that has grown that is in the other, too. */
    private boolean nextMeeting() {
        SearchTree other = hasGrownForward ? backward : forward;
        VisitedNodes.Cursor frontier = hasGrownForward ? forwardFrontier : backwardFrontier;
        while (true) {
            while (nextCandidate < candidateCount) {
                long node = candidates[nextCandidate++];
                if (other.contains(node)) {
                    meeting = node;
                    return true;
                }
            }
            nextCandidate = 0;
            candidateCount = frontier.next(candidates, CANDIDATES);
            if (candidateCount == 0) {
                meeting = NO_MEETING;
                return false;
            }
        }
    }

    /** Gives out the paths through the meeting nodes; returns their length. */
    private long emit(Batch input, int row) {
        long length = (long) forward.levelOf(meeting) + backward.levelOf(meeting);
        boolean isOnly = candidateCount == 0;
        forward.readFor(input, row);
        backward.readFor(input, row);
        boolean isMet = true;
        while (isMet && output.isOpen()) {
            paths.begin(meeting);
            boolean isChosen = true;
            while (isChosen && output.isOpen()) {
                output.add(row, paths.path());
                isChosen = output.isOpen() && paths.advance();
            }
            isMet = !isOnly && output.isOpen() && nextMeeting();
        }
        forward.endReading();
        backward.endReading();
        return length;
    }

    @Override
    public void finish() {
        forward.release();
        backward.release();
        hops.finish();
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
