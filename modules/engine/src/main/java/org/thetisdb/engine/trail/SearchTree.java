package org.thetisdb.engine.trail;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.expand.TypeSet;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.RelationshipReference;

/**
 * A breadth-first search that grows level by level and knows how each node was reached.
 *
 * <p>Nodes have numbers, and links. A link leads from a node to one of the level above; a node has one link, or, where
 * all shortest paths are wanted, one for each relationship by which the level above reaches it.
 *
 * <p>While there is memory for it, links are made when a node is reached, and nodes are numbered in this order, so a
 * level is a range of numbers:
 *
 * <pre>
 *   number      0 | 1  2  3 | 4  5 …          level d: firstNumber(d) … firstNumber(d + 1) - 1
 *   firstLink   - | 0  1  2 | 3  5
 *   link            parent 0, relationship, next link of the same node or -1
 * </pre>
 *
 * <p>A tree that is too large for that, or large and made for few rows, becomes dense ({@link VisitedNodes}): it keeps
 * the level of each node and nothing else. Then only nodes have numbers that somebody asks for, in the order in which
 * that is done, and the links of a node are found when they are asked for, some at a time, by following its
 * relationships to the level above. Links that were found are kept, until there are too many ({@link #hasManyLinks},
 * {@link #forgetLinks}).
 *
 * <p>Invariants: levels 0 to {@link #depth} are complete; the root has no links. Relationship ids are not negative, so
 * the complement of an id stands for one that starts at the child. Not thread safe.
 */
final class SearchTree {
    static final int NONE = -1;
    private static final int UNKNOWN = -2;
    private static final int MORE = -3;
    private static final long FROM_FIRST = Long.MIN_VALUE;

    /** How many links of a node are found at once, the first time and when many were passed over. */
    private static final int PIECE_LINKS = 1 << 10;

    private static final int PIECE_LINKS_MAX = 1 << 12;

    /** How many links there must be before any are forgotten, if memory is short; and if it is not. */
    private static final int MANY_LINKS_MIN = 1 << 12;

    private static final int MANY_LINKS_MAX = 1 << 16;
    private static final long NO_ROOT = -1;
    private static final int CAPACITY_MIN = 64;
    private static final int KEPT_CAPACITY_MAX = 1 << 16;
    private static final int NODE_BYTES = Integer.BYTES;
    private static final int LINK_BYTES = 2 * Integer.BYTES + Long.BYTES;

    /** A tree of less is not worth another form. */
    private static final long DENSE_BYTES_MIN = 1 << 20;

    private final Worker worker;
    private final boolean all;
    private final Hops hops;
    private final TypeSet types;
    private final TypeSet typesToParents;
    private final MemoryCharge charge;
    private final VisitedNodes visited;
    private final VisitedNodes.Cursor grown;

    /** The numbers of nodes, in either form. */
    private final LongTable nodes;

    private final OneNode oneNode = new OneNode();
    private long root = NO_ROOT;
    private int[] firstLinks = new int[CAPACITY_MIN];
    private int[] parents = new int[CAPACITY_MIN];
    private int[] nextLinks = new int[CAPACITY_MIN];
    private long[] relationships = new long[CAPACITY_MIN];
    private int linkCount;
    private int linksInUse;
    private boolean hasManyLinks;
    private @Nullable Batch input;
    private int inputRow;

    /**
     * A tree without a root.
     *
     * @param types of the relationships that lead from a node to those of the next level
     * @param all whether to keep every link, not just one for each node
     */
    SearchTree(Worker worker, MemoryShare share, Hops hops, TypeSet types, boolean all) {
        this.worker = worker;
        this.hops = hops;
        this.types = types;
        this.typesToParents = types.reversed();
        this.all = all;
        this.charge = new MemoryCharge(worker, share);
        this.visited = new VisitedNodes(worker, share.operator());
        this.grown = visited.new Cursor();
        this.nodes = visited.table();
    }

    private static final class OneNode implements Frontier {
        private long node;

        @Override
        public int next(long[] into, int max) {
            into[0] = node;
            return 1;
        }
    }

    /** Starts again. */
    void begin(long newRoot) {
        visited.begin(newRoot);
        root = newRoot;
        firstLinks[0] = NONE;
        linkCount = 0;
        linksInUse = 0;
        hasManyLinks = false;
    }

    boolean isRootedAt(long node) {
        return root == node;
    }

    int depth() {
        return visited.depth();
    }

    long frontierCount() {
        return visited.frontierCount();
    }

