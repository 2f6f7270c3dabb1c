package org.thetisdb.storage.delta;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.arena.EntryOrder;
import org.thetisdb.storage.arena.HandleTable;
import org.thetisdb.storage.arena.RecordArena;

/**
 * What happened to the lists of nodes since the base: relationships made, and those of the base that were deleted. A
 * list is sorted by neighbour and then by relationship, as the base's is.
 *
 * <pre>
 *   no link    head = 0
 *   one        head ──► link
 *   up to 15   head ──► short list   │ entry │ entry │ …                           (negative handle)
 *   more       head ──► long list    │ height 2 ─────────────────────► leaf ──► 0  (negative handle)
 *                                    │ height 1 ──────────► leaf ────► leaf ──► 0
 *                                    └ short list, with what is before the first leaf
 * </pre>
 *
 * <p>Leaves are a skip list (W. Pugh: Skip Lists: A Probabilistic Alternative to Balanced Trees, CACM 1990). Changed:
 * what is linked are leaves with up to 15 entries; they are divided when full, never joined, and their heights come
 * from a hash of where they begin. The layouts are those of {@link ListLayout}.
 *
 * <p>Writers of a list exclude each other. Readers ({@link LinkCursor}) are never in anybody's way. An entry is written
 * first and then put into its leaf's order. A full leaf is divided so: the new leaf gets copies of the upper half and
 * is linked after the full one, then the full one's order is cut, then its epoch grows. A reader that has read the
 * order before the cut finds some entries again in the next leaf, and passes over what it has met; one that has read it
 * after the cut finds the next leaf. Where the epoch has grown meanwhile, it reads the leaf again. So what was there
 * before a reader began, and stays, is met once and in order.
 *
 * <p>Stores and loads of heads, orders and marks are volatile, because writers decide by them which of two sees the
 * other ({@link DeltaWriter}). Thread safe.
 */
final class LinkLists {
    private static final int LOCKS = 64;
    private static final int NONE = RecordArena.NONE;
    private static final int HALF = EntryOrder.ENTRIES_MAX / 2 + 1;
    private static final int HEIGHT_STEP_BITS = 2;

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

    /**
     * Loads the beginnings of lists that are about to be read. Each of them mostly misses the cache: here these misses
     * overlap, while a list would be read only after the one before.
     *
     * @return what means nothing, but cannot be left out
     */
    int touch(int[] heads, int count) {
        int sum = 0;
        for (int index = 0; index < count; index++) {
            sum += touch(Math.abs(heads[index]));
        }
        for (int index = 0; index < count; index++) {
            if (heads[index] < 0) {
                MemorySegment block = arena.block(-heads[index]);
                long at = RecordArena.offset(-heads[index]);
                for (int part = 0; part < ListLayout.PARTS; part++) {
                    sum += touch(ListLayout.part(block, at, part));
                }
            }
        }
        return sum;
    }

    /** As {@link #touch(int[], int)}, of one record; it may be none. */
    int touch(int record) {
        return record == NONE ? 0 : arena.firstWord(record);
    }

    /** Takes a list of a node that has changed. */
    interface ListVisitor {
        void visit(int type, boolean forward, int head);
    }

    /** Calls for each list of a node that changed, of whatever type: also of those that the caller's catalog lacks. */
    void forEachOf(long node, ListVisitor visitor) {
        for (boolean forward : new boolean[] {true, false}) {
            heads(forward).forEach((type, byChunk) -> {
                HandleTable byRow = byChunk.get(NodeIdLayout.chunk(node));
                int head = byRow == null ? NONE : byRow.get(NodeIdLayout.row(node));
                if (head != NONE) {
                    visitor.visit(type, forward, head);
                }
            });
        }
    }

    /** The part of a long list, its short list or a leaf, in which a place of the order is. */
    int partOf(int list, long neighbour, int slot) {
        int before = NONE;
        for (int height = ListLayout.HEIGHT_MAX; height >= 1; height--) {
            before = lastBefore(list, before, height, neighbour, slot);
        }
        return before == NONE ? shortOf(list) : before;
    }

    private int shortOf(int list) {
        return ListLayout.shortList(arena.block(list), RecordArena.offset(list));
    }

    // ---------------------------------------------------------------- for writers

    private Object lock(long node, int type, boolean forward) {
        return locks[(int) (node + 31L * type + (forward ? 17 : 0)) & LOCKS - 1];
    }

