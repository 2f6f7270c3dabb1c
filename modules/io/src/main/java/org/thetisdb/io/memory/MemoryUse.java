package org.thetisdb.io.memory;

/**
 * What memory is held for. Each use may take a share of the budget at most, so that none can take all of it; shares add
 * up to more than the whole, because they are seldom needed together.
 */
public enum MemoryUse {
    /** What sorts, groups, joins and results of queries keep; what exceeds it goes to temporary files. */
    QUERIES("queries", Place.HEAP, 1.0 / 2, 1.0 / 2, 16L << 20),

    /**
     * What searches along paths have visited, outside the heap; what exceeds it goes to temporary files. Where the heap
     * counts whole, others may have the same memory, first come: what they have no memory for goes to files, too.
     */
    SEARCHES("searches", Place.NATIVE, 1.0 / 4, 1.0 / 2, 4L << 20),

    /** What was changed since the last checkpoint, and by transactions that are open. */
    CHANGES("changes", Place.NATIVE, 3.0 / 8, 3.0 / 4, 8L << 20),

    /** Revisions of the past that were read, kept for the next who reads them. */
    HISTORY("history", Place.NATIVE, 1.0 / 4, 1.0 / 4, 4L << 20),

    /** What a checkpoint works on. */
    CHECKPOINT("checkpoint", Place.HEAP, 1.0 / 8, 1.0 / 8, 4L << 20);

    /** Where the bytes are. */
    public enum Place {
        /** In objects, which leave when the garbage collector finds them. */
        HEAP,

        /** Outside the heap, given back when they are released. */
        NATIVE
    }

    private final String text;
    private final Place place;
    private final double share;
    private final double shareOfRoom;
    private final long floorBytes;

    MemoryUse(String text, Place place, double share, double shareOfRoom, long floorBytes) {
        this.text = text;
        this.place = place;
        this.share = share;
        this.shareOfRoom = shareOfRoom;
        this.floorBytes = floorBytes;
    }

    /** {@return its name for users} */
    public String text() {
        return text;
    }

    /** {@return where its bytes are} */
    public Place place() {
        return place;
    }

    /**
     * How much of a budget it may hold.
     *
     * @param budgetBytes the whole
     * @return its share, or what it needs at least to work at all, whatever the budget is
     */
    public long limitBytes(long budgetBytes) {
        return Math.max((long) (budgetBytes * share), floorBytes);
    }

    /**
     * How much it may hold on the heap.
     *
     * @param shareBytes its share of the budget
     * @param heapBytes how large the heap may become
     * @return no more than its share, and than its part of the heap, where small objects and garbage are as well
     */
    long limitBytesOfHeap(long shareBytes, long heapBytes) {
        return Math.min(shareBytes, (long) (heapBytes * shareOfRoom));
    }

    /**
     * How much it may hold outside a heap that counts whole.
     *
     * @param shareBytes its share of the budget
     * @param roomBytes what heap and pages leave of the budget
     * @return no more than its share, and than its part of the room, but what it needs at least to work at all
     */
    long limitBytesOfRoom(long shareBytes, long roomBytes) {
        return Math.max(Math.min(shareBytes, (long) (roomBytes * shareOfRoom)), floorBytes);
    }
}
