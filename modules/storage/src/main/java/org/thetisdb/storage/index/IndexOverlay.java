package org.thetisdb.storage.index;

/** Entries in memory that are newer than all runs of an index. */
@FunctionalInterface
public interface IndexOverlay {
    /** The entries of a range. */
    IndexEntries entries(IndexRange range);
}
