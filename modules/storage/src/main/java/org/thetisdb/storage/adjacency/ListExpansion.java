package org.thetisdb.storage.adjacency;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.file.Foresight;

/**
 * Walks side by side (forward, then backward), within it type by type, within it row by row.
 *
 * <p>Rows are taken in blocks of {@link #BLOCK_ROWS}, and a block twice: first the bounds of all its lists are looked
 * up, then the lists are unpacked. The look-ups of a block do not depend on each other, so the processor overlaps
 * their cache misses, which is most of the cost of short lists.
 *
 * <p>Invariants: {@code blockRow <= blockCount <= BLOCK_ROWS}; a list of the block has entries, or the places of a row
 * that has none, which are passed over when they are unpacked; lists before {@code blockRow} are given in full, of the
 * list at {@code blockRow} all entries before {@code starts[blockRow]}. What is kept between calls are numbers, never
 * addresses, so that pages may come and go.
 */
final class ListExpansion implements Expansion, Foresight {
    private static final int BLOCK_ROWS = 256;
    /** From as many rows with the same node on one side on, its list is unpacked once for all of them. */
    private static final int RUN_ROWS_MIN = 3;
    /** A list that is longer than this for each row of a run is searched, not unpacked. */
    private static final int RUN_ENTRIES_PER_ROW = 16;
    /** So many entries of such a list are passed one by one. */
    private static final int NEAR_ENTRIES = 16;

    private static final int[] NONE = {};
    private static final long[] NO_IDS = {};

    private final AdjacencyReader reader;
    private final int[] blockRows = new int[BLOCK_ROWS];
    private final int[] starts = new int[BLOCK_ROWS];
    private final int[] ends = new int[BLOCK_ROWS];
    private final AdjacencySegment[] blockSegments = new AdjacencySegment[BLOCK_ROWS];
    private final ScatteredSingles scattered;
    private long[] runList = NO_IDS;

    private long[] nodes = NO_IDS;
    private long[] others = NO_IDS;
    private boolean @Nullable [] nulls;
    private int count;
    private int[] types = NONE;
    private Side side = Side.FORWARD;
    private boolean between;
    private boolean withRelationships;

    private boolean forward;
    private boolean atEnd = true;
    private int typeIndex;
    private int nextRow;
    private int blockCount;
    private int blockRow;

    ListExpansion(AdjacencyReader reader) {
        this.reader = reader;
        scattered = new ScatteredSingles(reader);
    }

    @Override
    public void start(
            long[] newNodes,
            boolean @Nullable [] newNulls,
            int newCount,
            int[] typeIds,
            Side newSide,
            boolean relationshipsWanted) {
        begin(newNodes, newNulls, newCount, typeIds, newSide, relationshipsWanted);
        between = false;
    }

    @Override
    public void startBetween(
            long[] from,
            long[] to,
            boolean @Nullable [] newNulls,
            int newCount,
            int[] typeIds,
            Side newSide,
            boolean relationshipsWanted) {
        begin(from, newNulls, newCount, typeIds, newSide, relationshipsWanted);
        others = to;
        between = true;
    }

    private void begin(
            long[] newNodes,
            boolean @Nullable [] newNulls,
            int newCount,
            int[] typeIds,
            Side newSide,
            boolean relationshipsWanted) {
        nodes = newNodes;
        nulls = newNulls;
        count = newCount;
        types = reader.types(typeIds);
        side = newSide;
        withRelationships = relationshipsWanted;
        forward = newSide != Side.BACKWARD;
        typeIndex = 0;
        nextRow = 0;
        blockCount = 0;
        blockRow = 0;
        atEnd = newCount == 0 || types.length == 0;
    }

    @Override
    public int next(int[] rows, long[] relationships, long[] neighbours, int capacity) {
        Foresight former = reader.foresee(this);
        try {
            return fill(rows, relationships, neighbours, capacity);
        } finally {
            reader.foresee(former);
        }
    }

