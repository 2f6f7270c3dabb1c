package org.thetisdb.storage.delta;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.arena.HandleTable;
import org.thetisdb.storage.arena.RecordArena;

/**
 * What happened to the lists of nodes since the base: relationships made, and those of the base that were deleted. A
 * list is sorted by neighbour and then by relationship, as the base's is.
 *
 * <pre>
 *   short   head ──► link ──────────► link ──────────► link ──────────► 0
 *
 *   long    head ──► height 3 ───────────────────────► link ──────────► 0
 *                    height 2 ──────► link ──────────► link ──────────► 0
 *                    height 1 ► link ► link ► link ──► link ──► link ─► 0
 * </pre>
 *
 * <p>A head is 0, or the handle of the first link, or, negated, that of a record with the first link of each height. A
 * list gets such a record when an addition has gone past {@link #SHORT_LINKS} links. This is W. Pugh's skip list (Skip
 * Lists: A Probabilistic Alternative to Balanced Trees, CACM 1990). Changed: short lists are searched from link to link
 * and take nothing beyond their links; the heights come from a hash of the relationship.
 *
 * <p>Writers of a list exclude each other. Readers go along height 1 and are never in anybody's way: a link knows what
 * follows before it is put in; one that is taken out still knows it. What comes meanwhile may come in sight or not, and
 * counts for no reader that was there before; all else is met once and in order. Greater heights only shorten the way
 * to a neighbour. Stores and loads are volatile, because writers decide by them which of two sees the other ({@link
 * DeltaWriter}). Thread safe.
 */
final class LinkLists {
    private static final int SHORT_LINKS = 8;
    private static final int LOCKS = 64;
    private static final int NONE = RecordArena.NONE;

    private final RecordArena arena;
    private final Links links;

    /** By type, chunk and row. */
    private final GrowingTable<GrowingTable<HandleTable>> forwardHeads = new GrowingTable<>();

    private final GrowingTable<GrowingTable<HandleTable>> backwardHeads = new GrowingTable<>();
    private final Object[] locks = new Object[LOCKS];

    LinkLists(RecordArena arena, Links links) {
        this.arena = arena;
        this.links = links;
        Arrays.setAll(locks, index -> new Object());
    }

    private GrowingTable<GrowingTable<HandleTable>> heads(boolean forward) {
        return forward ? forwardHeads : backwardHeads;
    }

    // ---------------------------------------------------------------- for readers

    /** Whether any list of a type and side changed. */
    boolean has(int type, boolean forward) {
        return heads(forward).get(type) != null;
    }

    /** The heads of the lists of a chunk by row; null if no list changed. */
    @Nullable
    HandleTable heads(int type, boolean forward, int chunk) {
        GrowingTable<HandleTable> byChunk = heads(forward).get(type);
        return byChunk == null ? null : byChunk.get(chunk);
    }

    void forEachChunk(int type, boolean forward, GrowingTable.Visitor<HandleTable> visitor) {
        GrowingTable<HandleTable> byChunk = heads(forward).get(type);
        if (byChunk != null) {
            byChunk.forEach(visitor);
        }
    }

    /** The head of a list. */
    int head(int type, boolean forward, long node) {
        HandleTable byRow = heads(type, forward, NodeIdLayout.chunk(node));
        return byRow == null ? NONE : byRow.get(NodeIdLayout.row(node));
    }

    /** The first link of a list; 0 if it has none. */
    int first(int head) {
        return head >= 0 ? head : first(-head, 1);
    }

    /** The first link of a list that leads to a node or to a greater one; 0 if there is none. */
    int firstTo(int head, boolean forward, long node) {
        int link = head;
        if (head < 0) {
            int before = NONE;
            for (int height = LinkLayout.HEIGHT_MAX; height >= 1; height--) {
                link = after(-head, before, forward, height);
                while (link != NONE && links.neighbour(link, forward) < node) {
                    before = link;
                    link = links.next(link, forward, height);
                }
            }
            return link;
        }
        while (link != NONE && links.neighbour(link, forward) < node) {
            link = links.next(link, forward);
        }
        return link;
    }

    void forEach(int head, boolean forward, IntConsumer consumer) {
        for (int link = first(head); link != NONE; link = links.next(link, forward)) {
            consumer.accept(link);
        }
    }

    /** Calls for each link of a node, of whatever type: also of those that the caller's catalog lacks. */
    void forEachOf(long node, IntConsumer consumer) {
        forEachOf(node, true, consumer);
        forEachOf(node, false, consumer);
    }

    private void forEachOf(long node, boolean forward, IntConsumer consumer) {
        heads(forward).forEach((type, byChunk) -> {
            HandleTable byRow = byChunk.get(NodeIdLayout.chunk(node));
            if (byRow != null) {
                forEach(byRow.get(NodeIdLayout.row(node)), forward, consumer);
            }
        });
    }

    // ---------------------------------------------------------------- the record of a long list

    private static long firstField(int height) {
        return (long) Integer.BYTES * (height - 1);
    }

