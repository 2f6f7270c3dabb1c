package org.thetisdb.engine.trail;

import org.thetisdb.engine.pipeline.Worker;

/**
 * Tells, while a breadth-first search goes on, whether a trail leads back to the node at which it began.
 *
 * <p>Along directed relationships that is so when one leads there. Without directions the way back may be the way that
 * led away, which is no trail; so each node has the branch of the tree by which it was found, which is the relationship
 * at the start. A relationship between two branches closes a trail, and one of the shortest has such a relationship for
 * which the depths of its ends and 1 are no more than its length:
 *
 * <pre>
 *   start ─┬─ u ── v      branch 0            a shortest trail from the start back to it passes each node once;
 *          │       ║  ◄── closes 5 hops       where it goes over from the branch it began in to another one,
 *          └─ w ── x      branch 1            both ends are no deeper than the trail says
 * </pre>
 *
 * <p>So only half of the levels are of interest. Used by one thread at a time.
 */
final class TrailsBack implements HopWatch {
    private static final long NONE_FOUND = Long.MAX_VALUE;

    private final VisitedNodes visited;
    private final Branches branches;
    private final boolean isDirected;
    private final long maximum;
    private int branchCount;
    private long start;

    /** Of the shortest trail found; {@link #NONE_FOUND} for none. */
    private long size = NONE_FOUND;

    /** The depth of the search when one was found. A shorter one comes with the same level. */
    private int foundAt;

    /**
     * @param isDirected whether all relationships are followed along their direction, or all against it
     * @param maximum how long a trail may be
     */
    TrailsBack(Worker worker, String operator, VisitedNodes visited, boolean isDirected, long maximum) {
        this.visited = visited;
        this.branches = new Branches(worker, operator, visited);
        this.isDirected = isDirected;
        this.maximum = maximum;
    }

    /** A search begins at a node. */
    void begin(long node) {
        start = node;
        size = NONE_FOUND;
        branchCount = 0;
    }

    boolean isFound() {
        return size != NONE_FOUND;
    }

    /** Of the shortest trail back, once the level is complete in which it was found. */
    long size() {
        return size;
    }

    @Override
    public boolean isAwaited() {
        return isFound()
                ? !isDirected && visited.depth() == foundAt
                : isDirected || visited.depth() <= (maximum - 1) / 2;
    }

    @Override
    public void followed(int from, int addedNumber) {
        boolean isNew = addedNumber >= 0;
        int number = isNew ? addedNumber : ~addedNumber;
        if (number == 0) {
            followedToStart();
        } else if (isDirected) {
            return;
        } else if (isNew) {
            branches.set(number, visited.depth() == 0 ? branchCount++ : branches.of(from));
        } else if (visited.depth() == 0) {
            close(2);
        } else if (branches.of(number) != branches.of(from)) {
            close(visited.depth() + 1 + visited.levelOfAdded(number));
        }
    }

    @Override
    public void followedDense(long from, long to) {
        if (to == start) {
            followedToStart();
            return;
        }
        if (isDirected) {
            return;
        }
        int branch = branches.ofNode(to);
        if (branch == Branches.NONE) {
            branches.setNode(to, visited.depth() == 0 ? branchCount++ : branches.ofNode(from));
        } else if (visited.depth() == 0) {
            close(2);
        } else if (branch != branches.ofNode(from)) {
            close(visited.depth() + 1 + visited.levelOf(to));
        }
    }

    private void followedToStart() {
        if (isDirected || visited.depth() == 0) {
            close(visited.depth() + 1);
        }
    }

    private void close(long length) {
        if (length <= maximum && length < size) {
            size = length;
            foundAt = visited.depth();
        }
    }

    @Override
    public void makeDense() {
        if (isAwaited() && !isDirected) {
            branches.makeDense(1);
        }
    }

    @Override
    public long bytes() {
        return branches.bytes();
    }

    void release() {
        branches.release();
    }
}