    private int fill(int[] rows, long[] relationships, long[] neighbours, int capacity) {
        int filled = 0;
        while (filled < capacity) {
            int first = nextRow;
            if (blockRow == blockCount) {
                filled = takeSingles(rows, relationships, neighbours, filled, capacity);
            }
            if (nextRow == first) {
                if (blockRow == blockCount && !nextBlock(filled > 0)) {
                    break;
                }
                filled = drain(rows, relationships, neighbours, filled, capacity);
            }
        }
        return filled;
    }

    /** The lists of the block that are not given yet; of the next block, before it is known, the rows. */
    @Override
    public void tell(Wants wants) {
        for (int list = blockRow; list < blockCount && wants.isOpen(); list += wants.step()) {
            tell(blockSegments[list], starts[list], ends[list]);
        }
        // A block has as many rows as it takes to find its lists, which may be all.
        int end = blockCount > 0 ? nextRow : count;
        for (int row = nextRow; row < end && wants.isOpen(); row += wants.step()) {
            if (nulls == null || !nulls[row]) {
                tell(row);
            }
        }
    }

    private void tell(AdjacencySegment segment, int start, int end) {
        try {
            segment.reach(start, end - start, withRelationships);
        } catch (Missing _) {
            // Its pages are noted.
        }
    }

    private void tell(int row) {
        try {
            int type = types[typeIndex];
            AdjacencySegment segment = segmentOf(type, forward, nodes[row]);
            if (between && (segment == null || !SingleLists.areReadable(segment, withRelationships))) {
                boolean isOut = forward;
                tellShorter(
                        segmentOf(type, true, isOut ? nodes[row] : others[row]),
                        segmentOf(type, false, isOut ? others[row] : nodes[row]),
                        NodeIdLayout.row(isOut ? nodes[row] : others[row]),
                        NodeIdLayout.row(isOut ? others[row] : nodes[row]));
                return;
            }
            if (segment != null) {
                long bounds = segment.bounds(NodeIdLayout.row(nodes[row]));
                tell(segment, (int) (bounds >>> 32), (int) bounds);
            }
        } catch (Missing _) {
            // Its pages are noted.
        }
    }

    private @Nullable AdjacencySegment segmentOf(int type, boolean isForward, long node) {
        return reader.segment(type, isForward, NodeIdLayout.chunk(node));
    }

    /** Of a row's two lists, the one that is searched. */
    private void tellShorter(
            @Nullable AdjacencySegment out, @Nullable AdjacencySegment in, int sourceRow, int targetRow) {
        if (out == null || in == null) {
            return;
        }
        long outBounds = out.bounds(sourceRow);
        long inBounds = in.bounds(targetRow);
        if (length(outBounds) <= length(inBounds)) {
            tell(out, (int) (outBounds >>> 32), (int) outBounds);
        } else {
            tell(in, (int) (inBounds >>> 32), (int) inBounds);
        }
    }

    @Override
    public boolean isForward() {
        return forward;
    }

    @Override
    public boolean hasSingles(long node, int[] typeIds, Side ofSide, boolean relationshipsWanted) {
        int[] asked = reader.types(typeIds);
        if (ofSide == Side.BOTH || asked.length != 1) {
            return false;
        }
        AdjacencySegment segment = segmentOf(asked[0], ofSide == Side.FORWARD, node);
        return segment != null && SingleLists.areReadable(segment, relationshipsWanted);
    }

    /** Looks up the next lists that are not empty. False at the end, and where the side changes and rows wait. */
    private boolean nextBlock(boolean rowsWait) {
        blockRow = 0;
        blockCount = 0;
        while (!atEnd) {
            if (nextRow < count) {
                if (between) {
                    lookUpBetween();
                } else {
                    lookUp();
                }
                if (blockCount > 0) {
                    return true;
                }
            } else if (typeIndex + 1 < types.length) {
                typeIndex++;
                nextRow = 0;
            } else if (side == Side.BOTH && forward) {
                if (rowsWait) {
                    return false;
                }
                forward = false;
                typeIndex = 0;
                nextRow = 0;
            } else {
                atEnd = true;
            }
        }
        return false;
    }

