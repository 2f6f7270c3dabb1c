package org.thetisdb.engine.trail;

import java.util.Arrays;
import org.thetisdb.engine.pipeline.Worker;

/**
 * To which branch of its search each node belongs: by its number while the search has a table, by its id once it is
 * dense. Used by one thread at a time.
 */
final class Branches {
    /** A node that no branch has. */
    static final int NONE = NodeLevels.NONE;

    private static final int FIRST_BRANCHES = 64;

    private final VisitedNodes visited;

    /** A node's branch is its "level" here. */
    private final NodeLevels ofMany;

    private final long[] one = new long[1];
    private final long[] added = new long[1];
    private int[] ofNumbers = {};

    Branches(Worker worker, String operator, VisitedNodes visited) {
        this.visited = visited;
        this.ofMany = new NodeLevels(worker, operator);
    }

    int of(int number) {
        return ofNumbers[number];
    }

    void set(int number, int branch) {
        if (number >= ofNumbers.length) {
            ofNumbers = Arrays.copyOf(ofNumbers, Math.max(FIRST_BRANCHES, Math.max(number + 1, 2 * ofNumbers.length)));
        }
        ofNumbers[number] = branch;
    }

    /** In a dense search. */
    int ofNode(long node) {
        return ofMany.get(node);
    }

    /** In a dense search, of a node that has none. */
    void setNode(long node, int branch) {
        one[0] = node;
        ofMany.mark(one, 1, branch, added);
    }

    /** The search is about to become dense; its nodes from a number on have branches, and still are in the table. */
    void makeDense(int firstNumber) {
        ofMany.begin();
        for (int number = firstNumber; number < visited.table().count(); number++) {
            setNode(visited.table().elements()[number], ofNumbers[number]);
        }
        ofNumbers = new int[0];
    }

    /** What it takes of the heap. */
    long bytes() {
        return (long) Integer.BYTES * ofNumbers.length;
    }

    void release() {
        ofNumbers = new int[0];
        ofMany.release();
    }
}
