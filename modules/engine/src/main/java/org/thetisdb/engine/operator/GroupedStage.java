package org.thetisdb.engine.operator;

import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.value.vector.Vector;

/**
 * Ends a pipeline whose rows are aggregated by keys. It takes rows, or what was computed of them elsewhere for groups
 * that are there already; groups are made by rows, or by columns in their order, so that their order is that of rows.
 */
public interface GroupedStage extends Stage {
    /** Another number as soon as groups have others than before: some were forgotten, or are on disk. */
    int generation();

    /**
     * Finds the groups of some keys.
     *
     * @param keys a column for each key
     * @param groups gets the group of each row, a negative number where there is none yet
     */
    void find(Vector[] keys, int rowCount, int[] groups);

    /**
     * The keys of the rows that were pushed last, as long as nothing else was; none if there were none, or not of all
     * rows: now and then there are.
     */
    Vector[] lastKeys();

    /**
     * Adds values whose totals are known.
     *
     * @param aggregation which one, by its place in {@link Fusable.Groups}
     * @param groups by entry, what {@link #find} gave; a group may be there more than once
     * @param counts by entry, how many values there are, at least 0
     * @param totals by entry: their sum, or the least or the greatest of them; anything if there are no values, and not
     *     looked at where they are counted
     * @param entryCount how many entries there are
     */
    void addTotals(int aggregation, int[] groups, long[] counts, Vector totals, int entryCount);
}