    /** Gives lists of one entry at most, from the next row on; none where there are longer ones. */
    private int takeSingles(int[] rows, long[] relationships, long[] neighbours, int from, int capacity) {
        if (atEnd || side == Side.BOTH || nextRow == count || nulls != null && nulls[nextRow]) {
            return from;
        }
        int type = types[typeIndex];
        long[] ids = withRelationships ? relationships : NO_IDS;
        if (nextRow == 0
                && nulls == null
                && count <= capacity - from
                && scattered.read(type, forward, nodes, count, withRelationships)) {
            nextRow = count;
            int given = scattered.give(type, nodes, count, rows, ids, neighbours, from);
            return between ? Entries.leadingTo(others, rows, ids, neighbours, from, given) : given;
        }
        AdjacencySegment segment = segmentOf(type, forward, nodes[nextRow]);
        int endMax = Math.min(count, nextRow + capacity - from);
        int end = SingleLists.end(segment, nodes, nulls, nextRow, endMax, withRelationships);
        if (segment == null || end == nextRow) {
            return from;
        }
        int filled = SingleLists.read(segment, nodes, nextRow, end, rows, ids, neighbours, from);
        nextRow = end;
        return between ? Entries.leadingTo(others, rows, ids, neighbours, from, filled) : filled;
    }

    private void lookUp() {
        int type = types[typeIndex];
        int chunk = -1;
        AdjacencySegment segment = null;
        int found = 0;
        int row = nextRow;
        while (row < count && found < BLOCK_ROWS) {
            nextRow = row;
            if (nulls == null || !nulls[row]) {
                long node = nodes[row];
                int nodeChunk = NodeIdLayout.chunk(node);
                if (nodeChunk != chunk) {
                    chunk = nodeChunk;
                    segment = reader.segment(type, forward, chunk);
                }
                if (segment != null) {
                    long bounds = segment.places(NodeIdLayout.row(node));
                    blockRows[found] = row;
                    starts[found] = (int) (bounds >>> 32);
                    ends[found] = (int) bounds;
                    blockSegments[found] = segment;
                    found += (int) (bounds >>> 32) < (int) bounds ? 1 : 0;
                }
            }
            row++;
        }
        nextRow = row;
        blockCount = found;
    }

    private void lookUpBetween() {
        int type = types[typeIndex];
        int found = 0;
        int row = nextRow;
        while (row < count && found < BLOCK_ROWS) {
            nextRow = row;
            int endRowMax = Math.min(count, row + BLOCK_ROWS - found);
            int endOfOthers = endOfRun(others, row, endRowMax);
            int endOfNodes = endOfRun(nodes, row, endRowMax);
            int endRow = Math.max(endOfOthers, endOfNodes);
            boolean isRun = endRow - row >= RUN_ROWS_MIN;
            if (isRun && endOfOthers >= endOfNodes) {
                found += findInRun(type, !forward, others, nodes, row, endRow, found);
            } else if (isRun) {
                found += findInRun(type, forward, nodes, others, row, endRow, found);
            } else {
                found += findEach(type, row, endRow, found);
            }
            row = endRow;
        }
        nextRow = row;
        blockCount = found;
    }

    /** The end of the run of rows that have the same node as the first. */
    private static int endOfRun(long[] of, int first, int endMax) {
        int end = first + 1;
        while (end < endMax && of[end] == of[first]) {
            end++;
        }
        return end;
    }

