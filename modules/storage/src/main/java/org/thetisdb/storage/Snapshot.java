package org.thetisdb.storage;

/**
 * The graph as of one revision. Thread safe. Immutable, but for the snapshot of a {@link GraphTransaction}: that one
 * also shows what the transaction itself has written so far, and must not be read while the transaction writes.
 */
public interface Snapshot {
    /** In place of a label set: the chunk's nodes differ in their labels, or it has none. */
    int MIXED = -1;

    /** The number of the revision that is shown. */
    long revision();

    /**
     * Equal for snapshots that lie over the same base: a reader of one can be moved to the other, and a plan made for
     * one suits the other, but for names that one of them does not know. To use an id that only the other knows is no
     * error: nothing has it. The object is a name and no more: plans that keep it keep nothing of the graph.
     */
    Object base();

    /** About how many bytes of memory take the changes that it shows beside its base. */
    default long changedBytes() {
        return 0;
    }

    /** Names and indexes. It grows: ids never change, and a later snapshot's catalog knows all that this one knows. */
    Catalog catalog();

    Statistics statistics();

    /** Chunk numbers run from 0 to one below this. */
    int chunkCount();

    /** Rows of the chunk, 0 to {@link NodeIdLayout#CHUNK_ROWS}; some may hold no node, unless it {@link #isFull}. */
    int rowCount(int chunk);

    /** Whether every row of the chunk holds a node. */
    boolean isFull(int chunk);

    /** The label set of all nodes in the chunk; or {@link #MIXED}. */
    int labelSet(int chunk);

    /** What the chunk's column of a property holds, or more than that, up to {@link ZoneMap#UNKNOWN}. */
    ZoneMap zoneMap(int chunk, int propertyKeyId);

    /** A reader for one worker thread. */
    GraphReader reader();

    /**
     * Tells that neither this nor a reader of it will be used again, so that files which are deleted need not stay open
     * until the collector finds out. Nobody has to, and once is enough.
     */
    default void release() {}

    /**
     * The same graph for whoever only chooses how to answer: a serializable transaction takes no note of what is read
     * of it, so no answer may depend on that. To be asked for again after each write of a transaction.
     */
    default Snapshot untracked() {
        return this;
    }
}
