package org.thetisdb.engine.expand;

import java.util.List;
import java.util.Optional;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Columns;
import org.thetisdb.engine.pipeline.MemoryCharge;
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
     * @param hopSlot where the hop predicate finds a single relationship
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
            int hopSlot) {}

    private static final int[] NONE_EXCLUDED = {};

    private final Worker worker;
    private final Shape shape;
    private final TypeSet backwardTypes;
    private final Stage next;
    private final Hops hops;
    private final SearchTree forward;
    private final SearchTree backward;
    private final TreePaths paths;
    private final Optional<TrailSearch> trails;
    private final PathOutput output;
    private final Vector fromScratch = new Vector();
    private final Vector toScratch = new Vector();
    private int[] meetings = new int[16];
    private int meetingCount;
    private final MemoryCharge charge;

    public ShortestPathsStage(
            Worker worker,
            Shape shape,
            Optional<Predicate> hopPredicate,
            Optional<Predicate> pathPredicate,
            Stage next) {
        this.worker = worker;
        this.shape = shape;
        this.backwardTypes = shape.types().reversed();
        this.next = next;
        this.hops = new Hops(worker, shape.hopSlot(), NONE_EXCLUDED, hopPredicate, true);
        // With a condition on the path, the first of the shortest paths need not be the one that fulfils it.
        boolean allLinks = shape.all() || pathPredicate.isPresent();
        this.charge = new MemoryCharge(worker, "ShortestPaths");
        this.forward = new SearchTree(allLinks);
        this.backward = new SearchTree(allLinks);
        this.paths = new TreePaths(forward, backward);
        this.trails = pathPredicate.map(ignored -> new TrailSearch(worker, hops));
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
        boolean keptForward = !hops.dependsOnRow() && forward.isRootedAt(start);
        boolean keptBackward = !hops.dependsOnRow() && backward.isRootedAt(end);
        if (!keptForward) {
            forward.begin(start);
        }
        // Of two trees that were kept, one has to start again: their depths say nothing about this pair.
        if (!keptBackward || keptForward) {
            backward.begin(end);
        }
        boolean isShared = !hops.dependsOnRow();
        if (!search(input, row, start, end, isShared ? sameFromRows : 1, isShared ? sameToRows : 1)) {
            return;
        }
        long length = emit(row);
        if (!output.settle() && trails.isPresent()) {
            trails.get().search(input, row, start, end, length, shape, output);
        }
    }

    /** Grows the trees until they meet; false if they do not within the greatest length. */
    private boolean search(Batch input, int row, long start, long end, int forwardRows, int backwardRows) {
        meetingCount = 0;
        int endNumber = forward.find(end);
        int startNumber = backward.find(start);
        if (endNumber != SearchTree.NONE) {
            addMeeting(endNumber, 0);
            return forward.depthOf(endNumber) <= shape.maximum();
        }
        if (startNumber != SearchTree.NONE) {
            addMeeting(0, startNumber);
            return backward.depthOf(startNumber) <= shape.maximum();
        }
        while (forward.depth() + backward.depth() < shape.maximum()
                && forward.frontierCount() > 0
                && backward.frontierCount() > 0) {
            long forwardCost = (long) forward.frontierCount() * backwardRows;
            long backwardCost = (long) backward.frontierCount() * forwardRows;
            if (forwardCost <= backwardCost) {
                forward.grow(hops, input, row, shape.types(), bytes -> charge.growTo(bytes + backward.bytes()));
                meet(forward, backward, true);
            } else {
                backward.grow(hops, input, row, backwardTypes, bytes -> charge.growTo(forward.bytes() + bytes));
                meet(backward, forward, false);
            }
            charge();
            if (meetingCount > 0) {
                return true;
            }
        }
        return false;
    }

    private void meet(SearchTree grown, SearchTree other, boolean isForward) {
        for (int number = grown.frontierStart(); number < grown.frontierEnd(); number++) {
            int met = other.find(grown.node(number));
            if (met != SearchTree.NONE) {
                if (isForward) {
                    addMeeting(number, met);
                } else {
                    addMeeting(met, number);
                }
            }
        }
    }

    private void addMeeting(int forwardNumber, int backwardNumber) {
        if (meetings.length < 2 * meetingCount + 2) {
            meetings = java.util.Arrays.copyOf(meetings, meetings.length * 2);
        }
        meetings[2 * meetingCount] = forwardNumber;
        meetings[2 * meetingCount + 1] = backwardNumber;
        meetingCount++;
    }

    private void charge() {
        long bytes = forward.bytes() + backward.bytes() + (long) Integer.BYTES * meetings.length;
        charge.growTo(bytes);
        charge.shrinkTo(bytes);
    }

    /** Gives out the paths through the meeting nodes; returns their length. */
    private long emit(int row) {
        long length = (long) forward.depthOf(meetings[0]) + backward.depthOf(meetings[1]);
        for (int meeting = 0; meeting < meetingCount && output.isOpen(); meeting++) {
            paths.begin(meetings[2 * meeting], meetings[2 * meeting + 1]);
            boolean isChosen = true;
            while (isChosen && output.isOpen()) {
                output.add(row, paths.path());
                isChosen = output.isOpen() && paths.advance();
            }
        }
        return length;
    }

    @Override
    public void finish() {
        forward.release();
        backward.release();
        hops.finish();
        charge.release();
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
