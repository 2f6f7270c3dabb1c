package org.thetisdb.storage;

/** The graph as of one revision. Immutable and thread safe. */
public interface Snapshot {
    Catalog catalog();

    Statistics statistics();

    /** Chunk numbers run from 0 to one below this. */
    int chunkCount();

    /** Nodes in the chunk, 1 to {@link NodeIdLayout#CHUNK_ROWS}: rows 0 to one below this. */
    int rowCount(int chunk);

    /** The label set of all nodes in the chunk. */
    int labelSet(int chunk);

    /** The label set of every chunk, by chunk number; not to be changed. For loops over vectors of nodes. */
    int[] labelSetByChunk();

    /** What the chunk's column of a property holds. */
    ZoneMap zoneMap(int chunk, int propertyKeyId);

    /** A reader for one worker thread. */
    GraphReader reader();
}