    /** What reads the last level, from its start on whenever it is asked to; not while the tree grows. */
    VisitedNodes.Cursor newCursor() {
        return visited.new Cursor();
    }

    long node(int number) {
        return nodes.elements()[number];
    }

    boolean contains(long node) {
        return visited.contains(node);
    }

    /** The level of a node that the tree contains. */
    int levelOf(long node) {
        return visited.levelOf(node);
    }

    /** The number of a node that the tree contains. */
    int number(long node) {
        return visited.isDense() ? given(node) : nodes.find(node);
    }

    private int given(long node) {
        int number = nodes.add(node);
        if (number < 0) {
            return ~number;
        }
        reserveNode(number);
        firstLinks[number] = UNKNOWN;
        return number;
    }

    /** How many levels a node is below the root. */
    int depthOf(int number) {
        return visited.isDense() ? visited.levelOf(node(number)) : visited.levelOfNumber(number);
    }

    /** Says for which row links are read: the one that the tree grew for, or any if it serves all. */
    void readFor(Batch newInput, int newRow) {
        input = newInput;
        inputRow = newRow;
    }

    /** Forgets the row. */
    void endReading() {
        input = null;
    }

    /** The node's first link, or {@link #NONE} for the root. */
    int firstLink(int number) {
        if (firstLinks[number] == UNKNOWN) {
            int first = foundLinks(number, FROM_FIRST, false);
            Invariant.check(
                    first != NONE || visited.levelOf(node(number)) == 0,
                    "a node below the root was reached from somewhere",
                    "node",
                    node(number));
            firstLinks[number] = first;
        }
        return firstLinks[number];
    }

    /** Another link of the same node, or {@link #NONE}. */
    int nextLink(int number, int link) {
        if (nextLinks[link] == MORE) {
            int further = foundLinks(number, relationships[link], false);
            nextLinks[link] = further;
        }
        return nextLinks[link];
    }

    /** The link of a node that has a relationship. */
    int linkOf(int number, long signedRelationship) {
        int link = visited.isDense() ? foundLinks(number, signedRelationship, true) : firstLinks[number];
        while (link != NONE && relationships[link] != signedRelationship) {
            link = nextLinks[link];
        }
        Invariant.check(link != NONE, "a node has the links that it had", "node", node(number));
        return link;
    }

    int parent(int link) {
        return parents[link];
    }

