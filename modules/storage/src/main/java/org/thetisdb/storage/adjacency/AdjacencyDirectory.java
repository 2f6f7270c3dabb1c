package org.thetisdb.storage.adjacency;

/** Tells where the adjacency segments lie. Thread safe. */
@FunctionalInterface
public interface AdjacencyDirectory {
    /** In place of an offset: no relationship of the type starts (or ends) in the chunk. */
    long ABSENT = -1;

    /**
     * The offset of a segment in the data file, or {@link #ABSENT}.
     *
     * @param forward whether the lists of relationships that start in the chunk are meant, or of those that end there
     */
    long locate(int type, boolean forward, int chunk);
}
