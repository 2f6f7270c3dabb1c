package org.thetisdb.storage.index;

/**
 * A walk over entries in the order of (key, node), no pair twice. It starts before the first entry.
 * Belongs to one thread.
 */
public interface IndexEntries {
    /** Goes to the next entry; false at the end, where nothing else may be asked. */
    boolean advance();

    /** The key of the entry, which the next {@link #advance} overwrites. Not to be changed. */
    SortKey key();

    long node();

    /** Whether the entry says that the node does not have the key (any more), against older runs. */
    boolean isTombstone();
}
