package org.thetisdb.storage.adjacency;

import org.thetisdb.storage.file.Extent;

/** Tells where the adjacency segments lie. Thread safe. */
@FunctionalInterface
public interface AdjacencyDirectory {
    /**
     * Where a segment lies; absent if no relationship of the type starts (or ends) in the chunk.
     *
     * @param forward whether the lists of relationships that start in the chunk are meant, or of those that end there
     */
    Extent locate(int type, boolean forward, int chunk);
}
