package org.thetisdb.engine.expand;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.value.RelationshipReference;

/**
 * A breadth-first search that grows level by level and remembers how each node was reached.
 *
 * <p>Nodes are numbered in the order in which they are reached, so a level is a range of numbers. A link leads from a
 * node to one of the level above; a node has one link, or, where all shortest paths are wanted, one for each
 * relationship by which the level above reaches it.
 *
 * <pre>
 *   number      0 | 1  2  3 | 4  5 …          level d: levelStarts[d] … levelStarts[d + 1] - 1
 *   firstLink   - | 0  1  2 | 3  5
 *   link            parent 0, relationship, next link of the same node or -1
 * </pre>
 *
 * <p>Invariants: levels 0 to {@link #depth} are complete, with all their links; the root has none. Relationship ids are
 * not negative, so the complement of an id stands for one that starts at the child. Not thread safe.
 */
final class SearchTree {
    static final int NONE = -1;
    private static final long NO_ROOT = -1;
    private static final int CAPACITY_MIN = 64;
    private static final int KEPT_CAPACITY_MAX = 1 << 16;
    private static final int NODE_BYTES = Integer.BYTES;
    private static final int LINK_BYTES = 2 * Integer.BYTES + Long.BYTES;

    private final boolean all;
    private final LongTable nodes = new LongTable();
    private int[] levelStarts = new int[16];
    private int depth;
    private long root = NO_ROOT;
    private int[] firstLinks = new int[CAPACITY_MIN];
    private int[] parents = new int[CAPACITY_MIN];
    private int[] nextLinks = new int[CAPACITY_MIN];
    private long[] relationships = new long[CAPACITY_MIN];
    private int linkCount;

    /** @param all whether to keep every link, not just one for each node */
    SearchTree(boolean all) {
        this.all = all;
    }

    /** Starts again. */
    void begin(long newRoot) {
        nodes.clear();
        nodes.add(newRoot);
        root = newRoot;
        firstLinks[0] = NONE;
        linkCount = 0;
        depth = 0;
        levelStarts[0] = 0;
        levelStarts[1] = 1;
    }

    boolean isRootedAt(long node) {
        return root == node;
    }

    int depth() {
        return depth;
    }

    /** The number of the first node of the last level. */
    int frontierStart() {
        return levelStarts[depth];
    }

    /** One beyond the number of the last node. */
    int frontierEnd() {
        return levelStarts[depth + 1];
    }

    int frontierCount() {
        return frontierEnd() - frontierStart();
    }

    long node(int number) {
        return nodes.elements()[number];
    }

    /** The number of a node, or {@link #NONE}. */
    int find(long node) {
        return nodes.find(node);
    }

    int depthOf(int number) {
        int place = Arrays.binarySearch(levelStarts, 0, depth + 1, number);
        return place >= 0 ? place : -place - 2;
    }

    /** The node's first link, or {@link #NONE} for the root. */
    int firstLink(int number) {
        return firstLinks[number];
    }

    /** Another link of the same node, or {@link #NONE}. */
    int nextLink(int link) {
        return nextLinks[link];
    }

    int parent(int link) {
        return parents[link];
    }

    /** The relationship of a link in its stored direction. */
    RelationshipReference relationship(int link, int child) {
        long id = relationships[link];
        long parentNode = node(parents[link]);
        long childNode = node(child);
        return id >= 0
                ? new RelationshipReference(id, parentNode, childNode)
                : new RelationshipReference(~id, childNode, parentNode);
    }

    /**
     * Adds a level; it may turn out empty.
     *
     * @param room is told how many bytes the tree is about to take, before it takes more; fails if there are not as
     *     many
     */
    void grow(Hops hops, Batch input, int inputRow, TypeSet types, LongConsumer room) {
        int start = frontierStart();
        int end = frontierEnd();
        // While the level is incomplete, an error must not leave a tree that looks usable.
        long grownRoot = root;
        root = NO_ROOT;
        hops.start(input, inputRow, nodes::elements, start, end, types);
        int found = hops.next();
        while (found > 0) {
            room.accept(bytesWith(found));
            link(hops, found, start, end);
            found = hops.next();
        }
        depth++;
        if (levelStarts.length <= depth + 1) {
            levelStarts = Arrays.copyOf(levelStarts, levelStarts.length * 2);
        }
        levelStarts[depth + 1] = nodes.count();
        root = grownRoot;
    }

    private void link(Hops hops, int found, int parentStart, int levelStart) {
        long[] neighbours = hops.neighbours();
        long[] ids = hops.relationships();
        int[] origins = hops.origins();
        boolean forward = hops.isForward();
        for (int index = 0; index < found; index++) {
            int number = nodes.add(neighbours[index]);
            if (number >= 0) {
                reserveNode(number);
                firstLinks[number] = NONE;
            } else {
                number = ~number;
                if (!all || number < levelStart) {
                    continue;
                }
            }
            addLink(number, parentStart + origins[index], forward ? ids[index] : ~ids[index]);
        }
    }

    private void reserveNode(int number) {
        if (number >= firstLinks.length) {
            firstLinks = Arrays.copyOf(firstLinks, firstLinks.length * 2);
        }
    }

    private void addLink(int number, int parent, long relationship) {
        if (linkCount == parents.length) {
            int length = Math.multiplyExact(linkCount, 2);
            parents = Arrays.copyOf(parents, length);
            nextLinks = Arrays.copyOf(nextLinks, length);
            relationships = Arrays.copyOf(relationships, length);
        }
        parents[linkCount] = parent;
        relationships[linkCount] = relationship;
        nextLinks[linkCount] = firstLinks[number];
        firstLinks[number] = linkCount++;
    }

    /** Forgets the search and releases its memory if it is large. */
    void release() {
        nodes.release();
        root = NO_ROOT;
        linkCount = 0;
        if (parents.length > KEPT_CAPACITY_MAX || firstLinks.length > KEPT_CAPACITY_MAX) {
            firstLinks = new int[CAPACITY_MIN];
            parents = new int[CAPACITY_MIN];
            nextLinks = new int[CAPACITY_MIN];
            relationships = new long[CAPACITY_MIN];
        }
    }

    long bytes() {
        return nodes.bytes() + (long) NODE_BYTES * firstLinks.length + (long) LINK_BYTES * parents.length;
    }

    /** What it takes at most while so many more nodes are linked. */
    private long bytesWith(int more) {
        return nodes.bytesWith(more)
                + bytesOfGrowth(firstLinks.length, nodes.count() + more, NODE_BYTES)
                + bytesOfGrowth(parents.length, linkCount + more, LINK_BYTES);
    }

    /** What arrays take that double as often as needed; for a moment they are there twice. */
    static long bytesOfGrowth(int length, long needed, int entryBytes) {
        if (needed <= length) {
            return (long) entryBytes * length;
        }
        long grown = length;
        while (grown < needed) {
            grown *= 2;
        }
        return entryBytes * (length + grown);
    }
}
