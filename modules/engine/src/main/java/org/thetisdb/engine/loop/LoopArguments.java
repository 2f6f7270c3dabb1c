package org.thetisdb.engine.loop;

import org.thetisdb.value.vector.Vector;

/**
 * What a {@link FusedLoop} reads and writes. Belongs to one worker.
 *
 * <pre>
 *   leaf     0    1    2             column   0    1            total     0               1
 *   longs    ▤    ▪    ·             longs    ▤    ·            totals    n  value  sizes  n  value  sizes
 *   doubles  ·    ·    ▤             doubles  ·    ▤
 *   nulls    ▤    ·    ▤             nulls    ▤    ·            passed    0 1 1 0 …  a flag for each row
 * </pre>
 *
 * <p>A constant has one entry. The fields are read by generated code, by their names.
 */
public final class LoopArguments {
    /** How many numbers a total has in {@link #totals}. */
    public static final int TOTAL_LONGS = 3;

    /** Of a total: how many values it has, the sum or the least or greatest, and the sizes of what was summed. */
    public static final int TOTAL_COUNT = 0;

    public static final int TOTAL_VALUE = 1;
    public static final int TOTAL_SIZES = 2;

    /** What an array has beside its entries: its header, and the reference to it. */
    private static final int ARRAY_BYTES = 24;

    final long[][] longs;
    final double[][] doubles;
    final boolean[][] nulls;
    final long[][] columnLongs;
    final double[][] columnDoubles;
    final boolean[][] columnNulls;

    /** After how many rows have passed each filter. */
    public final long[] passedCounts;

    /** Of each total {@link #TOTAL_LONGS} numbers. */
    public final long[] totals;

    /** Whether a row has passed all filters: 0 or 1. */
    public long[] passed = {};

    /** What one part of a loop computes for a later one; as many as the longest batch has rows. */
    long[][] temporaryLongs = {};

    double[][] temporaryDoubles = {};

    /** For loops of a shape. */
    public LoopArguments(LoopShape shape) {
        int leafCount = shape.leaves().size();
        longs = new long[leafCount][];
        doubles = new double[leafCount][];
        nulls = new boolean[leafCount][];
        int columnCount = shape.columns().size();
        columnLongs = new long[columnCount][];
        columnDoubles = new double[columnCount][];
        columnNulls = new boolean[columnCount][];
        passedCounts = new long[shape.filters().size()];
        totals = new long[TOTAL_LONGS * shape.totals().size()];
    }

    /** Gives the loop a leaf. */
    public void setLeaf(int leaf, Vector vector) {
        longs[leaf] = vector.longs();
        doubles[leaf] = vector.doubles();
        nulls[leaf] = vector.nulls();
    }

    /** Gives the loop room for a column. */
    public void setColumn(int column, Vector vector) {
        columnLongs[column] = vector.longs();
        columnDoubles[column] = vector.doubles();
        columnNulls[column] = vector.nulls();
    }

    /** Makes room for the flags of so many rows. */
    public void reserve(int rowCount) {
        if (passed.length < rowCount) {
            passed = new long[rowCount];
        }
    }

    /** What temporary arrays for so many rows take, in bytes. */
    public static long temporaryBytes(int arrayCount, int rowCount) {
        return arrayCount * (ARRAY_BYTES + (long) Long.BYTES * rowCount);
    }

    /** Forgets the temporary arrays; the next batch makes new ones. */
    public void dropTemporaries() {
        temporaryLongs = new long[0][];
        temporaryDoubles = new double[0][];
    }

    /** Makes room for what parts of a loop compute for each other; called by generated code. */
    void reserveTemporaries(int longCount, int doubleCount, int rowCount) {
        if (temporaryLongs.length < longCount || longCount > 0 && temporaryLongs[0].length < rowCount) {
            temporaryLongs = new long[longCount][rowCount];
        }
        if (temporaryDoubles.length < doubleCount || doubleCount > 0 && temporaryDoubles[0].length < rowCount) {
            temporaryDoubles = new double[doubleCount][rowCount];
        }
    }
}
