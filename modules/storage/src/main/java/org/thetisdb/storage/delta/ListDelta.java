package org.thetisdb.storage.delta;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What happened to one node's list of one type and side since the base: relationships made, and those of the base that
 * were deleted. Sorted by neighbour and then by relationship, as the lists of the base are.
 *
 * <pre>
 *   leaves   │ leaf │ leaf │ leaf │        leaf (LinkArray)   │ link │ link │ … │ at most 128
 * </pre>
 *
 * <p>Most lists have one leaf. One that many relationships come to has many, so that one in the middle costs a copy of
 * a leaf, and not of the list.
 *
 * <p>Writers exclude each other. Readers take the leaves and walk them to their end, one after the other. What comes
 * meanwhile may come in sight or not, and counts for no reader that was there before; all else is met once and in
 * order: a leaf is added to at its end, or replaced in its place by one with the same links and one more or less; where
 * leaves come, go or are divided, the array of leaves is a new one, and what a reader walks stays as it is.
 *
 * <p>Invariants: leaves ascend; none is empty but the only one of a list without links. Stores and loads of leaves are
 * volatile, as those of links are ({@link LinkArray}).
 */
final class ListDelta {
    private static final VarHandle LEAF = MethodHandles.arrayElementVarHandle(LinkArray[].class);
    private static final int LEAF_LINKS_MAX = 128;

    /** Of a list without links; never stored into. */
    private static final LinkArray[] NO_LEAVES = {LinkArray.NONE};

    private final boolean forward;
    private volatile LinkArray[] leaves = NO_LEAVES;

    ListDelta(boolean forward) {
        this.forward = forward;
    }

    /** To be read by {@link #leaf}; at least one. */
    LinkArray[] leaves() {
        return leaves;
    }

    /** A leaf, or null after the last. */
    static @Nullable LinkArray leaf(LinkArray[] leaves, int index) {
        return index < leaves.length ? present(leaves, index) : null;
    }

    private static LinkArray present(LinkArray[] leaves, int index) {
        return (LinkArray) LEAF.getVolatile(leaves, index);
    }

    /** The leaf in which the first link to a node or to a greater one is, if not at the beginning of the next leaf. */
    static int leafOf(LinkArray[] leaves, long node) {
        int low = 0;
        int high = leaves.length - 1;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (present(leaves, middle).neighbour(0) < node) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    void forEach(Consumer<Link> visitor) {
        LinkArray[] walked = leaves;
        LinkArray leaf;
        for (int index = 0; (leaf = leaf(walked, index)) != null; index++) {
            Link link;
            for (int place = 0; (link = leaf.at(place)) != null; place++) {
                visitor.accept(link);
            }
        }
    }

    /** Always true, as what else changes something and can be taken back. */
    synchronized boolean add(Link link) {
        int index = leafOf(link);
        LinkArray leaf = leaves[index];
        int place = leaf.placeOf(link, forward);
        if (place == leaf.count() && place < leaf.capacity()) {
            leaf.add(link, forward);
        } else if (leaf.count() < LEAF_LINKS_MAX) {
            replace(index, leaf.with(place, link, forward));
        } else if (place == leaf.count()) {
            insert(index + 1, LinkArray.NONE.with(0, link, forward));
        } else {
            divide(index, place, link);
        }
        assert doLeavesAscend() : "leaves ascend, and none is empty: relationship=" + link.relationship();
        return true;
    }

    private boolean doLeavesAscend() {
        for (int index = 0; index + 1 < leaves.length; index++) {
            LinkArray leaf = leaves[index];
            if (leaf.count() == 0 || !leaf.endsBefore(leaves[index + 1])) {
                return false;
            }
        }
        return true;
    }

    /** Takes a link out again whose transaction has rolled back. */
    synchronized void remove(Link link) {
        int index = leafOf(link);
        LinkArray leaf = leaves[index];
        int place = leaf.placeOf(link, forward);
        if (place == leaf.count() || leaf.at(place) != link) {
            return;
        }
        if (leaf.count() > 1 || leaves.length == 1) {
            replace(index, leaf.without(place));
        } else {
            LinkArray[] fewer = Arrays.copyOf(leaves, leaves.length - 1);
            System.arraycopy(leaves, index + 1, fewer, index, fewer.length - index);
            leaves = fewer;
        }
        assert doLeavesAscend() : "leaves ascend, and none is empty: relationship=" + link.relationship();
    }

    /** To be called after a link was marked as deleted: readers look at it from now on. */
    synchronized void noteDeleted(Link link) {
        LinkArray leaf = leaves[leafOf(link)];
        int place = leaf.placeOf(link, forward);
        if (place < leaf.count() && leaf.at(place) == link) {
            leaf.noteDeleted(place);
        }
    }

    /** The last leaf that begins with the link or before it; the first leaf if none does. */
    private int leafOf(Link link) {
        int low = 0;
        int high = leaves.length - 1;
        if (high > 0 && leaves[high].compare(0, link, forward) <= 0) {
            return high;
        }
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (leaves[middle].compare(0, link, forward) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private void replace(int index, LinkArray leaf) {
        if (leaves == NO_LEAVES) {
            leaves = new LinkArray[] {leaf};
        } else {
            LEAF.setVolatile(leaves, index, leaf);
        }
    }

    private void insert(int index, LinkArray leaf) {
        LinkArray[] more = withRoomAt(index);
        more[index] = leaf;
        leaves = more;
    }

    private LinkArray[] withRoomAt(int index) {
        LinkArray[] more = Arrays.copyOf(leaves, leaves.length + 1);
        System.arraycopy(leaves, index, more, index + 1, leaves.length - index);
        return more;
    }

    /** Makes two of a full leaf, one of which takes the link. */
    private void divide(int index, int place, Link link) {
        LinkArray leaf = leaves[index];
        int half = leaf.count() / 2;
        LinkArray left = leaf.part(0, half);
        LinkArray right = leaf.part(half, leaf.count());
        if (place <= half) {
            left = left.with(place, link, forward);
        } else {
            right = right.with(place - half, link, forward);
        }
        LinkArray[] more = withRoomAt(index);
        more[index] = left;
        more[index + 1] = right;
        leaves = more;
    }
}