    private int first(int tower, int height) {
        return (int) RecordArena.INT.getVolatile(arena.block(tower), RecordArena.offset(tower) + firstField(height));
    }

    /** What follows a link in a long list, or is first of a height. */
    private int after(int tower, int link, boolean forward, int height) {
        return link == NONE ? first(tower, height) : links.next(link, forward, height);
    }

    private void setAfter(int tower, int link, boolean forward, int height, int next) {
        if (link == NONE) {
            long at = RecordArena.offset(tower) + firstField(height);
            RecordArena.INT.setVolatile(arena.block(tower), at, next);
        } else {
            links.setNext(link, forward, height, next);
        }
    }

    // ---------------------------------------------------------------- for writers

    /** The node that has the list. */
    private long owner(int link, boolean forward) {
        return links.neighbour(link, !forward);
    }

    private Object lock(long node, int type, boolean forward) {
        return locks[(int) (node + 31L * type + (forward ? 17 : 0)) & LOCKS - 1];
    }

    /** Puts a link, which is in no list of the side, into that of its node. */
    void add(int link, boolean forward) {
        long node = owner(link, forward);
        int type = links.type(link);
        HandleTable byRow = heads(forward)
                .getOrMake(type, GrowingTable::new)
                .getOrMake(NodeIdLayout.chunk(node), () -> new HandleTable(arena));
        int row = NodeIdLayout.row(node);
        synchronized (lock(node, type, forward)) {
            int head = byRow.get(row);
            if (head < 0) {
                addToLong(-head, link, forward);
            } else if (addToShort(byRow, row, head, link, forward) > SHORT_LINKS) {
                byRow.set(row, -tower(byRow.get(row), forward));
            }
        }
    }

    /** Returns how many links are before it. */
    private int addToShort(HandleTable byRow, int row, int head, int link, boolean forward) {
        int before = NONE;
        int next = head;
        int steps = 0;
        while (next != NONE && links.isBefore(next, link, forward)) {
            before = next;
            next = links.next(next, forward);
            steps++;
        }
        links.setNext(link, forward, 1, next);
        if (before == NONE) {
            byRow.set(row, link);
        } else {
            links.setNext(before, forward, 1, link);
        }
        return steps;
    }

    /** Makes the record of a long list of a short one. */
    private int tower(int firstLink, boolean forward) {
        int tower = arena.allocate((long) Integer.BYTES * LinkLayout.HEIGHT_MAX);
        int[] last = new int[LinkLayout.HEIGHT_MAX + 1];
        setAfter(tower, NONE, forward, 1, firstLink);
        for (int link = firstLink; link != NONE; link = links.next(link, forward)) {
            for (int height = 2; height <= links.height(link, forward); height++) {
                links.setNext(link, forward, height, NONE);
                setAfter(tower, last[height], forward, height, link);
                last[height] = link;
            }
        }
        return tower;
    }

    private void addToLong(int tower, int link, boolean forward) {
        int[] before = before(tower, link, forward);
        for (int height = 1; height <= links.height(link, forward); height++) {
            links.setNext(link, forward, height, after(tower, before[height], forward, height));
            setAfter(tower, before[height], forward, height, link);
        }
    }

    /** The last link of each height before the place of a link; 0 where there is none. */
    private int[] before(int tower, int link, boolean forward) {
        int[] all = new int[LinkLayout.HEIGHT_MAX + 1];
        int before = NONE;
        for (int height = LinkLayout.HEIGHT_MAX; height >= 1; height--) {
            int next = after(tower, before, forward, height);
            while (next != NONE && links.isBefore(next, link, forward)) {
                before = next;
                next = links.next(next, forward, height);
            }
            all[height] = before;
        }
        return all;
    }

    /** Takes a link out again, if it is in the list: its transaction has rolled back. */
    void remove(int link, boolean forward) {
        long node = owner(link, forward);
        int type = links.type(link);
        HandleTable byRow = heads(type, forward, NodeIdLayout.chunk(node));
        if (byRow == null) {
            return;
        }
        int row = NodeIdLayout.row(node);
        synchronized (lock(node, type, forward)) {
            int head = byRow.get(row);
            if (head < 0) {
                removeFromLong(-head, link, forward);
            } else {
                removeFromShort(byRow, row, head, link, forward);
            }
        }
    }

    private void removeFromShort(HandleTable byRow, int row, int head, int link, boolean forward) {
        int before = NONE;
        int next = head;
        while (next != NONE && next != link) {
            before = next;
            next = links.next(next, forward);
        }
        if (next == NONE) {
            return;
        }
        int after = links.next(link, forward);
        if (before == NONE) {
            byRow.set(row, after);
        } else {
            links.setNext(before, forward, 1, after);
        }
    }

    private void removeFromLong(int tower, int link, boolean forward) {
        int[] before = before(tower, link, forward);
        for (int height = links.height(link, forward); height >= 1; height--) {
            if (after(tower, before[height], forward, height) == link) {
                setAfter(tower, before[height], forward, height, links.next(link, forward, height));
            }
        }
    }
}
