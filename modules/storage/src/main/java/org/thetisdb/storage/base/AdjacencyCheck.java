package org.thetisdb.storage.base;

import java.util.List;
import java.util.Map;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.file.SegmentDirectory;

/**
 * Walks all lists. Entries and slots of forward lists name each other one to one; all lists are strictly ascending by
 * (neighbour, relationship), so none is there twice; each backward entry is a relationship with these ends; with equal
 * counts on both sides the two hold the same relationships.
 */
final class AdjacencyCheck {
    private static final int BATCH = 2048;
    private static final int NO_START = GraphReader.NO_NODE;

    private final Root root;
    private final BaseReader reader;
    private final StoreCheck check;
    private final Map<List<Integer>, Long> recount;
    private final int[] rows = new int[BATCH];
    private final long[] relationships = new long[BATCH];
    private final long[] neighbours = new long[BATCH];
    private final long[] nodes = new long[NodeIdLayout.CHUNK_ROWS];
    private final int[] startLabelSets = new int[NodeIdLayout.CHUNK_ROWS];
    private final int[] endLabelSets = new int[BATCH];
    /** Relationships whose starts have one label set, {@link #countedStart}, by the label set of their end. */
    private final long[] countByEnd;

    private int countedStart = NO_START;

    /** @param recount takes relationships by (label set of the start, type, label set of the end) */
    AdjacencyCheck(Root root, BaseReader reader, StoreCheck check, Map<List<Integer>, Long> recount) {
        this.root = root;
        this.reader = reader;
        this.check = check;
        this.recount = recount;
        countByEnd = new long[root.catalog().labelSetCount()];
    }

    void run() {
        Catalog catalog = root.catalog();
        for (int type = 0; type < catalog.typeCount(); type++) {
            int ofType = type;
            String name = "lists of " + catalog.typeName(type);
            check.guarded(name, () -> {
                long forward = side(ofType, true, "forward " + name);
                long backward = side(ofType, false, "backward " + name);
                check.expectEqual(name + ", backward entries (expected: forward entries)", forward, backward);
            });
        }
    }

    private long side(int type, boolean isForward, String name) {
        SegmentDirectory segments = root.adjacency(type, isForward);
        if (segments.endChunk() > root.chunkCount()) {
            check.finding(name, "at most " + root.chunkCount() + " chunks", segments.endChunk() + " chunks");
        }
        long[] total = new long[1];
        for (int chunk = 0; chunk < Math.min(root.chunkCount(), segments.endChunk()); chunk++) {
            if (segments.has(chunk)) {
                int ofChunk = chunk;
                String location = name + ", chunk " + chunk + ", offset " + segments.offset(chunk);
                check.guarded(location, () -> {
                    long seen = lists(type, isForward, ofChunk, location);
                    check.expectEqual(location + ", entries", segments.valueCount(ofChunk), seen);
                    total[0] += seen;
                });
            }
        }
        return total[0];
    }

    private long lists(int type, boolean isForward, int chunk, String location) {
        if (isForward) {
            reader.adjacency()
                    .slotProblem(type, chunk)
                    .ifPresent(problem -> check.finding(location, "entries and slots that name each other", problem));
        }
        int rowCount = root.rowCount(chunk);
        for (int row = 0; row < rowCount; row++) {
            nodes[row] = NodeIdLayout.id(chunk, row);
        }
        reader.labelSets(nodes, null, rowCount, startLabelSets);
        Expansion expansion = reader.expansion();
        expansion.start(nodes, null, rowCount, new int[] {type}, isForward ? Side.FORWARD : Side.BACKWARD, true);
        long seen = 0;
        long previousNode = -1;
        long previousNeighbour = -1;
        long previousRelationship = -1;
        int found;
        while ((found = expansion.next(rows, relationships, neighbours, BATCH)) > 0) {
            reader.labelSets(neighbours, null, found, endLabelSets);
            for (int i = 0; i < found; i++) {
                long node = nodes[rows[i]];
                boolean ascending = node > previousNode
                        || node == previousNode
                                && (neighbours[i] > previousNeighbour
                                        || neighbours[i] == previousNeighbour
                                                && relationships[i] > previousRelationship);
                if (!ascending) {
                    check.finding(location + ", node " + node, "ascending neighbours", "neighbour " + neighbours[i]);
                }
                if (startLabelSets[rows[i]] == GraphReader.NO_NODE) {
                    check.finding(location, "lists of nodes that exist", "a list of id " + node);
                } else if (endLabelSets[i] == GraphReader.NO_NODE) {
                    check.finding(location + ", node " + node, "a neighbour that exists", "id " + neighbours[i]);
                } else if (isForward) {
                    forward(type, chunk, location, relationships[i], node, neighbours[i]);
                    count(startLabelSets[rows[i]], type, endLabelSets[i]);
                } else {
                    backward(type, location, relationships[i], node, neighbours[i]);
                }
                previousNode = node;
                previousNeighbour = neighbours[i];
                previousRelationship = relationships[i];
            }
            seen += found;
            check.items(found);
            reader.refresh();
        }
        count(NO_START, type, 0);
        return seen;
    }

    /** Counts an entry; what was counted for the start's former label set goes to the recount when it changes. */
    private void count(int startLabelSet, int type, int endLabelSet) {
        if (startLabelSet != countedStart) {
            for (int end = 0; end < countByEnd.length; end++) {
                if (countByEnd[end] > 0) {
                    recount.merge(List.of(countedStart, type, end), countByEnd[end], Long::sum);
                    countByEnd[end] = 0;
                }
            }
            countedStart = startLabelSet;
        }
        if (startLabelSet != NO_START) {
            countByEnd[endLabelSet]++;
        }
    }

    private void forward(int type, int chunk, String location, long id, long node, long neighbour) {
        if (RelationshipIdLayout.type(id) != type
                || RelationshipIdLayout.chunk(id) != chunk
                || !reader.relationshipExists(id)) {
            check.finding(location + ", node " + node, "a relationship of this type and chunk", "id " + id);
        } else if ((id & 63) == 0 && (reader.startNode(id) != node || reader.endNode(id) != neighbour)) {
            check.finding(
                    location + ", relationship " + id,
                    node + " to " + neighbour,
                    reader.startNode(id) + " to " + reader.endNode(id));
        }
    }

    private void backward(int type, String location, long id, long node, long neighbour) {
        if (RelationshipIdLayout.type(id) != type || !reader.relationshipExists(id)) {
            check.finding(location + ", node " + node, "a relationship of this type", "id " + id);
        } else if (reader.startNode(id) != neighbour || reader.endNode(id) != node) {
            check.finding(
                    location + ", relationship " + id,
                    neighbour + " to " + node,
                    reader.startNode(id) + " to " + reader.endNode(id));
        }
    }
}
