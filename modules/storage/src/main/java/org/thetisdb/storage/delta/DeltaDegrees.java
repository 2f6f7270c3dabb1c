package org.thetisdb.storage.delta;

import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.arena.RecordArena;

/** Counts what the delta adds to lists of neighbours and takes from them. Belongs to the thread that has the reader. */
final class DeltaDegrees {
    private DeltaDegrees() {}

    /** Whether the delta may change the degree of any node; for many nodes at once, so that each need not ask. */
    static boolean touches(DeltaReader reader, int[] typeIds) {
        if (!reader.delta().runs().isEmpty()) {
            return true;
        }
        LinkLists lists = reader.delta().lists();
        for (int type : typeIds.length > 0 ? typeIds : reader.allTypes()) {
            if (lists.has(type, true) || lists.has(type, false)) {
                return true;
            }
        }
        return false;
    }

    /** By how many relationships the delta changes a node's degree as a reader sees it. */
    static long added(DeltaReader reader, LinkCursor cursor, long node, int[] typeIds, Side side) {
        long added = 0;
        for (int type : typeIds.length > 0 ? typeIds : reader.allTypes()) {
            if (side != Side.BACKWARD) {
                added += added(reader, cursor, type, true, false, node);
            }
            if (side != Side.FORWARD) {
                added += added(reader, cursor, type, false, side == Side.BOTH, node);
            }
        }
        return added;
    }

    private static boolean hasRuns(DeltaReader reader, int type, boolean forward, long node) {
        LinkRuns runs = reader.delta().runs();
        return !runs.isEmpty() && runs.has(type, forward, NodeIdLayout.chunk(node), reader.visibility());
    }

    private static long added(
            DeltaReader reader, LinkCursor cursor, int type, boolean forward, boolean withoutLoops, long node) {
        int head = reader.delta().lists().head(type, forward, node);
        if (head == RecordArena.NONE && !hasRuns(reader, type, forward, node)) {
            return 0;
        }
        cursor.seenBy(reader.visibility());
        long added = 0;
        cursor.start(type, forward, node, head);
        while (cursor.next()) {
            if (!withoutLoops || cursor.neighbour() != node) {
                added += cursor.change(reader.visibility());
            }
        }
        return added;
    }
}
