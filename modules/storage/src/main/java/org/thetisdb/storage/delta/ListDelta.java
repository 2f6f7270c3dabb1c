package org.thetisdb.storage.delta;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * What happened to one node's list of one type and side since the base: relationships made, and those of the base that
 * were deleted. Sorted by neighbour and then by relationship, as the lists of the base are.
 *
 * <pre>
 *   links ──► │ link │ link │ link │ null │ null │      the first null, or the end of the array, ends the list
 * </pre>
 *
 * <p>Writers exclude each other. Readers take an array and walk it to its end: what is added at the end, which is where
 * new nodes' ids lead, may come in sight meanwhile; for everything else a new array is made. Stores and loads of
 * entries are volatile, because writers decide by them which of two sees the other ({@link DeltaWriter}).
 */
final class ListDelta {
    private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(Link[].class);
    private static final int FIRST_CAPACITY = 2;
    private static final Link[] NONE = {};

    private final boolean forward;
    private volatile Link[] links = NONE;

    /** Guarded by this. */
    private int count;

    ListDelta(boolean forward) {
        this.forward = forward;
    }

    /** The links of a list that has none. */
    static Link[] none() {
        return NONE;
    }

    /** To be read by {@link #at} only. */
    Link[] links() {
        return links;
    }

    /** A link, or null behind the last. */
    static Link at(Link[] links, int place) {
        return place < links.length ? (Link) ENTRY.getVolatile(links, place) : null;
    }

    /** The first place whose neighbour is the node or greater. */
    static int firstOf(Link[] links, long node, boolean forward) {
        int low = 0;
        int high = links.length;
        while (low < high) {
            int middle = low + high >>> 1;
            Link link = at(links, middle);
            if (link != null && link.neighbour(forward) < node) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    synchronized void add(Link link) {
        Link[] old = links;
        int place = count;
        if (place > 0 && compare(old[place - 1], link) > 0) {
            place = place(old, link);
        }
        if (place == count && count < old.length) {
            ENTRY.setVolatile(old, place, link);
        } else {
            int capacity =
                    old.length == count ? Math.max(FIRST_CAPACITY, old.length + (old.length >> 1) + 1) : old.length;
            Link[] copy = Arrays.copyOf(old, capacity);
            System.arraycopy(old, place, copy, place + 1, count - place);
            copy[place] = link;
            links = copy;
        }
        count++;
    }

    /** Takes a link out again whose transaction has rolled back. */
    synchronized void remove(Link link) {
        Link[] old = links;
        int place = place(old, link);
        if (place < count && old[place] == link) {
            Link[] copy = Arrays.copyOf(old, count - 1);
            System.arraycopy(old, place + 1, copy, place, count - 1 - place);
            links = copy;
            count--;
        }
    }

    /** The first place whose link is the given one or sorts behind it. */
    private int place(Link[] sorted, Link link) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = low + high >>> 1;
            if (compare(sorted[middle], link) < 0) {
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
