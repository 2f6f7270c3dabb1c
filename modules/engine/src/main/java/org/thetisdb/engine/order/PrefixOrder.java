package org.thetisdb.engine.order;

import java.util.Arrays;
import java.util.BitSet;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;

/**
 * Sorts rows by the prefixes of their keys, each in one number with the row's place:
 *
 * <pre>
 *   | prefix, less the least of all, without its last bits if there is no room for them | place of the row |
 * </pre>
 *
 * <p>These numbers are sorted by their digits, from the last to the first, so that no comparison is made and memory is
 * read and written in order; the places' own digits need no pass, because they are in order at first. Rows whose first
 * keys are equal are then sorted among themselves in the same way by the next one, and so on; those of which prefixes
 * do not tell enough, and few rows, by comparisons:
 *
 * <pre>
 *   b 7   b 2   a 1   b 5   a 1   ──first key──►   a 1   a 1  │  b 7   b 2   b 5    ──second──►   … │ b 2 │ b 5 │ b 7
 *                                                  └ a run of equal keys
 * </pre>
 *
 * <p>Source: radix sort from the least significant digit (D. E. Knuth, The Art of Computer Programming, volume 3,
 * 5.2.5), passing over digits that all numbers share. Keeps the room for the next rows. Used by one thread.
 */
public final class PrefixOrder {
    /** What sorting a row takes: its number with its prefix, a second one to move it to, and its place in the order. */
    public static final long ROW_BYTES = 2 * Long.BYTES + Integer.BYTES;

    /** With fewer rows, counting digits takes longer than comparing. */
    private static final int COUNT_MIN = 256;

    private static final int DIGIT_BITS = 8;
    private static final int DIGIT_COUNT = 1 << DIGIT_BITS;
    private static final int DIGIT_MASK = DIGIT_COUNT - 1;

    private final SortKeys keys;
    private final Runnable checkpoint;
    private final KeyPrefixes prefixes = new KeyPrefixes();
    private int[] order = {};
    private long[] source = {};
    private long[] target = {};

    /** @param checkpoint is called now and then, and throws if the run is to end */
    public PrefixOrder(SortKeys keys, Runnable checkpoint) {
        this.keys = keys;
        this.checkpoint = checkpoint;
    }

    /**
     * The numbers of the rows in their order, stably, in an array of just their length.
     *
     * @param checkpoint is called now and then, and throws if the run is to end
     */
    public static int[] sorted(Batch rows, SortKeys keys, Runnable checkpoint) {
        PrefixOrder sorting = new PrefixOrder(keys, checkpoint);
        sorting.order = new int[rows.count()];
        return sorting.sorted(rows);
    }

    /** The numbers of the rows in their order, stably, at the begin of an array that the next rows use again. */
    public int[] sorted(Batch rows) {
        int count = rows.count();
        order = Vectors.iota(order.length < count ? new int[count] : order, count);
        BitSet begins = new BitSet(count);
        for (int key = 0; key < keys.slots().length && begins.cardinality() < count; key++) {
            begins = sortRuns(rows, begins, key);
        }
        return order;
    }

    /** Frees the room. */
    public void clear() {
        if (order.length == 0) {
            return;
        }
        order = new int[0];
        source = new long[0];
        target = new long[0];
        prefixes.giveBack(new long[0]);
    }

    /**
     * Sorts the runs of rows that do not differ in the keys before.
     *
     * @param begins where such runs begin
     * @return where runs begin that do not differ in this key either
     */
    private BitSet sortRuns(Batch rows, BitSet begins, int key) {
        IntOrder.Comparison comparison = keys.comparison(rows, key);
        Vector column = rows.column(keys.slots()[key]);
        int count = rows.count();
        BitSet next = new BitSet(count);
        int first = 0;
        while (first < count) {
            int following = begins.nextSetBit(first + 1);
            int end = following < 0 ? count : following;
            next.set(first);
            if (end - first < COUNT_MIN || !sortByPrefix(column, first, end, key, comparison, next)) {
                sortByComparing(first, end, comparison, next);
            }
            first = end;
        }
        return next;
    }

    private void sortByComparing(int first, int end, IntOrder.Comparison comparison, BitSet begins) {
        if (end - first > 1) {
            IntOrder.sort(order, first, end, comparison, checkpoint);
            begins.set(first, end);
        }
    }

    /** Whether the key has prefixes; otherwise nothing is done. */
    private boolean sortByPrefix(
            Vector column, int first, int end, int key, IntOrder.Comparison comparison, BitSet begins) {
        prefixes.fill(column, order, first, end, keys.ascending()[key]);
        if (prefixes.kind() == null) {
            return false;
        }
        int count = end - first;
        long least = prefixes.least(count);
        int prefixBits = Long.SIZE - Long.numberOfLeadingZeros(prefixes.greatest(count) - least);
        int placeBits = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
        int droppedBits = Math.max(0, prefixBits + placeBits - Long.SIZE);
        source = prefixes.take();
        for (int place = 0; place < count; place++) {
            source[place] = (source[place] - least) >>> droppedBits << placeBits | place;
        }
        sortDigits(count, placeBits, prefixBits - droppedBits);
        move(first, count, placeBits);
        boolean isExact = droppedBits == 0 && prefixes.isExact();
        if (!isExact || key + 1 < keys.slots().length) {
            divide(first, count, placeBits, isExact, comparison, begins);
        }
        prefixes.giveBack(source);
        return true;
    }

    /** Sorts by the bits from {@code firstBit} on; {@link #source} is sorted, the other one free. */
    private void sortDigits(int count, int firstBit, int bits) {
        if (target.length < count) {
            target = new long[count];
        }
        int[] places = new int[DIGIT_COUNT];
        for (int shift = firstBit; shift < firstBit + bits; shift += DIGIT_BITS) {
            checkpoint.run();
            Arrays.fill(places, 0);
            for (int place = 0; place < count; place++) {
                places[(int) (source[place] >>> shift) & DIGIT_MASK]++;
            }
            if (places[(int) (source[0] >>> shift) & DIGIT_MASK] == count) {
                continue;
            }
            int next = 0;
            for (int digit = 0; digit < DIGIT_COUNT; digit++) {
                int digits = places[digit];
                places[digit] = next;
                next += digits;
            }
            for (int place = 0; place < count; place++) {
                long each = source[place];
                target[places[(int) (each >>> shift) & DIGIT_MASK]++] = each;
            }
            long[] swap = source;
            source = target;
            target = swap;
        }
    }

    /** Puts the rows of a run in the order of their numbers. */
    private void move(int first, int count, int placeBits) {
        long placeMask = (1L << placeBits) - 1;
        for (int place = 0; place < count; place++) {
            target[place] = order[first + (int) (source[place] & placeMask)];
        }
        for (int place = 0; place < count; place++) {
            order[first + place] = (int) target[place];
        }
    }

    /** Finds the runs with equal prefixes, and sorts them by comparing if these do not tell whether keys are equal. */
    private void divide(
            int first, int count, int placeBits, boolean isExact, IntOrder.Comparison comparison, BitSet begins) {
        int begin = 0;
        for (int place = 1; place <= count; place++) {
            if (place == count || source[place] >>> placeBits != source[begin] >>> placeBits) {
                begins.set(first + begin);
                if (!isExact) {
                    sortByComparing(first + begin, first + place, comparison, begins);
                }
                begin = place;
            }
        }
    }
}
