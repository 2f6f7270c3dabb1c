package org.thetisdb.storage;

import java.util.Arrays;

/**
 * Which nodes of a chunk columns can be asked about, because they are as in the base, and which there are beside them.
 *
 * <pre>
 *   row       0   1   2   3   4   5   6   7 │ 8
 *   base      ·   ·   ·       ·   ·   ·   · │         row 3 is free; so is row 8, beyond what the base has
 *   changed           set             new?  │ new     somebody has changed row 2; row 6 was deleted, and row 8 is new
 *   settled   1   1   0   0   1   1   0   1 │
 *   others            2                     │ 8
 * </pre>
 *
 * <p>Filled by {@link GraphReader#settledNodes}; not thread safe.
 */
public final class SettledNodes {
    private static final long[] NONE = {};

    private long[] bits = NONE;
    private int rowCount;
    private boolean isAll;
    private long[] others = NONE;
    private int otherCount;

    /** Of no rows. */
    public SettledNodes() {}

    /** All rows of the chunk, which are so many, are settled nodes. */
    public void fillAll(int rows) {
        rowCount = rows;
        isAll = true;
        otherCount = 0;
    }

    /**
     * Begins with no settled nodes in so many rows.
     *
     * @return a bit for each row, to be set for settled nodes
     */
    public long[] fill(int rows) {
        int words = (rows + Long.SIZE - 1) / Long.SIZE;
        if (bits.length < words) {
            bits = new long[words];
        } else {
            Arrays.fill(bits, 0, words, 0);
        }
        rowCount = rows;
        isAll = false;
        otherCount = 0;
        return bits;
    }

    /** As many settled nodes as before, but by {@link #bits}: some are to be taken away. */
    public void enumerate() {
        if (isAll) {
            int rows = rowCount;
            long[] all = fill(rows);
            Arrays.fill(all, 0, rows >>> 6, -1L);
            if ((rows & Long.SIZE - 1) != 0) {
                all[rows >>> 6] = (1L << rows) - 1;
            }
        }
    }

    /** After {@link #enumerate}: a row's node is changed, if the base has one. */
    public void unsettle(int row) {
        if (row < rowCount) {
            bits[row >>> 6] &= ~(1L << row);
        }
    }

    /** There is a node that is not settled. */
    public void addOther(long node) {
        if (otherCount == others.length) {
            others = Arrays.copyOf(others, Math.max(Long.SIZE, 2 * otherCount));
        }
        others[otherCount++] = node;
    }

    /** How many rows the base has, from the first row of the chunk on; only these can be asked about. */
    public int rowCount() {
        return rowCount;
    }

    /** Whether all of these rows are settled nodes. */
    public boolean isAll() {
        return isAll;
    }

    /** By row, whether it is a settled node, unless all are; the other bits of the last word are 0. */
    public long[] bits() {
        return bits;
    }

    /** Nodes that are not settled, ascending; the first {@link #otherCount} entries. */
    public long[] others() {
        return others;
    }

    public int otherCount() {
        return otherCount;
    }
}
