package org.thetisdb.engine.trail;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Tells, while a breadth-first search goes on, whether a trail leads back to the node at which it began.
 *
 * <p>Along directed relationships that is so when one leads there. Without directions the way back may be the way that
 * led away, which is no trail; so each node has the branch of the tree by which it was found, which is the
 * relationship at the start. A relationship between two branches closes a trail, and one of the shortest has such a
 * relationship for which the depths of its ends and 1 are no more than its length:
 *
 * <pre>
 *   start ─┬─ u ── v      branch 0            a shortest trail from the start back to it passes each node once;
 *          │       ║  ◄── closes 5 hops       where it goes over from the branch it began in to another one,
 *          └─ w ── x      branch 1            both ends are no deeper than the trail says
 * </pre>
 *
 * <p>So only half of the levels are of interest. Where rows begin at other nodes, too, and it is the same to which of
 * them an end belongs, a trail from any of them is as good ({@code partners}).
 *
 * <p>Used by one thread at a time.
 */
final class TrailsBack implements HopWatch {
    private static final int FIRST_BRANCHES = 64;
    private static final long NONE_FOUND = Long.MAX_VALUE;

    private final VisitedNodes visited;

    /** A node's branch where the search is dense: its "level" here. */
    private final NodeLevels branchesOfMany;

    /** A node's branch by its number in the table. */
    private int[] branches = {};

    private int branchCount;
    private final long[] one = new long[1];
    private final long[] added = new long[1];
    private @Nullable LongTable partners;
    private boolean isDirected;
    private long maximum;
    private long start;

    /** Of the shortest trail found; {@link #NONE_FOUND} for none. */
    private long size;

    /** The depth of the search when one was found. A shorter one comes with the same level. */
    private int foundAt;

    TrailsBack(Worker worker, String operator, VisitedNodes visited) {
        this.visited = visited;
        this.branchesOfMany = new NodeLevels(worker, operator);
    }

    /**
     * A search begins at a node.
     *
     * @param isOfOneDirection whether all relationships are followed along their direction, or all against it
     * @param lengthMax how long a trail may be
     * @param others nodes from which a trail is as good as from the start; null for none
     */
    void begin(long node, boolean isOfOneDirection, long lengthMax, @Nullable LongTable others) {
        start = node;
        size = NONE_FOUND;
        isDirected = isOfOneDirection;
        maximum = lengthMax;
        partners = others;
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
                ? !isDirected && partners == null && visited.depth() == foundAt
                : isDirected || partners != null || canStillClose();
    }

    private boolean canStillClose() {
        return visited.depth() <= (maximum - 1) / 2;
    }

    @Override
    public void followed(int from, int addedNumber) {
        boolean isNew = addedNumber >= 0;
        int number = isNew ? addedNumber : ~addedNumber;
        look(visited.table().elements()[number], number == 0);
        if (isDirected) {
            return;
        }
        if (isNew) {
            reserve(number);
            branches[number] = visited.depth() == 0 ? branchCount++ : branches[from];
        } else if (visited.depth() == 0) {
            close(2);
        } else if (number > 0 && branches[number] != branches[from]) {
            close(visited.depth() + 1 + levelOf(number));
        }
    }

    @Override
    public void followedDense(long from, long to) {
        look(to, to == start);
        if (isDirected) {
            return;
        }
        int branch = branchesOfMany.get(to);
        if (branch == NodeLevels.NONE) {
            mark(to, visited.depth() == 0 ? branchCount++ : branchesOfMany.get(from));
        } else if (visited.depth() == 0) {
            close(2);
        } else if (to != start && branch != branchesOfMany.get(from)) {
            close(visited.depth() + 1 + visited.levelOf(to));
        }
    }

    /** What one relationship says by itself. */
    private void look(long node, boolean isStart) {
        LongTable others = partners;
        if (isStart ? isDirected || visited.depth() == 0 : others != null && others.find(node) >= 0) {
            close(visited.depth() + 1);
        }
    }

    private void close(long length) {
        if (length <= maximum && length < size) {
            size = length;
            foundAt = visited.depth();
        }
    }

    /** The level of a node of the table that may belong to the next one. */
    private int levelOf(int number) {
        int depth = visited.depth();
        return number >= visited.firstNumber(depth + 1) ? depth + 1 : visited.levelOfNumber(number);
    }

    private void reserve(int number) {
        if (number >= branches.length) {
            branches = Arrays.copyOf(branches, Math.max(FIRST_BRANCHES, Math.max(number + 1, 2 * branches.length)));
        }
    }

    private void mark(long node, int branch) {
        one[0] = node;
        branchesOfMany.mark(one, 1, branch, added);
    }

    @Override
    public void makeDense() {
        if (isAwaited() && !isDirected) {
            branchesOfMany.begin();
            for (int number = 1; number < visited.table().count(); number++) {
                mark(visited.table().elements()[number], branches[number]);
            }
        }
        branches = new int[0];
    }

    /** What it takes of the heap. */
    long bytes() {
        return (long) Integer.BYTES * branches.length;
    }

    void release() {
        branches = new int[0];
        branchesOfMany.release();
        partners = null;
    }
}
