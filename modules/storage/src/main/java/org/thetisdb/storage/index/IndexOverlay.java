package org.thetisdb.storage.index;

/** Entries in memory that are newer than all runs of an index. */
public interface IndexOverlay {
    /** The entries of a range. */
    IndexEntries entries(IndexRange range);

    /**
     * Whether there may be entries of a key; asked before each look-up, so it should cost little.
     *
     * @param keyHash {@link SortKey#hash64}
     */
    boolean mayHold(long keyHash);
}