    /** The node that has the list. */
    private long owner(int link, boolean forward) {
        return links.neighbour(link, !forward);
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
            if (head == NONE) {
                byRow.set(row, link);
            } else if (head > 0) {
                int list = arena.allocate(ListLayout.SHORT_BYTES);
                insert(list, false, head, forward);
                insert(list, false, link, forward);
                byRow.set(row, -list);
            } else if (isLong(-head)) {
                addToLong(-head, link, forward);
            } else if (EntryOrder.count(order(-head)) < EntryOrder.ENTRIES_MAX) {
                insert(-head, false, link, forward);
            } else {
                int list = arena.allocate(ListLayout.LONG_BYTES);
                ListLayout.writeLong(arena.block(list), RecordArena.offset(list), -head);
                byRow.set(row, -list);
                // Who still comes by the former head looks for the new one from now on.
                ListLayout.setPart(arena.block(-head), RecordArena.offset(-head));
                addToLong(list, link, forward);
            }
        }
    }

    private boolean isLong(int list) {
        return ListLayout.isLong(arena.block(list), RecordArena.offset(list));
    }

    private long order(int record) {
        return ListLayout.order(arena.block(record), RecordArena.offset(record));
    }

    private void setOrder(int record, long order) {
        ListLayout.setOrder(arena.block(record), RecordArena.offset(record), order);
    }

    /** The record in which an entry is; made if it is the first of a part of a short list. */
    private int holder(int record, boolean isLeaf, int index) {
        long field = isLeaf ? 0 : ListLayout.partField(index);
        if (field == 0) {
            return record;
        }
        long at = RecordArena.offset(record) + field;
        int part = (int) RecordArena.INT.getAcquire(arena.block(record), at);
        if (part == NONE) {
            part = arena.allocate(ListLayout.partBytes(index));
            RecordArena.INT.setRelease(arena.block(record), at, part);
        }
        return part;
    }

    private static long place(int holder, boolean isLeaf, int index) {
        return RecordArena.offset(holder) + (isLeaf ? ListLayout.leafEntry(index) : ListLayout.shortEntry(index));
    }

    /** Puts a link into a short list or a leaf that has room. */
    private void insert(int record, boolean isLeaf, int link, boolean forward) {
        long order = order(record);
        int index = EntryOrder.free(order);
        int holder = holder(record, isLeaf, index);
        ListLayout.writeEntry(
                arena.block(holder),
                place(holder, isLeaf, index),
                links.neighbour(link, forward),
                links.slot(link),
                // One that was deleted while it was alone had no entry to say so.
                links.deleted(link) == 0 ? links.created(link) : ListLayout.LOOK);
        setOrder(record, EntryOrder.with(order, rank(record, isLeaf, order, link, forward), index));
    }

    /** The rank of the first entry that is the link or after it. */
    private int rank(int record, boolean isLeaf, long order, int link, boolean forward) {
        long neighbour = links.neighbour(link, forward);
        int slot = links.slot(link);
        int rank = EntryOrder.count(order);
        while (rank > 0 && compare(record, isLeaf, EntryOrder.index(order, rank - 1), neighbour, slot) >= 0) {
            rank--;
        }
        return rank;
    }

    private int compare(int record, boolean isLeaf, int index, long neighbour, int slot) {
        int holder = holder(record, isLeaf, index);
        return ListLayout.compare(arena.block(holder), place(holder, isLeaf, index), neighbour, slot);
    }

    // ---------------------------------------------------------------- long lists

    private void addToLong(int list, int link, boolean forward) {
        long neighbour = links.neighbour(link, forward);
        int slot = links.slot(link);
        int part = partOf(list, neighbour, slot);
        boolean isLeaf = part != shortOf(list);
        long order = order(part);
        if (EntryOrder.count(order) == EntryOrder.ENTRIES_MAX) {
            // One after the other in ascending order is usual: nothing need be moved then.
            boolean isLast = after(list, isLeaf ? part : NONE, 1) == NONE
                    && rank(part, isLeaf, order, link, forward) == EntryOrder.ENTRIES_MAX;
            int upper = isLast ? append(list, neighbour, slot) : divide(list, part, isLeaf, order);
            MemorySegment block = arena.block(upper);
            if (ListLayout.isFenceUpTo(block, RecordArena.offset(upper), neighbour, slot)) {
                part = upper;
                isLeaf = true;
            }
        }
        insert(part, isLeaf, link, forward);
    }

    private int append(int list, long neighbour, int slot) {
        int leaf = newLeaf(neighbour, slot);
        enter(list, leaf, neighbour, slot);
        return leaf;
    }

    private int divide(int list, int part, boolean isLeaf, long order) {
        int first = holder(part, isLeaf, EntryOrder.index(order, HALF));
        long firstPlace = place(first, isLeaf, EntryOrder.index(order, HALF));
        long neighbour = ListLayout.neighbour(arena.block(first), firstPlace);
        int slot = ListLayout.slot(arena.block(first), firstPlace);
        int upper = newLeaf(neighbour, slot);
        long copied = EntryOrder.EMPTY;
        for (int rank = HALF; rank < EntryOrder.ENTRIES_MAX; rank++) {
            int index = EntryOrder.index(order, rank);
            int holder = holder(part, isLeaf, index);
            ListLayout.copyEntry(
                    arena.block(holder),
                    place(holder, isLeaf, index),
                    arena.block(upper),
                    place(upper, true, rank - HALF));
            copied = EntryOrder.with(copied, rank - HALF, rank - HALF);
        }
        setOrder(upper, copied);
        enter(list, upper, neighbour, slot);
        setOrder(part, EntryOrder.first(order, HALF));
        ListLayout.addEpoch(arena.block(part), RecordArena.offset(part));
        return upper;
    }

    private int newLeaf(long neighbour, int slot) {
        int height = height(neighbour * 31 + slot);
        int leaf = arena.allocate(ListLayout.leafBytes(height));
        ListLayout.writeLeaf(arena.block(leaf), RecordArena.offset(leaf), height, neighbour, slot);
        return leaf;
    }

    /** One of four has a height of 2 at least, one of sixteen of 3: by chance, but the same in each replay. */
    private static int height(long seed) {
        // The finaliser of splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
        long mixed = (seed ^ seed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        int zeros = Long.numberOfTrailingZeros(mixed ^ mixed >>> 31);
        return Math.min(ListLayout.HEIGHT_MAX, 1 + zeros / HEIGHT_STEP_BITS);
    }

    /** Links a leaf before those that begin after it. */
    private void enter(int list, int leaf, long neighbour, int slot) {
        int[] before = new int[ListLayout.HEIGHT_MAX + 1];
        int last = NONE;
        for (int height = ListLayout.HEIGHT_MAX; height >= 1; height--) {
            last = lastBefore(list, last, height, neighbour, slot);
            before[height] = last;
        }
        MemorySegment block = arena.block(leaf);
        long at = RecordArena.offset(leaf);
        for (int height = 1; height <= ListLayout.height(block, at); height++) {
            ListLayout.setNext(block, at, height, after(list, before[height], height));
            setAfter(list, before[height], height, leaf);
        }
    }

    /** From a leaf of a height on, or from the beginning, the last one with a fence up to a place of the order. */
    private int lastBefore(int list, int from, int height, long neighbour, int slot) {
        int before = from;
        int next = after(list, from, height);
        while (next != NONE && ListLayout.isFenceUpTo(arena.block(next), RecordArena.offset(next), neighbour, slot)) {
            before = next;
            next = after(list, next, height);
        }
        return before;
    }

    private int after(int list, int leaf, int height) {
        return leaf == NONE
                ? ListLayout.first(arena.block(list), RecordArena.offset(list), height)
                : ListLayout.next(arena.block(leaf), RecordArena.offset(leaf), height);
    }

    private void setAfter(int list, int leaf, int height, int next) {
        if (leaf == NONE) {
            ListLayout.setFirst(arena.block(list), RecordArena.offset(list), height, next);
        } else {
            ListLayout.setNext(arena.block(leaf), RecordArena.offset(leaf), height, next);
        }
    }

    // ---------------------------------------------------------------- deleted and taken back

    /** What is done with the entry of a link, of whose list the writer has the lock. */
    private interface EntryChange {
        void change(int record, boolean isLeaf, long order, int rank);
    }

    /** Takes a link out again, if it is in the list: its transaction has rolled back. */
    void remove(int link, boolean forward) {
        long node = owner(link, forward);
        int type = links.type(link);
        HandleTable byRow = heads(type, forward, NodeIdLayout.chunk(node));
        if (byRow == null) {
            return;
        }
        synchronized (lock(node, type, forward)) {
            if (!byRow.compareAndSet(NodeIdLayout.row(node), link, NONE)) {
                change(link, forward, byRow, (record, isLeaf, order, rank) -> {
                    setOrder(record, EntryOrder.without(order, rank));
                    ListLayout.addEpoch(arena.block(record), RecordArena.offset(record));
                });
            }
        }
    }

    /**
     * To be called after a link was marked as deleted: readers look at it from now on. One that is in no list, because
     * it is in a run ({@link LinkRuns}), is put into the list.
     */
    void noteDeleted(int link, boolean forward) {
        HandleTable byRow = heads(links.type(link), forward, NodeIdLayout.chunk(owner(link, forward)));
        boolean isThere = byRow != null
                && change(link, forward, byRow, (record, isLeaf, order, rank) -> {
                    int index = EntryOrder.index(order, rank);
                    int holder = holder(record, isLeaf, index);
                    ListLayout.setLook(arena.block(holder), place(holder, isLeaf, index));
                });
        if (!isThere) {
            add(link, forward);
        }
    }

    /** Changes the entry of a link; false if the list has none. */
    private boolean change(int link, boolean forward, HandleTable byRow, EntryChange change) {
        long node = owner(link, forward);
        synchronized (lock(node, links.type(link), forward)) {
            int head = byRow.get(NodeIdLayout.row(node));
            if (head >= 0) {
                return head == link;
            }
            long neighbour = links.neighbour(link, forward);
            int slot = links.slot(link);
            boolean isLong = isLong(-head);
            int record = isLong ? partOf(-head, neighbour, slot) : -head;
            boolean isLeaf = isLong && record != shortOf(-head);
            long order = order(record);
            int rank = rank(record, isLeaf, order, link, forward);
            boolean isThere = rank < EntryOrder.count(order)
                    && compare(record, isLeaf, EntryOrder.index(order, rank), neighbour, slot) == 0;
            if (isThere) {
                change.change(record, isLeaf, order, rank);
            }
            return isThere;
        }
    }
}