    /** The relationship of a link; its complement if it starts at the child. */
    long signedRelationship(int link) {
        return relationships[link];
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
     * @param servesMany whether so many rows use the tree that links should be at hand if there is memory for them
     */
    void grow(Batch input, int inputRow, boolean servesMany) {
        // While the level is incomplete, an error must not leave a tree that looks usable.
        long grownRoot = root;
        root = NO_ROOT;
        int parentStart = visited.isDense() ? 0 : visited.firstNumber(visited.depth());
        int levelStart = nodes.count();
        long denseFromBytes = servesMany ? Long.MAX_VALUE : Math.max(DENSE_BYTES_MIN, idBytes());
        visited.startLevel();
        hops.start(input, inputRow, grown.atFrontier(), visited.frontierCount(), types);
        int found = hops.next();
        while (found > 0) {
            if (!visited.isDense() && !hasRoom(found, denseFromBytes)) {
                visited.makeDense();
            }
            if (visited.isDense()) {
                visited.mark(hops.neighbours(), found);
            } else {
                link(found, parentStart, levelStart);
            }
            found = hops.next();
        }
        visited.endLevel();
        if (visited.isDense() && linkCount > 0) {
            forgetLinks();
        }
        charge();
        root = grownRoot;
    }

    /** What a byte for each node would take. */
    private long idBytes() {
        return (long) worker.snapshot().chunkCount() << NodeIdLayout.ROW_BITS;
    }

    private boolean hasRoom(int found, long denseFromBytes) {
        long bytes = bytesWith(found);
        return bytes <= denseFromBytes && charge.tryGrowTo(bytes);
    }

    private void link(int found, int parentStart, int levelStart) {
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
        reserveLinks(linkCount + 1);
        parents[linkCount] = parent;
        relationships[linkCount] = relationship;
        nextLinks[linkCount] = firstLinks[number];
        firstLinks[number] = linkCount++;
    }

    private void reserveLinks(int count) {
        if (count > parents.length) {
            int length = Math.multiplyExact(parents.length, 2);
            while (length < count) {
                length = Math.multiplyExact(length, 2);
            }
            parents = Arrays.copyOf(parents, length);
            nextLinks = Arrays.copyOf(nextLinks, length);
            relationships = Arrays.copyOf(relationships, length);
        }
    }

    /**
     * Finds some of a node's links, in the order of its relationships.
     *
     * @param after the relationship of the link behind which they begin, or {@link #FROM_FIRST}
     * @param withIt whether they begin with that one
     * @return the first of them, or {@link #NONE}
     */
    private int foundLinks(int number, long after, boolean withIt) {
        long node = node(number);
        int level = visited.levelOf(node);
        int first = NONE;
        if (level == 0) {
            return first;
        }
        int wanted = all ? PIECE_LINKS : 1;
        int last = NONE;
        int passed = 0;
        boolean isPassed = after == FROM_FIRST;
        oneNode.node = node;
        hops.start(Invariant.present(input, "links are read for a row"), inputRow, oneNode, 1, typesToParents);
        int found = hops.next();
        while (found > 0) {
            if (!makeRoom(all ? found : 1, first == NONE)) {
                wanted = 0;
                break;
            }
            // Seen from the child: what starts here starts at the child.
            boolean startsAtChild = hops.isForward();
            for (int index = 0; index < found && wanted > 0; index++) {
                long neighbour = hops.neighbours()[index];
                if (visited.levelOf(neighbour) != level - 1) {
                    continue;
                }
                long id = hops.relationships()[index];
                long signed = startsAtChild ? ~id : id;
                if (isPassed || withIt && signed == after) {
                    last = addFound(last, given(neighbour), signed);
                    first = first == NONE ? last : first;
                    wanted--;
                } else {
                    passed++;
                    // Who has passed many is given more, so that all of them are not passed too often.
                    wanted = all ? Math.clamp(passed, wanted, PIECE_LINKS_MAX) : wanted;
                }
                isPassed |= signed == after;
            }
            found = wanted > 0 ? hops.next() : 0;
        }
        if (last != NONE && all && wanted == 0) {
            nextLinks[last] = MORE;
        }
        return first;
    }

    private int addFound(int last, int parent, long relationship) {
        int link = linkCount++;
        parents[link] = parent;
        relationships[link] = relationship;
        nextLinks[link] = NONE;
        if (last != NONE) {
            nextLinks[last] = link;
        }
        return link;
    }

    /** Makes room for links, if there is memory or it cannot be done without; says when there are too many. */
    private boolean makeRoom(int more, boolean isNeeded) {
        long bytes = bytesWith(more);
        boolean isRefused = !charge.tryGrowTo(bytes);
        hasManyLinks |= linkCount >= Math.max(isRefused ? MANY_LINKS_MIN : MANY_LINKS_MAX, 2 * linksInUse);
        if (isRefused && !isNeeded) {
            return false;
        }
        if (isRefused) {
            // Those of one node at a time, of a path at most: the others go when there are many.
            charge.growAnyway(bytes);
        }
        reserveLinks(linkCount + more);
        return true;
    }

    /** Whether links should be forgotten, as soon as none is in use. */
    boolean hasManyLinks() {
        return hasManyLinks;
    }

    /** Says that the links that are there now are in use. */
    void useLinks() {
        linksInUse = linkCount;
    }

    /** Forgets links, and the numbers of nodes, of a tree that can find them again. */
    void forgetLinks() {
        if (visited.isTableFree()) {
            nodes.release();
            linkCount = 0;
            linksInUse = 0;
            hasManyLinks = false;
            freeLinks();
            charge();
        }
    }

    private void freeLinks() {
        if (parents.length > KEPT_CAPACITY_MAX || firstLinks.length > KEPT_CAPACITY_MAX) {
            firstLinks = new int[CAPACITY_MIN];
            parents = new int[CAPACITY_MIN];
            nextLinks = new int[CAPACITY_MIN];
            relationships = new long[CAPACITY_MIN];
        }
    }

    /** Forgets the search and releases its memory if it is large. */
    void release() {
        visited.release();
        root = NO_ROOT;
        linkCount = 0;
        hasManyLinks = false;
        freeLinks();
        charge.release();
    }

    private void charge() {
        long bytes = bytes();
        if (visited.isDense()) {
            // The little that is left on the heap: lists of some thousand nodes, links as long as they are few.
            charge.growAnyway(bytes);
        }
        charge.shrinkTo(bytes);
    }

    private long bytes() {
        return visited.bytes() + (long) NODE_BYTES * firstLinks.length + (long) LINK_BYTES * parents.length;
    }

    /** What it takes at most while so many more nodes are linked. */
    private long bytesWith(int more) {
        return visited.listBytes()
                + nodes.bytesWith(more)
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
