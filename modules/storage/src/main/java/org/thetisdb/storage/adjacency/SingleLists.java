package org.thetisdb.storage.adjacency;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;

/**
 * Lists of one entry at most, as of a message's author or a person's city: a row's place is its number, so many rows of
 * a chunk are read like a column, without looking up where each one's list begins.
 *
 * <pre>
 *   nodes    17 18 19 20 …  consecutive ──► a run of neighbours is unpacked
 *            17 90 23 41 …  of a chunk  ──► neighbours are gathered        places without an entry are passed over
 * </pre>
 *
 * <p>Nodes of several chunks by turns: {@link ScatteredSingles}.
 */
final class SingleLists {
    /** Fewer rows of one chunk are not worth a way of their own. */
    private static final int ROWS_MIN = 16;

    private SingleLists() {}

    /**
     * The end of the rows from {@code first} on that can be read so; {@code first} if there are none, or few.
     *
     * @param segment of the first row's chunk
     * @param first a row with a node
     */
    static int end(
            @Nullable AdjacencySegment segment,
            long[] nodes,
            boolean @Nullable [] nulls,
            int first,
            int endMax,
            boolean withRelationships) {
        if (segment == null || endMax - first < ROWS_MIN || !areReadable(segment, withRelationships)) {
            return first;
        }
        int end = endOfRows(segment, nodes, nulls, first, endMax);
        return end - first < ROWS_MIN ? first : end;
    }

    /** Whether a segment's lists can be read so. */
    static boolean areReadable(AdjacencySegment segment, boolean withRelationships) {
        return segment.isSingle() && !(withRelationships && (!segment.isForward() || segment.storesSlots()));
    }

    /** The end of the nodes from {@code first} on, one of the segment's chunk, that have rows in it. */
    static int endOfRows(AdjacencySegment segment, long[] nodes, boolean @Nullable [] nulls, int first, int endMax) {
        long least = nodes[first] - NodeIdLayout.row(nodes[first]);
        long limit = least + segment.rowCount();
        int end = first;
        while (end < endMax && nodes[end] >= least && nodes[end] < limit && (nulls == null || !nulls[end])) {
            end++;
        }
        return end;
    }

    /**
     * Reads the lists of such rows into {@code [at …]}.
     *
     * @param relationships empty if they are not wanted
     * @return one above the last entry
     */
    static int read(
            AdjacencySegment segment,
            long[] nodes,
            int first,
            int end,
            int[] rows,
            long[] relationships,
            long[] neighbours,
            int at) {
        readNeighbours(segment, nodes, first, end - first, neighbours, at);
        long firstId = RelationshipIdLayout.id(segment.type(), segment.chunk(), 0);
        int filled = at;
        for (int row = first; row < end; row++) {
            long neighbour = neighbours[at + row - first];
            rows[filled] = row;
            neighbours[filled] = neighbour;
            if (relationships.length > 0) {
                relationships[filled] = firstId + NodeIdLayout.row(nodes[row]);
            }
            filled += segment.isTaken(neighbour) ? 1 : 0;
        }
        return filled;
    }

    /** The neighbours of nodes of a segment's chunk; what stands in places without an entry is not {@link AdjacencySegment#isTaken}. */
    static void readNeighbours(
            AdjacencySegment segment, long[] nodes, int first, int count, long[] neighbours, int at) {
        int least = NodeIdLayout.CHUNK_ROWS;
        int greatest = 0;
        long steps = 0;
        for (int index = 0; index < count; index++) {
            long node = nodes[first + index];
            least = Math.min(least, NodeIdLayout.row(node));
            greatest = Math.max(greatest, NodeIdLayout.row(node));
            steps |= node - nodes[first] ^ index;
        }
        if (steps == 0) {
            segment.neighbours(least, count, neighbours, at);
        } else {
            segment.neighboursAt(nodes, first, count, least, greatest, neighbours, at);
        }
    }
}
