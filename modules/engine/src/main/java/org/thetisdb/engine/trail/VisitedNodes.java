package org.thetisdb.engine.trail;

import java.util.Arrays;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.pipeline.Worker;

/**
 * The nodes that a breadth-first search has reached, level by level, in one of two forms.
 *
 * <pre>
 *   table   few nodes    a LongTable; a level is a range of its numbers
 *   dense   many nodes   NodeLevels; the last level as a list, too, as long as it is short
 *
 *   startLevel ─► add to table() … ─► makeDense ─► mark … ─► endLevel
 * </pre>
 *
 * <p>Invariants: levels 0 to {@link #depth} are complete. A search that has become dense stays so to its end. In the
 * level in which it does, its frontier still is in the table, which is free for other uses after that.
 *
 * <p>Used by one thread at a time.
 */
final class VisitedNodes {
    /** A frontier of so many nodes is kept as a list, or of as many as one in {@link #IDS_PER_LISTED} ids. */
    private static final int LISTED_MAX = 1 << 13;

    private static final int IDS_PER_LISTED = 1 << 11;
    private static final int PIECE_NODES = 1 << 10;

    private final LongTable table = new LongTable();
    private final NodeLevels levels;
    private int[] levelStarts = new int[16];
    private int depth;
    private boolean dense;
    private boolean isTableFree;
    private long[] listed = {};
    private long[] nextListed = {};
    private long[] added = {};
    private boolean isListed;
    private boolean isNextListed;
    private long frontierCount;
    private long nextCount;

    VisitedNodes(Worker worker, String operator) {
        levels = new NodeLevels(worker, operator);
    }

    /** Starts again. */
    void begin(long root) {
        table.clear();
        table.add(root);
        beginWithTable();
    }

    /** Starts again with several nodes as level 0. */
    void begin(LongTable roots) {
        table.clear();
        for (int number = 0; number < roots.count(); number++) {
            table.add(roots.elements()[number]);
        }
        beginWithTable();
    }

    private void beginWithTable() {
        depth = 0;
        levelStarts[0] = 0;
        levelStarts[1] = table.count();
        frontierCount = table.count();
        dense = false;
        isTableFree = false;
    }

    /** The nodes by numbers, unless the search {@link #isDense}. */
    LongTable table() {
        return table;
    }

    boolean isDense() {
        return dense;
    }

    /** Whether nothing of the search is in the table. */
    boolean isTableFree() {
        return isTableFree;
    }

    int depth() {
        return depth;
    }

    /** How many nodes the last level has. */
    long frontierCount() {
        return frontierCount;
    }

    /** The number of the first node of a level in the table. */
    int firstNumber(int level) {
        return levelStarts[level];
    }

    int levelOfNumber(int number) {
        int place = Arrays.binarySearch(levelStarts, 0, depth + 1, number);
        return place >= 0 ? place : -place - 2;
    }

    /** As {@link #levelOfNumber}, of a node that may have been added to the next level. */
    int levelOfAdded(int number) {
        return number >= levelStarts[depth + 1] ? depth + 1 : levelOfNumber(number);
    }

    /** The level at which a node was reached, or {@link NodeLevels#NONE}. */
    int levelOf(long node) {
        if (dense) {
            return levels.get(node);
        }
        int number = table.find(node);
        return number < 0 ? NodeLevels.NONE : levelOfNumber(number);
    }

    boolean contains(long node) {
        return dense ? levels.get(node) >= 0 : table.find(node) >= 0;
    }

    /** Begins the next level. */
    void startLevel() {
        nextCount = 0;
        isNextListed = true;
    }

    /** Moves all nodes to the dense form, between {@link #startLevel} and {@link #endLevel}. */
    void makeDense() {
        levels.begin();
        dense = true;
        int from = 0;
        for (int level = 0; level <= depth; level++) {
            from = markPart(from, levelStarts[level + 1], level);
        }
        markPart(from, table.count(), depth + 1);
    }

