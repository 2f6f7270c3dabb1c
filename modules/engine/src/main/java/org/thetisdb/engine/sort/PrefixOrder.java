package org.thetisdb.engine.sort;

import java.util.Arrays;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.QueryContext;

/**
 * Sorts rows by the prefixes of their first key, each in one number with the row's:
 *
 * <pre>
 *   | prefix, less the least of all, without its last bits if there is no room for them | number of the row |
 * </pre>
 *
 * <p>These numbers are sorted by their digits, from the last to the first, so that no comparison is made and memory is
 * read and written in order; the rows' own digits need no pass, because they are in order at first. Rows whose prefixes
 * are equal are then sorted among themselves by comparisons, unless equal prefixes mean equal rows.
 *
 * <p>Source: radix sort from the least significant digit (D. E. Knuth, The Art of Computer Programming, volume 3,
 * 5.2.5), passing over digits that all numbers share. Used by one thread.
 */
final class PrefixOrder {
    /** What sorting a row takes: its number with its prefix, and a second one to move it to. */
    static final long ROW_BYTES = 2 * Long.BYTES;

    /** With fewer rows, counting digits takes longer than comparing. */
    private static final int COUNT_MIN = 256;

    private static final int DIGIT_BITS = 8;
    private static final int DIGIT_COUNT = 1 << DIGIT_BITS;
    private static final int DIGIT_MASK = DIGIT_COUNT - 1;

    private PrefixOrder() {}

    /** The numbers of the rows in their order, stably; stops with an error if the run is to end. */
    static int[] sorted(Batch rows, SortKeys keys, QueryContext query) {
        int count = rows.count();
        if (count < COUNT_MIN || keys.slots().length == 0) {
            return IntOrder.sorted(count, keys.comparison(rows, 0), query);
        }
        KeyPrefixes prefixes = new KeyPrefixes();
        prefixes.fill(rows.column(keys.slots()[0]), count, keys.ascending()[0]);
        if (prefixes.kind() == null) {
            return IntOrder.sorted(count, keys.comparison(rows, 0), query);
        }
        return sorted(prefixes, rows, keys, query);
    }

    private static int[] sorted(KeyPrefixes prefixes, Batch rows, SortKeys keys, QueryContext query) {
        int count = rows.count();
        long least = prefixes.least(count);
        int prefixBits = Long.SIZE - Long.numberOfLeadingZeros(prefixes.greatest(count) - least);
        int rowBits = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
        int droppedBits = Math.max(0, prefixBits + rowBits - Long.SIZE);
        long[] packed = prefixes.take();
        for (int row = 0; row < count; row++) {
            packed[row] = (packed[row] - least) >>> droppedBits << rowBits | row;
        }
        packed = sorted(packed, count, rowBits, prefixBits - droppedBits, query);
        int[] order = new int[count];
        long rowMask = (1L << rowBits) - 1;
        for (int place = 0; place < count; place++) {
            order[place] = (int) (packed[place] & rowMask);
        }
        boolean isDecided = droppedBits == 0 && prefixes.isExact();
        if (!isDecided || keys.slots().length > 1) {
            sortEqual(packed, rowBits, order, keys.comparison(rows, isDecided ? 1 : 0), query);
        }
        return order;
    }

    /** Sorts by the bits from {@code firstBit} on. */
    private static long[] sorted(long[] packed, int count, int firstBit, int bits, QueryContext query) {
        long[] source = packed;
        long[] target = new long[count];
        int[] places = new int[DIGIT_COUNT];
        for (int shift = firstBit; shift < firstBit + bits; shift += DIGIT_BITS) {
            query.checkpoint();
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
        return source;
    }

    private static void sortEqual(
            long[] packed, int rowBits, int[] order, IntOrder.Comparison comparison, QueryContext query) {
        int first = 0;
        for (int place = 1; place <= order.length; place++) {
            if (place == order.length || packed[place] >>> rowBits != packed[first] >>> rowBits) {
                if (place - first > 1) {
                    IntOrder.sort(order, first, place, comparison, query);
                }
                first = place;
            }
        }
    }
}
