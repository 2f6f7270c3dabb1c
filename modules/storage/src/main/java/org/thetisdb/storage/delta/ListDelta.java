package org.thetisdb.storage.delta;

import java.util.Arrays;

/**
 * What happened to one node's list of one type and side since the base: relationships made, and those of the base that
 * were deleted. Sorted by neighbour and then by relationship, as the lists of the base are.
 *
 * <p>Writers exclude each other; readers take {@link #links}, which never changes. Adding at the end, which is what new
 * nodes' ids lead to, shares the array with the readers of before: they do not look behind their count.
 */
final class ListDelta {
    private static final int FIRST_CAPACITY = 2;

    /**
     * The links of a list at one moment.
     *
     * @param links sorted; only the first {@code count} may be looked at
     */
    record Links(Link[] links, int count) {
        static final Links NONE = new Links(new Link[0], 0);
    }

    private final boolean forward;
    private volatile Links current = Links.NONE;

    ListDelta(boolean forward) {
        this.forward = forward;
    }

    Links links() {
        return current;
    }

    synchronized void add(Link link) {
        Links old = current;
        int place = old.count();
        if (place > 0 && compare(old.links()[place - 1], link) > 0) {
            place = place(old, link);
        }
        Link[] links = old.links();
        if (place < old.count() || links.length == old.count()) {
            int capacity = links.length == old.count()
                    ? Math.max(FIRST_CAPACITY, links.length + (links.length >> 1) + 1)
                    : links.length;
            Link[] copy = Arrays.copyOf(links, capacity);
            System.arraycopy(links, place, copy, place + 1, old.count() - place);
            links = copy;
        }
        links[place] = link;
        current = new Links(links, old.count() + 1);
    }

    /** Takes a link out again whose transaction has rolled back. */
    synchronized void remove(Link link) {
        Links old = current;
        int place = place(old, link);
        if (place < old.count() && old.links()[place] == link) {
            Link[] copy = Arrays.copyOf(old.links(), old.count() - 1);
            System.arraycopy(old.links(), place + 1, copy, place, old.count() - 1 - place);
            current = new Links(copy, old.count() - 1);
        }
    }

    /** The first place whose link is the given one or sorts behind it. */
    private int place(Links links, Link link) {
        int low = 0;
        int high = links.count();
        while (low < high) {
            int middle = low + high >>> 1;
            if (compare(links.links()[middle], link) < 0) {
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