    /**
     * The rows of a run have the same node on one side: unpacks its list once, and seeks the nodes of the other side in
     * it, each from where the one before was. Fills lists of the block and returns how many were filled.
     */
    private int findInRun(
            int type, boolean isForward, long[] same, long[] wanted, int firstRow, int endRow, int firstList) {
        AdjacencySegment segment = segmentOf(type, isForward, same[firstRow]);
        if (segment == null) {
            return 0;
        }
        long bounds = segment.bounds(NodeIdLayout.row(same[firstRow]));
        int start = (int) (bounds >>> 32);
        int length = length(bounds);
        if (length == 0) {
            return 0;
        }
        if (length > (endRow - firstRow) * RUN_ENTRIES_PER_ROW) {
            return findEach(type, firstRow, endRow, firstList);
        }
        if (runList.length < length) {
            runList = new long[Math.max(length, BLOCK_ROWS)];
        }
        long[] list = runList;
        segment.neighbours(start, length, list, 0);
        int found = 0;
        int place = 0;
        long before = Long.MIN_VALUE;
        for (int row = firstRow; row < endRow; row++) {
            long node = wanted[row];
            if (isLeftOut(row)) {
                continue;
            }
            if (node < before) {
                place = 0;
            }
            before = node;
            int near = Math.min(length, place + NEAR_ENTRIES);
            while (place < near && list[place] < node) {
                place++;
            }
            if (place == near) {
                place = seek(list, place, length, node);
            }
            int end = place;
            while (end < length && list[end] == node) {
                end++;
            }
            if (end > place) {
                int at = firstList + found++;
                blockRows[at] = row;
                starts[at] = start + place;
                ends[at] = start + end;
                blockSegments[at] = segment;
            }
        }
        return found;
    }

    /** The first place of a list from one on that is not below a node. */
    private static int seek(long[] list, int first, int end, long node) {
        int low = first;
        int high = end;
        while (low < high) {
            int middle = low + high >>> 1;
            if (list[middle] < node) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int findEach(int type, int firstRow, int endRow, int firstList) {
        int found = 0;
        for (int row = firstRow; row < endRow; row++) {
            if (!isLeftOut(row)) {
                found += findBetween(type, row, firstList + found) ? 1 : 0;
            }
        }
        return found;
    }

    /** A row without a node, or with a loop, which the walk's second pass must not give again. */
    private boolean isLeftOut(int row) {
        return nulls != null && nulls[row] || side == Side.BOTH && !forward && nodes[row] == others[row];
    }

    private boolean findBetween(int type, int row, int list) {
        long source = forward ? nodes[row] : others[row];
        long target = forward ? others[row] : nodes[row];
        AdjacencySegment out = reader.segment(type, true, NodeIdLayout.chunk(source));
        if (out == null) {
            return false;
        }
        AdjacencySegment in = reader.segment(type, false, NodeIdLayout.chunk(target));
        if (in == null) {
            return false;
        }
        long outBounds = out.bounds(NodeIdLayout.row(source));
        long inBounds = in.bounds(NodeIdLayout.row(target));
        boolean useOut = length(outBounds) <= length(inBounds);
        long range = useOut ? out.equalRange(outBounds, target) : in.equalRange(inBounds, source);
        blockRows[list] = row;
        starts[list] = (int) (range >>> 32);
        ends[list] = (int) range;
        blockSegments[list] = useOut ? out : in;
        return range != 0;
    }

    private static int length(long bounds) {
        return (int) bounds - (int) (bounds >>> 32);
    }

    /** Unpacks lists of the block until it is at its end or the arrays are full. */
    private int drain(int[] rows, long[] relationships, long[] neighbours, int from, int capacity) {
        int filled = from;
        boolean dropLoops = side == Side.BOTH && !forward && !between;
        while (blockRow < blockCount && filled < capacity) {
            int row = blockRows[blockRow];
            int start = starts[blockRow];
            int taken = Math.min(ends[blockRow] - start, capacity - filled);
            AdjacencySegment segment = blockSegments[blockRow];
            segment.neighbours(start, taken, neighbours, filled);
            if (!segment.isTaken(neighbours[filled])) {
                blockRow++;
                continue;
            }
            if (withRelationships) {
                // In whose forward list the entries are.
                long source = between && !forward ? others[row] : nodes[row];
                ListRelationships.read(
                        segment, NodeIdLayout.row(source), start, taken, relationships, neighbours, filled);
            }
            for (int index = filled; index < filled + taken; index++) {
                rows[index] = row;
            }
            starts[blockRow] = start + taken;
            if (starts[blockRow] == ends[blockRow]) {
                blockRow++;
            }
            if (between) {
                java.util.Arrays.fill(neighbours, filled, filled + taken, others[row]);
            }
            filled = dropLoops
                    ? Entries.withoutLoops(
                            nodes[row], withRelationships ? relationships : NO_IDS, neighbours, filled, filled + taken)
                    : filled + taken;
        }
        return filled;
    }
}
