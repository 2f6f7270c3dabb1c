package org.thetisdb.storage.delta;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.GraphReader.Side;

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
                added += added(visibility, delta.list(type, true, node), false, node);
            }
            if (side != Side.FORWARD) {
                added += added(visibility, delta.list(type, false, node), side == Side.BOTH, node);
            }
        }
        return added;
    }

    private static long added(Visibility visibility, @Nullable ListDelta list, boolean withoutLoops, long node) {
        if (list == null) {
            return 0;
        }
        LinkArray[] leaves = list.leaves();
        LinkArray leaf;
        long added = 0;
        for (int index = 0; (leaf = ListDelta.leaf(leaves, index)) != null; index++) {
            added += added(visibility, leaf, withoutLoops, node);
        }
        return added;
    }

    private static long added(Visibility visibility, LinkArray links, boolean withoutLoops, long node) {
        Link link;
        long added = 0;
        for (int place = 0; (link = links.at(place)) != null; place++) {
            if (withoutLoops && links.neighbour(place) == node) {
                continue;
            }
            if (links.isSurelySeen(place, visibility.revision())) {
                added++;
                continue;
            }
            boolean seen = visibility.sees(link);
            if (seen != link.isOfBase()) {
                added += seen ? 1 : -1;
            }
        }
        return added;
    }
}
