package org.thetisdb.storage.delta;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.arena.EntryOrder;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.runs.EntryCursor;

/**
 * Goes along what happened to a list ({@link LinkLists}), in its order. A leaf is copied and then looked at whether it
 * was what the order said: see {@link ListLayout}. Used again from list to list. Not thread safe; others may write.
 */
final class LinkCursor {
    private static final int NONE = RecordArena.NONE;

    private final RecordArena arena;
    private final StampTable stamps;
    private final Links links;
    private final LinkLists lists;
    private final LongToIntFunction linkOf;

    // The list.
    private int type;
    private boolean forward;
    private int chunk;

    /** The long list; 0 if it is none. */
    private int list;

    /** The leaf of a long list that was copied; 0 if that was its short list. */
    private int leaf;

    // What was copied of the leaf, by rank.
    private final long[] neighbours = new long[EntryOrder.ENTRIES_MAX];
    private final int[] slots = new int[EntryOrder.ENTRIES_MAX];
    private final int[] marks = new int[EntryOrder.ENTRIES_MAX];
    private final int[] holders = new int[EntryOrder.ENTRIES_MAX];
    private final long[] places = new long[EntryOrder.ENTRIES_MAX];
    private int count;
    private int rank;

    /** Up to where the list was passed: where a leaf was divided meanwhile, its end is met again. */
    private long passedNeighbour;

    private int passedSlot;

    /** Means nothing: a load whose value nobody kept would be left out. */
    @SuppressWarnings("UnusedVariable") // It is written, so that what is added to it is loaded.
    private int touched;

    /** The link at hand, where it is known; 0 if it has to be looked up. */
    private int link;

    // What runs have of the list, beside what the lists have.
    private final LinkRuns runs;

    /** Made when there are runs for the first time. */
    private @Nullable EntryCursor entries;

    /** Of which runs no entries are met; null if all are. */
    private @Nullable Visibility visibility;

    private boolean hasEntries;

    /** Whether the link at hand is the next one of the runs, and not of the lists. */
    private boolean isEntry;

    /** Whether the next ones of both were looked at, and neither is at hand yet. */
    private boolean isBefore;

    private boolean listsHaveMore;
    private boolean entriesHaveMore;

    LinkCursor(Delta delta) {
        this(delta.arena(), delta.stamps(), delta.links(), delta.lists(), delta.runs(), delta::link);
    }

    /** @param linkOf finds the link of a relationship; 0 if there is none */
    LinkCursor(
            RecordArena arena,
            StampTable stamps,
            Links links,
            LinkLists lists,
            LinkRuns runs,
            LongToIntFunction linkOf) {
        this.arena = arena;
        this.stamps = stamps;
        this.links = links;
        this.lists = lists;
        this.runs = runs;
        this.linkOf = linkOf;
    }

    /** From now on it may pass over what this reader does not see. */
    void seenBy(Visibility newVisibility) {
        visibility = newVisibility;
    }

    /** Before the first link of a list. */
    void start(int newType, boolean newForward, long node, int head) {
        startLists(newType, newForward, node, head);
        startRuns(node, 0);
    }

    private void startLists(int newType, boolean newForward, long node, int head) {
        begin(newType, newForward, node);
        if (head >= 0) {
            single(head);
            return;
        }
        int known = head;
        if (!isLong(-known)) {
            if (!ListLayout.isPart(load(-known, false))) {
                return;
            }
            known = lists.head(type, forward, node);
        }
        list = -known;
        load(shortOf(list), false);
    }

    /** Before the first link of a list to a neighbour or to a greater one. */
    void startAt(int newType, boolean newForward, long node, int head, long neighbour) {
        startLists(newType, newForward, node, head);
        if (list != NONE) {
            int part = lists.partOf(list, neighbour, 0);
            if (part != shortOf(list)) {
                leaf = part;
                load(leaf, true);
            }
        }
        passedNeighbour = neighbour;
        skip();
        startRuns(node, neighbour);
    }

    private void startRuns(long node, long neighbour) {
        hasEntries = false;
        isEntry = false;
        if (!runs.isEmpty()) {
            if (entries == null) {
                entries = new EntryCursor();
            }
            runs.start(entries, type, forward, node, neighbour, visibility);
            hasEntries = !entries.isEmpty();
            isBefore = true;
        }
    }

    private int shortOf(int longList) {
        return ListLayout.shortList(arena.block(longList), RecordArena.offset(longList));
    }

    private void begin(int newType, boolean newForward, long node) {
        type = newType;
        forward = newForward;
        chunk = NodeIdLayout.chunk(node);
        list = NONE;
        leaf = NONE;
        link = NONE;
        count = 0;
        rank = -1;
        passedNeighbour = -1;
        passedSlot = -1;
    }

    private boolean isLong(int list) {
        return ListLayout.isLong(arena.block(list), RecordArena.offset(list));
    }

    private void single(int only) {
        if (only != NONE) {
            MemorySegment block = arena.block(only);
            long at = RecordArena.offset(only);
            neighbours[0] = LinkLayout.neighbour(block, at, forward);
            slots[0] = LinkLayout.slot(block, at);
            marks[0] = ListLayout.LOOK;
            link = only;
            count = 1;
        }
    }

