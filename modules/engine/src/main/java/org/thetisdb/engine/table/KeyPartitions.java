package org.thetisdb.engine.table;

import java.util.Arrays;
import org.thetisdb.value.vector.Vector;

/**
 * Entries of key columns, divided by their hashes so that equal keys are in one partition, in whichever table they are.
 * Immutable.
 *
 * <pre>
 *   hash      63 ............................. bits ...... 0
 *             a directory's place and tag           partition
 *
 *   entries   [ partition 0: 0, 4, 9 | partition 1: 2, 3 | … ]   each in ascending order
 * </pre>
 *
 * <p>The lowest bits of the hashes decide. A {@link org.thetisdb.engine.hash.TagDirectory} takes its places from the
 * highest ones: rows that come partition by partition are spread over the places of whichever table they are put in
 * next, and so are those of one partition, in the order in which their keys were first seen.
 */
public final class KeyPartitions {
    /** More partitions than this would each have too little in them. */
    public static final int BITS_MAX = 14;

    /** The rows of one of so many partitions can be asked for: the upper half of a hash is its place in a directory. */
    public static final int ROWS_BITS_MAX = 30;

    private static final int SLICE_ROWS = 1024;

    private final int[] starts;
    private final int[] entries;

    private KeyPartitions(int[] starts, int[] entries) {
        this.starts = starts;
        this.entries = entries;
    }

    /**
     * Divides rows of key columns.
     *
     * @param firstBit the lowest bit of the hashes that counts: 0, or where an earlier division has used those below
     * @param bits of the hashes, {@link #BITS_MAX} at most; with {@code firstBit} {@link #ROWS_BITS_MAX} at most
     */
    public static KeyPartitions of(KeyFinder finder, Vector[] keys, int count, int firstBit, int bits) {
        short[] partitions = new short[count];
        int[] starts = new int[(1 << bits) + 1];
        for (int from = 0; from < count; from += SLICE_ROWS) {
            int rows = Math.min(SLICE_ROWS, count - from);
            finder.hash(keys, from, rows);
            long[] hashes = finder.hashes();
            for (int row = 0; row < rows; row++) {
                int partition = partition(hashes[row] >>> firstBit, bits);
                partitions[from + row] = (short) partition;
                starts[partition + 1]++;
            }
        }
        for (int partition = 1; partition < starts.length; partition++) {
            starts[partition] += starts[partition - 1];
        }
        int[] places = starts.clone();
        int[] entries = new int[count];
        for (int entry = 0; entry < count; entry++) {
            entries[places[partitions[entry]]++] = entry;
        }
        return new KeyPartitions(starts, entries);
    }

    /** The partition of a hash. */
    static int partition(long hash, int bits) {
        return (int) hash & (1 << bits) - 1;
    }

    /**
     * The rows of key columns whose partition is {@code value}, in ascending order.
     *
     * @param bits of the hashes, {@link #ROWS_BITS_MAX} at most
     */
    static int[] rowsOf(KeyFinder finder, Vector[] keys, int count, int value, int bits) {
        int[] rows = new int[count];
        return Arrays.copyOf(rows, rowsOf(finder, keys, count, value, value + 1, bits, rows));
    }

    /**
     * The rows of key columns whose partitions are from {@code first} up to {@code end}, in ascending order.
     *
     * @param bits of the hashes, {@link #ROWS_BITS_MAX} at most
     * @param rows gets them; has room for all
     * @return how many they are
     */
    public static int rowsOf(KeyFinder finder, Vector[] keys, int count, int first, int end, int bits, int[] rows) {
        int found = 0;
        for (int from = 0; from < count; from += SLICE_ROWS) {
            int some = Math.min(SLICE_ROWS, count - from);
            finder.hash(keys, from, some);
            long[] hashes = finder.hashes();
            for (int row = 0; row < some; row++) {
                int partition = partition(hashes[row], bits);
                rows[found] = from + row;
                found += first <= partition && partition < end ? 1 : 0;
            }
        }
        return found;
    }

    /** All entries, partition after partition, each from {@link #start} up to the next one's; not to be changed. */
    public int[] ordered() {
        return entries;
    }

    /** Where a partition, or the one after the last, starts among {@link #ordered}. */
    public int start(int partition) {
        return starts[partition];
    }

    /** The entries of a partition, in ascending order. */
    public int[] entries(int partition) {
        return Arrays.copyOfRange(entries, starts[partition], starts[partition + 1]);
    }
}
