package org.thetisdb.storage.adjacency;

import java.util.Arrays;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.ids.GroupedIds;
import org.thetisdb.storage.ids.IdGroups;

/**
 * Lists of one entry at most, of nodes that come all over the place, as of the authors of all replies to a post: they
 * are read chunk by chunk, as {@link SingleLists} reads those of one, and given in the order of the nodes.
 *
 * <pre>
 *   nodes       c1  a7  b2  c9  a3      letters: chunks
 *   by chunk    c1  c9  a7  a3  b2  ──► neighbours, a gather for each chunk
 *   given       c1  a7  b2  c9  a3      those without an entry are passed over
 * </pre>
 *
 * <p>Belongs to one expansion.
 */
final class ScatteredSingles {
    /** In the place of a neighbour: the list is empty. */
    private static final long NOTHING = -1;

    /** So many batches are not tried when one was sorted and then had lists of more entries. */
    private static final int SKIPPED_BATCHES = 64;

    private final AdjacencyReader reader;
    private final GroupedIds grouped = new GroupedIds();
    private long[] neighbours = {};
    private int toSkip;

    ScatteredSingles(AdjacencyReader reader) {
        this.reader = reader;
    }

    /**
     * Reads the lists of nodes, none of them null, if they are of several chunks and none has more than an entry.
     *
     * @return whether it was done
     */
    boolean read(int type, boolean isForward, long[] nodes, int count, boolean withRelationships) {
        AdjacencySegment first = reader.segment(type, isForward, NodeIdLayout.chunk(nodes[0]));
        if (first == null || !SingleLists.areReadable(first, withRelationships)) {
            return false;
        }
        if (toSkip > 0) {
            toSkip--;
            return false;
        }
        if (!grouped.bring(nodes, count)) {
            return false;
        }
        if (neighbours.length < count) {
            neighbours = new long[grouped.ordered().length];
        }
        boolean isDone = readGroups(type, isForward, count, withRelationships);
        toSkip = isDone ? 0 : SKIPPED_BATCHES;
        return isDone;
    }

    private boolean readGroups(int type, boolean isForward, int count, boolean withRelationships) {
        long[] ordered = grouped.ordered();
        int end;
        for (int start = 0; start < count; start = end) {
            end = IdGroups.end(ordered, null, start, count);
            AdjacencySegment segment = reader.segment(type, isForward, NodeIdLayout.chunk(ordered[start]));
            if (segment == null) {
                Arrays.fill(neighbours, start, end, NOTHING);
            } else if (SingleLists.areReadable(segment, withRelationships)
                    && SingleLists.endOfRows(segment, ordered, null, start, end) == end) {
                readGroup(segment, ordered, start, end);
            } else {
                return false;
            }
        }
        return true;
    }

    private void readGroup(AdjacencySegment segment, long[] ordered, int start, int end) {
        SingleLists.readNeighbours(segment, ordered, start, end - start, neighbours, start);
        for (int place = start; place < end; place++) {
            neighbours[place] = segment.isTaken(neighbours[place]) ? neighbours[place] : NOTHING;
        }
    }

    /**
     * Writes what {@link #read} has read into {@code [at …]}, where there is room for an entry of each node.
     *
     * @param relationships empty if they are not wanted
     * @return one above the last entry
     */
    int give(int type, long[] nodes, int count, int[] rows, long[] relationships, long[] into, int at) {
        int[] places = grouped.places();
        int filled = at;
        for (int row = 0; row < count; row++) {
            long neighbour = neighbours[places[row]];
            rows[filled] = row;
            into[filled] = neighbour;
            if (relationships.length > 0) {
                long node = nodes[row];
                relationships[filled] = RelationshipIdLayout.id(type, NodeIdLayout.chunk(node), NodeIdLayout.row(node));
            }
            filled += neighbour == NOTHING ? 0 : 1;
        }
        return filled;
    }
}