    private int markPart(int from, int to, int level) {
        long[] piece = new long[Math.min(PIECE_NODES, to - from)];
        for (int first = from; first < to; first += PIECE_NODES) {
            int count = Math.min(PIECE_NODES, to - first);
            System.arraycopy(table.elements(), first, piece, 0, count);
            if (level <= depth) {
                reserveAdded(count);
                levels.mark(piece, count, level, added);
            } else {
                mark(piece, count);
            }
        }
        return to;
    }

    private void reserveAdded(int count) {
        if (added.length < count) {
            added = new long[count];
        }
    }

    /** Adds nodes to the next level that were not reached before; only in the dense form. */
    void mark(long[] nodes, int count) {
        reserveAdded(count);
        int more = levels.mark(nodes, count, depth + 1, added);
        if (isNextListed && more > 0) {
            list(more);
        }
        nextCount += more;
    }

    private void list(int more) {
        long needed = nextCount + more;
        if (needed > Math.max(LISTED_MAX, levels.idCount() / IDS_PER_LISTED)) {
            isNextListed = false;
            return;
        }
        if (needed > nextListed.length) {
            nextListed = Arrays.copyOf(nextListed, (int) Math.max(needed, 2L * nextListed.length));
        }
        System.arraycopy(added, 0, nextListed, (int) nextCount, more);
    }

    /** The next level is complete. */
    void endLevel() {
        depth++;
        if (dense) {
            endDenseLevel();
        } else {
            if (levelStarts.length <= depth + 1) {
                levelStarts = Arrays.copyOf(levelStarts, levelStarts.length * 2);
            }
            levelStarts[depth + 1] = table.count();
            frontierCount = (long) table.count() - levelStarts[depth];
        }
    }

    private void endDenseLevel() {
        long[] free = listed;
        listed = nextListed;
        nextListed = free;
        isListed = isNextListed;
        frontierCount = nextCount;
        if (!isTableFree) {
            isTableFree = true;
            table.release();
        }
    }

    /** What it takes of the heap. */
    long bytes() {
        return table.bytes() + listBytes();
    }

    /** What lists take beside the table. */
    long listBytes() {
        return (long) Long.BYTES * (listed.length + nextListed.length + added.length);
    }

    /** Forgets the search and releases its memory if it is large. */
    void release() {
        table.release();
        levels.release();
        dense = false;
        isTableFree = false;
        frontierCount = 0;
        if (listed.length + nextListed.length > 2 * LISTED_MAX) {
            listed = new long[0];
            nextListed = new long[0];
        }
    }

    /** Reads nodes of one level, or of all; as they were reached, or by their ids where there are many. */
    final class Cursor implements Frontier {
        private boolean ofTable;
        private boolean ofList;
        private long[] list = {};
        private int level;
        private long next;
        private long end;

        /** Begins with the last level. */
        Cursor atFrontier() {
            level = depth;
            ofTable = !dense;
            ofList = dense && isListed;
            list = listed;
            next = dense ? 0 : levelStarts[depth];
            end = dense ? frontierCount : table.count();
            return this;
        }

        /** Begins with all nodes that were reached. */
        Cursor atAll() {
            level = NodeLevels.NONE;
            ofTable = !dense;
            ofList = false;
            next = 0;
            end = table.count();
            return this;
        }

        @Override
        public int next(long[] into, int max) {
            if (!ofTable && !ofList) {
                return scan(into, max);
            }
            int count = (int) Math.min(max, end - next);
            System.arraycopy(ofTable ? table.elements() : list, (int) next, into, 0, count);
            next += count;
            return count;
        }

        private int scan(long[] into, int max) {
            int count = 0;
            while (count < max && next >= 0) {
                long found = levels.next(next, level);
                next = found < 0 ? found : found + 1;
                if (found >= 0) {
                    into[count++] = found;
                }
            }
            return count;
        }
    }
}
