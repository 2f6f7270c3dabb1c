package org.thetisdb.storage.delta;

/**
 * What happened to one node's list of one type and side since the base: relationships made, and those of the base that
 * were deleted. Sorted by neighbour and then by relationship, as the lists of the base are.
 *
 * <p>Writers exclude each other. Readers take the {@link LinkArray} and walk it to its end: what is added at the end,
 * which is where new nodes' ids lead, may come in sight meanwhile; for everything else a new array is made.
 */
final class ListDelta {
    private final boolean forward;
    private volatile LinkArray links = LinkArray.NONE;

    /** Guarded by this. */
    private int count;

    ListDelta(boolean forward) {
        this.forward = forward;
    }

    LinkArray links() {
        return links;
    }

    synchronized void add(Link link) {
        LinkArray old = links;
        int place = count;
        if (place > 0 && compare(old.at(place - 1), link) > 0) {
            place = place(link);
        }
        if (place == count && count < old.capacity()) {
            old.put(place, link, forward);
        } else {
            links = old.with(place, count, link, forward);
        }
        count++;
    }

    /** Takes a link out again whose transaction has rolled back. */
    synchronized void remove(Link link) {
        int place = place(link);
        if (place < count && links.at(place) == link) {
            links = links.without(place, count);
            count--;
        }
    }

    /** To be called after a link was marked as deleted: readers look at it from now on. */
    synchronized void noteDeleted(Link link) {
        int place = place(link);
        if (place < count && links.at(place) == link) {
            links.noteDeleted(place);
        }
    }

    /** The first place whose link is the given one or sorts behind it. */
    private int place(Link link) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = low + high >>> 1;
            if (compare(links.at(middle), link) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int compare(Link left, Link right) {
        int byNeighbour = Long.compare(left.neighbour(forward), right.neighbour(forward));
        return byNeighbour != 0 ? byNeighbour : Long.compare(left.relationship(), right.relationship());
    }
}
