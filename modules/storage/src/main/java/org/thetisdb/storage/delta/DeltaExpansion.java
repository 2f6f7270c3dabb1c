package org.thetisdb.storage.delta;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.arena.HandleTable;
import org.thetisdb.storage.arena.RecordArena;

/**
 * Lists of the base with the delta's changes. Types whose lists are clean at the nodes asked for are the base's
 * matter alone; each other type and side is a pass of its own, in which two streams sorted by (row, neighbour,
 * relationship) are merged:
 *
 * <pre>
 *    base    (0, n4, r1) (0, n9, r2)             (2, n1, r7)
 *    delta               (0, n9, r2) (0, n9, r8)              (3, n5, r9)
 *                         deleted     made                     made
 *    given   (0, n4, r1)             (0, n9, r8) (2, n1, r7)  (3, n5, r9)
 * </pre>
 */
final class DeltaExpansion implements Expansion {
    private static final int BUFFER_ROWS = 1024;
    private static final int[] NO_ROWS = {};
    private static final long[] NO_IDS = {};
    private static final int NONE = RecordArena.NONE;

    /** As many lists as a processor can wait for at once, and some more. */
    private static final int AHEAD_ROWS = 32;

    private final DeltaReader reader;
    private final LinkLists lists;
    private final LinkRuns runs;
    private final LinkCursor cursor;
    private final Expansion base;

    private long[] nodes = NO_IDS;

    /** The other ends wanted, by row; null if all neighbours are. */
    private long @Nullable [] targets;

    private boolean @Nullable [] nulls;
    private int count;
    private Side side = Side.FORWARD;
    private boolean withRelationships;

    /** The types with dirty lists, each for a pass or two. */
    private int[] dirtyTypes = new int[0];

    private int dirtyCount;

    /** Passes begun so far, of two for each dirty type; -1 while the base gives what is clean. */
    private int pass;

    private boolean isForward;
    private int type;
    private final int[] oneType = new int[1];

    /** Made when a dirty list is met for the first time: most expansions of short queries never do. */
    private int[] baseRows = NO_ROWS;

    private long[] baseRelationships = NO_IDS;
    private long[] baseNeighbours = NO_IDS;
    private int basePlace;
    private int baseCount;
    private boolean baseEnded;

    /** The row of the delta's next link; {@code count} at the end. */
    private int deltaRow;

    /** Whether the cursor is in the row's list. */
    private boolean isInList;

    /** The heads of the lists of some rows, this one and the next ones. */
    private final int[] headsAhead = new int[AHEAD_ROWS];

    /** Means nothing: a load whose value nobody kept would be left out. */
    @SuppressWarnings("UnusedVariable") // It is written, so that what is added to it is loaded.
    private int touched;

    private int aheadFirst;
    private int aheadEnd;

    // The changed lists of the chunk of the node looked at last.
    private int headsChunk;
    private @Nullable HandleTable heads;

    // Whether runs have something of the chunk of the node looked at last.
    private int runsChunk;
    private boolean chunkHasRuns;

    // The delta's next link, unless it is at its end.
    private long linkNeighbour;
    private long linkRelationship;
    private boolean linkIsOfBase;

    DeltaExpansion(DeltaReader reader) {
        this.reader = reader;
        this.lists = reader.delta().lists();
        this.runs = reader.delta().runs();
        this.cursor = new LinkCursor(reader.delta());
        this.base = reader.base().expansion();
    }

    @Override
    public void start(
            long[] newNodes,
            boolean @Nullable [] newNulls,
            int newCount,
            int[] typeIds,
            Side newSide,
            boolean newWithRelationships) {
        begin(newNodes, null, newNulls, newCount, typeIds, newSide, newWithRelationships);
    }

    @Override
    public void startBetween(
            long[] from,
            long[] to,
            boolean @Nullable [] newNulls,
            int newCount,
            int[] typeIds,
            Side newSide,
            boolean newWithRelationships) {
        begin(from, to, newNulls, newCount, typeIds, newSide, newWithRelationships);
    }

    private void begin(
            long[] newNodes,
            long @Nullable [] newTargets,
            boolean @Nullable [] newNulls,
            int newCount,
            int[] typeIds,
            Side newSide,
            boolean newWithRelationships) {
        cursor.seenBy(reader.visibility());
        nodes = newNodes;
        targets = newTargets;
        nulls = newNulls;
        count = newCount;
        side = newSide;
        withRelationships = newWithRelationships;
        ReadSet reads = reader.reads();
        if (reads != null) {
            reads.lists(newNodes, newNulls, newCount, typeIds, newSide);
        }
        int[] types = typeIds.length > 0 ? typeIds : reader.allTypes();
        if (dirtyTypes.length < types.length) {
            dirtyTypes = new int[types.length];
        }
        dirtyCount = 0;
        for (int each : types) {
            if (isDirty(each)) {
                dirtyTypes[dirtyCount++] = each;
            }
        }
        pass = -1;
        if (dirtyCount == 0) {
            startBase(typeIds, side, withRelationships);
        } else if (dirtyCount < types.length) {
            startBase(clean(types), side, withRelationships);
        } else {
            nextPass();
        }
    }

