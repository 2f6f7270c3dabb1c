package org.thetisdb.storage.delta;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Links of a list ({@link ListDelta}), and beside them what nearly every reader wants to know of them, so that it need
 * not go to the link, which would miss the cache.
 *
 * <pre>
 *   links     │ link │ link │ null │       the first null, or the end of the array, ends the list
 *   entries   │ neighbour │ relationship │ state │ neighbour │ relationship │ state │ …
 *
 *   state      0: look at the link
 *             > 0: made in this revision, and nobody has begun to delete it
 *             &lt; 0: look at the link, now and always
 * </pre>
 *
 * <p>A reader that has found a link committed and not deleted makes its state from 0 the revision; who deletes a link
 * marks the link first, and then makes the state negative. Whoever comes second sees the other: a reader that comes
 * late finds a negative state and leaves it. A copy may miss a revision, which is found again; not a deletion, for that
 * and copies exclude each other. Stores and loads of links are volatile, because writers decide by them which of two
 * sees the other ({@link DeltaWriter}).
 */
final class LinkArray {
    static final LinkArray NONE = new LinkArray(0);

    private static final VarHandle LINK = MethodHandles.arrayElementVarHandle(Link[].class);
    private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int FIRST_CAPACITY = 2;
    private static final int STRIDE = 3;
    private static final int RELATIONSHIP = 1;
    private static final int STATE = 2;
    private static final long UNKNOWN = 0;
    private static final long DELETED = -1;

    private final Link[] links;
    private final long[] entries;

    /** For writers, who exclude each other. */
    private int count;

    private LinkArray(int capacity) {
        links = new Link[capacity];
        entries = new long[capacity * STRIDE];
    }

    int capacity() {
        return links.length;
    }

    /** A link, or null after the last. */
    @Nullable
    Link at(int place) {
        return place < links.length ? (Link) LINK.getVolatile(links, place) : null;
    }

    /** The neighbour of a link that {@link #at} has given, or that {@link #isSurelySeen}. */
    long neighbour(int place) {
        return entries[place * STRIDE];
    }

    long relationship(int place) {
        return entries[place * STRIDE + RELATIONSHIP];
    }

    /** Whether there is a link, and readers of the revision see it as one that was made; false if that is not known. */
    boolean isSurelySeen(int place, long revision) {
        if (place >= links.length) {
            return false;
        }
        long state = (long) ENTRY.getAcquire(entries, place * STRIDE + STATE);
        return state > 0 && state <= revision;
    }

    /** Remembers what can be remembered of a link, for whoever comes next. */
    void remember(int place, Link link) {
        long revision = link.isOfBase() ? Stamp.UNCOMMITTED : link.createdRevision();
        if (revision != Stamp.UNCOMMITTED && link.deleted() == null) {
            ENTRY.compareAndSet(entries, place * STRIDE + STATE, UNKNOWN, revision);
        }
    }

    /** The first place whose neighbour is the node or greater. */
    int firstOf(long node) {
        int low = 0;
        int high = links.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (at(middle) != null && neighbour(middle) < node) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    // ---------------------------------------------------------------- for the one who writes

    int count() {
        return count;
    }

    /** The first place whose link is the given one or sorts after it. */
    int placeOf(Link link, boolean forward) {
        int low = 0;
        int high = count;
        if (high > 0 && compare(high - 1, link, forward) < 0) {
            return high;
        }
        while (low < high) {
            int middle = low + high >>> 1;
            if (compare(middle, link, forward) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Compares the link in a place with another: by neighbour, then by relationship. */
    int compare(int place, Link link, boolean forward) {
        int byNeighbour = Long.compare(neighbour(place), link.neighbour(forward));
        return byNeighbour != 0 ? byNeighbour : Long.compare(relationship(place), link.relationship());
    }

    /** Whether the last link sorts before the first one of another array; there is one in both. */
    boolean endsBefore(LinkArray next) {
        int last = count - 1;
        return neighbour(last) < next.neighbour(0)
                || neighbour(last) == next.neighbour(0) && relationship(last) < next.relationship(0);
    }

    /** Adds a link after the last; there must be room. */
    void add(Link link, boolean forward) {
        put(count++, link, forward);
    }

    private void put(int place, Link link, boolean forward) {
        int entry = place * STRIDE;
        entries[entry] = link.neighbour(forward);
        entries[entry + RELATIONSHIP] = link.relationship();
        ENTRY.setRelease(entries, entry + STATE, UNKNOWN);
        LINK.setVolatile(links, place, link);
    }

    void noteDeleted(int place) {
        ENTRY.setVolatile(entries, place * STRIDE + STATE, DELETED);
    }

    /** These with one more. */
    LinkArray with(int place, Link link, boolean forward) {
        int length = links.length;
        LinkArray copy = new LinkArray(length == count ? Math.max(FIRST_CAPACITY, length + (length >> 1) + 1) : length);
        copy.take(this, 0, 0, place);
        copy.take(this, place, place + 1, count - place);
        copy.put(place, link, forward);
        copy.count = count + 1;
        return copy;
    }

    /** These with one less. */
    LinkArray without(int place) {
        LinkArray copy = new LinkArray(count - 1);
        copy.take(this, 0, 0, place);
        copy.take(this, place + 1, place, count - 1 - place);
        copy.count = count - 1;
        return copy;
    }

    /** The links from one place to before another. */
    LinkArray part(int from, int end) {
        LinkArray copy = new LinkArray(end - from);
        copy.take(this, from, 0, end - from);
        copy.count = end - from;
        return copy;
    }

    private void take(LinkArray source, int from, int to, int length) {
        System.arraycopy(source.links, from, links, to, length);
        System.arraycopy(source.entries, from * STRIDE, entries, to * STRIDE, length * STRIDE);
    }
}