    /** Copies what a short list or a leaf has, and returns the epoch of that. */
    private int load(int record, boolean isLeaf) {
        MemorySegment block = arena.block(record);
        long at = RecordArena.offset(record);
        int epoch;
        do {
            epoch = ListLayout.epoch(block, at);
            long order = ListLayout.order(block, at);
            count = EntryOrder.count(order);
            if (isLeaf) {
                copyLeaf(block, at, order, record);
            } else {
                copyShort(block, at, order, record);
            }
            VarHandle.acquireFence();
        } while (ListLayout.epoch(block, at) != epoch);
        rank = -1;
        return epoch;
    }

    private void copyLeaf(MemorySegment block, long at, long order, int record) {
        for (int each = 0; each < count; each++) {
            copy(each, block, at + ListLayout.leafEntry(EntryOrder.index(order, each)), record);
        }
    }

    private void copyShort(MemorySegment block, long at, long order, int record) {
        for (int each = 0; each < count; each++) {
            int index = EntryOrder.index(order, each);
            long field = ListLayout.partField(index);
            if (field == 0) {
                copy(each, block, at + ListLayout.shortEntry(index), record);
            } else {
                int part = (int) RecordArena.INT.getAcquire(block, at + field);
                long place = RecordArena.offset(part) + ListLayout.shortEntry(index);
                copy(each, arena.block(part), place, part);
            }
        }
    }

    private void copy(int to, MemorySegment block, long place, int holder) {
        ListLayout.read(block, place, to, neighbours, slots, marks);
        holders[to] = holder;
        places[to] = place;
    }

    /** Passes over what was passed before, and what the reader did not ask for. */
    private void skip() {
        while (rank + 1 < count
                && (neighbours[rank + 1] < passedNeighbour
                        || neighbours[rank + 1] == passedNeighbour && slots[rank + 1] <= passedSlot)) {
            rank++;
        }
    }

    /** Goes to the next link; false if there is none. */
    boolean next() {
        return hasEntries && entries != null ? nextOfBoth(entries) : nextOfLists();
    }

    private boolean nextOfBoth(EntryCursor ofRuns) {
        if (isBefore || !isEntry) {
            listsHaveMore = nextOfLists();
        }
        if (isBefore || isEntry) {
            entriesHaveMore = ofRuns.next();
        }
        isBefore = false;
        isEntry = entriesHaveMore;
        if (listsHaveMore && entriesHaveMore) {
            int order = Long.compare(neighbours[rank], ofRuns.neighbour());
            order = order != 0 ? order : Integer.compare(slots[rank], ofRuns.slot());
            if (order == 0) {
                // It was deleted: the list says to look at it.
                entriesHaveMore = ofRuns.next();
            }
            isEntry = order > 0;
        }
        return listsHaveMore || entriesHaveMore;
    }

    private boolean nextOfLists() {
        while (rank + 1 == count) {
            if (list == NONE || !nextLeaf()) {
                return false;
            }
        }
        rank++;
        return true;
    }

    private boolean nextLeaf() {
        int next = leaf == NONE
                ? ListLayout.first(arena.block(list), RecordArena.offset(list), 1)
                : ListLayout.next(arena.block(leaf), RecordArena.offset(leaf), 1);
        if (next == NONE) {
            return false;
        }
        if (count > 0 && neighbours[count - 1] >= passedNeighbour) {
            passedNeighbour = neighbours[count - 1];
            passedSlot = slots[count - 1];
        }
        leaf = next;
        load(leaf, true);
        // The next one is on its way while this one is looked at.
        touched += lists.touch(ListLayout.next(arena.block(leaf), RecordArena.offset(leaf), 1));
        skip();
        return true;
    }

    /** The node at the other end. */
    long neighbour() {
        return isEntry && entries != null ? entries.neighbour() : neighbours[rank];
    }

    int slot() {
        return isEntry && entries != null ? entries.slot() : slots[rank];
    }

    long relationship() {
        return RelationshipIdLayout.id(type, forward ? chunk : NodeIdLayout.chunk(neighbour()), slot());
    }

    /** The mark of who made it, or deleted it; 0 if the link has to be looked at. */
    int mark() {
        return isEntry && entries != null ? LinkRuns.mark(entries) : marks[rank];
    }

    /** The link at hand; 0 if its transaction has rolled back meanwhile. */
    int link() {
        return link != NONE && !isEntry ? link : linkOf.applyAsInt(relationship());
    }

    /**
     * What a reader sees of the link at hand.
     *
     * @return 1 if it was made, -1 if it is of the base and was deleted, 0 if nothing changed by it
     */
    int change(Visibility reader) {
        int mark = mark();
        if (mark == ListLayout.LOOK) {
            int looked = link();
            if (looked == NONE) {
                // Its transaction has rolled back since the leaf was copied.
                return 0;
            }
            boolean seen = links.sees(looked, reader);
            return seen == links.isOfBase(looked) ? 0 : seen ? 1 : -1;
        }
        if (mark > 0 && !isEntry) {
            int better = stamps.shortened(mark);
            if (better != mark) {
                ListLayout.replaceMark(arena.block(holders[rank]), places[rank], mark, better);
            }
        }
        if (!stamps.sees(mark, reader)) {
            return 0;
        }
        return isEntry && entries != null && LinkRuns.isDeletion(entries) ? -1 : 1;
    }
}