    private int[] clean(int[] types) {
        int[] clean = new int[types.length - dirtyCount];
        int next = 0;
        int found = 0;
        for (int each : types) {
            if (next < dirtyCount && dirtyTypes[next] == each) {
                next++;
            } else {
                clean[found++] = each;
            }
        }
        return clean;
    }

    private void startBase(int[] types, Side baseSide, boolean relationshipsToo) {
        if (targets == null) {
            base.start(nodes, nulls, count, types, baseSide, relationshipsToo);
        } else {
            base.startBetween(nodes, targets, nulls, count, types, baseSide, relationshipsToo);
        }
    }

    private boolean isDirty(int each) {
        return side != Side.BACKWARD && isDirty(each, true) || side != Side.FORWARD && isDirty(each, false);
    }

    private boolean isDirty(int each, boolean forward) {
        boolean noRuns = runs.isEmpty();
        if (noRuns && !lists.has(each, forward)) {
            return false;
        }
        int chunk = -1;
        HandleTable changed = null;
        for (int row = 0; row < count; row++) {
            if (nulls != null && nulls[row]) {
                continue;
            }
            if (NodeIdLayout.chunk(nodes[row]) != chunk) {
                chunk = NodeIdLayout.chunk(nodes[row]);
                changed = lists.heads(each, forward, chunk);
                if (!noRuns && runs.has(each, forward, chunk, reader.visibility())) {
                    return true;
                }
            }
            if (changed != null && changed.get(NodeIdLayout.row(nodes[row])) != NONE) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int next(int[] rows, long[] relationships, long[] neighbours, int capacity) {
        if (pass < 0) {
            int given = base.next(rows, relationships, neighbours, capacity);
            if (given > 0 || dirtyCount == 0) {
                isForward = base.isForward();
                return given;
            }
            nextPass();
        }
        while (pass <= dirtyCount * 2) {
            int given = merge(rows, relationships, neighbours, capacity);
            if (given > 0) {
                return given;
            }
            nextPass();
        }
        return 0;
    }

    @Override
    public boolean isForward() {
        return isForward;
    }

    @Override
    public boolean hasSingles(long node, int[] typeIds, Side newSide, boolean relationshipsWanted) {
        return base.hasSingles(node, typeIds, newSide, relationshipsWanted);
    }

    /** Begins the next type and side; {@code pass} is one above twice the count of types at the end. */
    private void nextPass() {
        do {
            pass = Math.max(pass, 0) + 1;
            isForward = (pass & 1) == 1;
        } while (pass <= dirtyCount * 2 && side == (isForward ? Side.BACKWARD : Side.FORWARD));
        if (pass > dirtyCount * 2) {
            return;
        }
        type = dirtyTypes[(pass - 1) / 2];
        oneType[0] = type;
        startBase(oneType, isForward ? Side.FORWARD : Side.BACKWARD, withRelationships);
        basePlace = 0;
        baseCount = 0;
        baseEnded = false;
        deltaRow = -1;
        isInList = false;
        headsChunk = -1;
        runsChunk = -1;
        aheadEnd = 0;
        skipInvisible();
    }

    private int merge(int[] rows, long[] relationships, long[] neighbours, int capacity) {
        int given = 0;
        while (given < capacity) {
            if (basePlace == baseCount && !baseEnded) {
                fill();
            }
            boolean hasBase = basePlace < baseCount;
            if (hasBase && isBeforeLink(basePlace)) {
                given = copyBase(rows, relationships, neighbours, given, capacity);
                continue;
            }
            if (deltaRow == count) {
                break;
            }
            if (hasBase && isLink(basePlace)) {
                // The base's entry, and that it was deleted.
                basePlace++;
            } else if (!linkIsOfBase && !isLoopSeen(deltaRow, linkNeighbour)) {
                rows[given] = deltaRow;
                neighbours[given] = linkNeighbour;
                if (withRelationships) {
                    relationships[given] = linkRelationship;
                }
                given++;
            }
            skipInvisible();
        }
        return given;
    }

    /**
     * Whether the base's entry comes before the delta's link. Where nobody wants to know relationships, those between
     * the same two nodes need not be told apart: links come first then, and a deleted one takes any of them away.
     */
    private boolean isBeforeLink(int place) {
        int row = baseRows[place];
        if (row != deltaRow) {
            return row < deltaRow;
        }
        long neighbour = baseNeighbours[place];
        if (neighbour != linkNeighbour) {
            return neighbour < linkNeighbour;
        }
        return withRelationships && baseRelationships[place] < linkRelationship;
    }

    /** Whether the base's entry, which does not come before the delta's link, is what that is about. */
    private boolean isLink(int place) {
        return baseRows[place] == deltaRow
                && baseNeighbours[place] == linkNeighbour
                && (withRelationships ? baseRelationships[place] == linkRelationship : linkIsOfBase);
    }

    private void fill() {
        if (baseRows.length == 0) {
            baseRows = new int[BUFFER_ROWS];
            baseRelationships = new long[BUFFER_ROWS];
            baseNeighbours = new long[BUFFER_ROWS];
        }
        basePlace = 0;
        baseCount = base.next(baseRows, baseRelationships, baseNeighbours, BUFFER_ROWS);
        baseEnded = baseCount == 0;
    }

    /** Gives what the base has before the delta's next link. */
    private int copyBase(int[] rows, long[] relationships, long[] neighbours, int from, int capacity) {
        return side == Side.BOTH && !isForward
                ? copyBaseWithoutLoops(rows, relationships, neighbours, from, capacity)
                : copyWholeBase(rows, relationships, neighbours, from, capacity);
    }

    private int copyWholeBase(int[] rows, long[] relationships, long[] neighbours, int from, int capacity) {
        int end = Math.min(baseCount, basePlace + capacity - from);
        if (!isBeforeLink(end - 1)) {
            end = basePlace;
            while (isBeforeLink(end)) {
                end++;
            }
        }
        int copied = end - basePlace;
        System.arraycopy(baseRows, basePlace, rows, from, copied);
        System.arraycopy(baseNeighbours, basePlace, neighbours, from, copied);
        if (withRelationships) {
            System.arraycopy(baseRelationships, basePlace, relationships, from, copied);
        }
        basePlace = end;
        return from + copied;
    }

    private int copyBaseWithoutLoops(int[] rows, long[] relationships, long[] neighbours, int from, int capacity) {
        int given = from;
        while (given < capacity && basePlace < baseCount && isBeforeLink(basePlace)) {
            if (!isLoopSeen(baseRows[basePlace], baseNeighbours[basePlace])) {
                rows[given] = baseRows[basePlace];
                neighbours[given] = baseNeighbours[basePlace];
                if (withRelationships) {
                    relationships[given] = baseRelationships[basePlace];
                }
                given++;
            }
            basePlace++;
        }
        return given;
    }

    /** Whether it is a loop that the pass over forward lists has given. */
    private boolean isLoopSeen(int row, long neighbour) {
        return side == Side.BOTH && !isForward && neighbour == nodes[row];
    }

    /** Goes to the next link that counts: made and not deleted, or of the base and deleted; as this reader sees it. */
    private void skipInvisible() {
        do {
            if (isInList && skipInList()) {
                return;
            }
        } while (nextDirtyRow());
    }

    /** False if the rest of the list has no link that counts. */
    private boolean skipInList() {
        Visibility visibility = reader.visibility();
        while (cursor.next()) {
            long neighbour = cursor.neighbour();
            if (targets != null && neighbour != targets[deltaRow]) {
                // After those to the target, which were looked for.
                return false;
            }
            int change = cursor.change(visibility);
            if (change != 0) {
                linkNeighbour = neighbour;
                linkRelationship = cursor.relationship();
                linkIsOfBase = change < 0;
                return true;
            }
        }
        return false;
    }

    private boolean nextDirtyRow() {
        for (deltaRow++; deltaRow < count; deltaRow++) {
            if (deltaRow >= aheadEnd) {
                lookAhead();
            }
            int head = headsAhead[deltaRow - aheadFirst];
            long node = nodes[deltaRow];
            if (head != NONE || !runs.isEmpty() && (nulls == null || !nulls[deltaRow]) && hasRuns(node)) {
                if (targets == null) {
                    cursor.start(type, isForward, node, head);
                } else {
                    cursor.startAt(type, isForward, node, head, targets[deltaRow]);
                }
                isInList = true;
                return true;
            }
        }
        isInList = false;
        return false;
    }

    /** Whether runs may have something of a node's list of the pass. */
    private boolean hasRuns(long node) {
        if (NodeIdLayout.chunk(node) != runsChunk) {
            runsChunk = NodeIdLayout.chunk(node);
            chunkHasRuns = runs.has(type, isForward, runsChunk, reader.visibility());
        }
        return chunkHasRuns;
    }

    /** Finds the lists of the next rows, and touches them together. */
    private void lookAhead() {
        aheadFirst = deltaRow;
        aheadEnd = Math.min(count, deltaRow + AHEAD_ROWS);
        for (int row = aheadFirst; row < aheadEnd; row++) {
            headsAhead[row - aheadFirst] = nulls != null && nulls[row] ? NONE : head(nodes[row]);
        }
        touched += lists.touch(headsAhead, aheadEnd - aheadFirst);
    }

    /** How a node's list of the pass changed; 0 if it did not. */
    private int head(long node) {
        if (NodeIdLayout.chunk(node) != headsChunk) {
            headsChunk = NodeIdLayout.chunk(node);
            heads = lists.heads(type, isForward, headsChunk);
        }
        return heads == null ? NONE : heads.get(NodeIdLayout.row(node));
    }
}
