package org.thetisdb.engine.table;

import org.thetisdb.value.vector.Vector;

/**
 * The entries of a table whose keys are longs, found by the keys themselves, without a hash, a tag or a comparison.
 *
 * <p>Either unused, or has all entries of the table.
 */
sealed interface DirectEntries permits DenseEntries, RunEntries {
    /** Where the keys of a batch are. */
    enum Reach {
        /** All have places. */
        WITHIN,
        /** They have after {@link DirectEntries#extend}. */
        BEYOND,
        /** There would be too many places, or it would take too long to come to them. */
        FAR
    }

    boolean isUsed();

    /** The memory that it takes. */
    long bytes();

    /** The rows of the last batch that made new entries, in their order. */
    int[] addedRows();

    /** Takes over all entries of a table, if their keys are suited; of equal ones the first. */
    boolean take(Vector[] keys, int entryCount);

    /** Whether a batch's keys have places, or would if there were some more. */
    Reach reach(Vector[] columns, int rowCount, int entryCount);

    /** How many bytes it takes after {@link #extend}, while it does it. */
    long bytesToExtend(int entryCount);

    /** Makes places for the keys of the batch whose reach was asked for; some more, so that it is not done often. */
    void extend(int entryCount);

    /**
     * Writes the entry of each row, making new ones as needed. The rows are those whose reach was asked for last; all
     * have places.
     *
     * @param entryCount how many there are
     * @return how many there are afterwards
     */
    int findOrAdd(Vector[] columns, int rowCount, int[] entries, int entryCount);

    /** Is unused from now on; keys that came were not suited. */
    void leave(int entryCount);

    /** Forgets all entries, and keeps its places. */
    void rewind();

    /** Forgets all entries, and is unused. */
    void clear();
}
