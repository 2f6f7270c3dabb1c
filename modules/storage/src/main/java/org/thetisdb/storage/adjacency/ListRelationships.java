package org.thetisdb.storage.adjacency;

import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;

/** The ids of the relationships that a list's entries stand for. */
final class ListRelationships {
    private ListRelationships() {}

    /**
     * Writes the ids of some entries of a list, whose neighbours are known already, to where these are.
     *
     * @param row of the node whose list it is
     * @param start the first entry's place in the segment
     * @param neighbours of the entries, from {@code at} on
     */
    static void read(
            AdjacencySegment segment, int row, int start, int taken, long[] relationships, long[] neighbours, int at) {
        int type = segment.type();
        if (segment.isForward()) {
            long first = RelationshipIdLayout.id(type, segment.chunk(), 0);
            if (segment.storesSlots()) {
                segment.slotsOfRow(row, start, taken, relationships, at);
                for (int index = at; index < at + taken; index++) {
                    relationships[index] |= first;
                }
            } else {
                for (int index = 0; index < taken; index++) {
                    relationships[at + index] = first + start + index;
                }
            }
            return;
        }
        segment.slots(start, taken, relationships, at);
        for (int index = at; index < at + taken; index++) {
            relationships[index] =
                    RelationshipIdLayout.id(type, NodeIdLayout.chunk(neighbours[index]), (int) relationships[index]);
        }
    }
}
