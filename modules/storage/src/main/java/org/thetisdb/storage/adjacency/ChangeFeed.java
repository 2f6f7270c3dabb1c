package org.thetisdb.storage.adjacency;

/** Changes of the lists of one type, side and chunk, in the order of lists, in portions. Not thread safe. */
public interface ChangeFeed {
    /** Goes before the first change. */
    void restart();

    /**
     * Adds the next changes, until there are no more or {@link ListChanges#isFull}.
     *
     * @param into has none yet; if all changes fit into it, they may be in any order
     * @return whether there may be more
     */
    boolean fill(ListChanges into);
}
