package org.thetisdb.storage.delta;

import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.arena.RecordArena;

/** Counts what the delta adds to lists of neighbours and takes from them. Belongs to the thread that has the reader. */
final class DeltaDegrees {
    private DeltaDegrees() {}

    /** By how many relationships the delta changes a node's degree as a reader sees it. */
    static long added(DeltaReader reader, long node, int[] typeIds, Side side) {
        Delta delta = reader.delta();
        Visibility visibility = reader.visibility();
        long added = 0;
        for (int type : typeIds.length > 0 ? typeIds : reader.allTypes()) {
            if (side != Side.BACKWARD) {
                added += added(delta, visibility, delta.lists().head(type, true, node), true, false, node);
            }
            if (side != Side.FORWARD) {
                added +=
                        added(delta, visibility, delta.lists().head(type, false, node), false, side == Side.BOTH, node);
            }
        }
        return added;
    }

    private static long added(
            Delta delta, Visibility visibility, int head, boolean forward, boolean withoutLoops, long node) {
        Links links = delta.links();
        long added = 0;
        for (int link = delta.lists().first(head); link != RecordArena.NONE; link = links.next(link, forward)) {
            if (withoutLoops && links.neighbour(link, forward) == node) {
                continue;
            }
            boolean seen = links.sees(link, visibility);
            if (seen != links.isOfBase(link)) {
                added += seen ? 1 : -1;
            }
        }
        return added;
    }
}
