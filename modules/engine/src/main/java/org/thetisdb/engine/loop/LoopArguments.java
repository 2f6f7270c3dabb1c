package org.thetisdb.engine.loop;

import java.util.Arrays;
import org.thetisdb.value.vector.Vector;

/**
 * What a {@link FusedLoop} reads and writes. Belongs to one worker.
 *
 * <pre>
 *   leaf     0    1    2             column   0    1            total     0               1
 *   longs    ▤    ▪    ·             longs    ▤    ·            totals    n  value  sizes  n  value  sizes
 *   doubles  ·    ·    ▤             doubles  ·    ▤
 *   nulls    ▤    ·    ▤             nulls    ▤    ·            passed    0 1 1 0 …  a flag for each row
 *   codes    ·    ·    ·
 * </pre>
 *
 * <p>Where rows have keys, each has a place, made of these, and there are totals for each place:
 *
 * <pre>
 *   key      0              1                   place           0   1   2   3  …
 *   numbers  18  48  48     0  8  9: with null  rows            2   0   7   1     how many have passed
 *                                               total 0 counts  2   0   6   1     how many values it has
 *   place = (value 0 - 18) * 9 + code 1               values   91   0 301  44     their sum, least or greatest
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

    /** How many numbers a key has in {@link #keyNumbers}. */
    public static final int KEY_LONGS = 3;

    /** Of a key: the least of its values; how many there are at most, none of them null; how many with null. */
    public static final int KEY_LEAST = 0;

    public static final int KEY_VALUES = 1;
    public static final int KEY_PLACES = 2;

    /** Of {@link #groupTotals}: how many rows have passed. Of each total there are two more. */
    public static final int GROUP_ROWS = 0;

    private static final int[] NO_CODES = {};

    /** What an array has beside its entries: its header, and the reference to it. */
    private static final int ARRAY_BYTES = 24;

    final long[][] longs;
    final double[][] doubles;
    final boolean[][] nulls;
    final int[][] codes;
    final long[][] columnLongs;
    final double[][] columnDoubles;
    final boolean[][] columnNulls;

    /** Of each key {@link #KEY_LONGS} numbers. */
    public final long[] keyNumbers;

    /** By place: how many rows have passed; then of each total how many values, and their sum or extreme. */
    public final long[][] groupTotals;

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
        codes = new int[leafCount][];
        keyNumbers = new long[KEY_LONGS * shape.keys().size()];
        groupTotals = new long[groupTotalCount(shape)][0];
        int columnCount = shape.columns().size();
        columnLongs = new long[columnCount][];
        columnDoubles = new double[columnCount][];
        columnNulls = new boolean[columnCount][];
        passedCounts = new long[shape.filters().size()];
        totals = new long[TOTAL_LONGS * shape.totals().size()];
    }

    /** How many arrays by place there are. */
    static int groupTotalCount(LoopShape shape) {
        return shape.keys().isEmpty() ? 0 : 1 + 2 * shape.totals().size();
    }

    /** The array of how many values a total has, by place. */
    public static int groupCounts(int total) {
        return 1 + 2 * total;
    }

    /** The array of the sum, or of the least or greatest, of a total's values by place. */
    public static int groupValues(int total) {
        return 2 + 2 * total;
    }

    /** Gives the loop a leaf. */
    public void setLeaf(int leaf, Vector vector) {
        longs[leaf] = vector.longs();
        doubles[leaf] = vector.doubles();
        nulls[leaf] = vector.nulls();
        codes[leaf] = vector.isCoded() ? vector.codes() : NO_CODES;
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

    /** Forgets the temporary arrays, and those by place; the next batch makes new ones. */
    public void dropTemporaries() {
        Arrays.fill(groupTotals, new long[0]);
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
