package org.thetisdb.engine.sort;

import java.util.Arrays;
import org.thetisdb.engine.pipeline.QueryContext;

/** Sorts indexes by a comparison, stably, without boxing: merge sort over runs sorted by insertion. */
final class IntOrder {
    private static final int RUN = 24;

    /** Rows merged between two checks whether the run is to end; one less than a power of two. */
    private static final int CHECKPOINT_MASK = (1 << 16) - 1;

    /** Compares two rows by their indexes; negative, 0 or positive. */
    interface Comparison {
        int compare(int left, int right);
    }

    private IntOrder() {}

    /** The numbers 0 to {@code count - 1} in the order of the comparison; stops with an error if the run is to end. */
    static int[] sorted(int count, Comparison comparison, QueryContext query) {
        int[] order = new int[count];
        Arrays.setAll(order, index -> index);
        sort(order, 0, count, comparison, query);
        return order;
    }

    /** Sorts the entries from {@code first} up to {@code last}, which is left out. */
    static void sort(int[] order, int first, int last, Comparison comparison, QueryContext query) {
        for (int from = first; from < last; from += RUN) {
            insertionSort(order, from, Math.min(last, from + RUN), comparison);
        }
        if (last - first <= RUN) {
            return;
        }
        int count = last - first;
        int[] source = first == 0 && last == order.length ? order : Arrays.copyOfRange(order, first, last);
        int[] target = new int[count];
        for (long width = RUN; width < count; width *= 2) {
            for (long from = 0; from < count; from += 2 * width) {
                int middle = (int) Math.min(count, from + width);
                int end = (int) Math.min(count, from + 2 * width);
                merge(source, target, (int) from, middle, end, comparison, query);
            }
            int[] swap = source;
            source = target;
            target = swap;
        }
        System.arraycopy(source, 0, order, first, count);
    }

    private static void insertionSort(int[] order, int from, int to, Comparison comparison) {
        for (int next = from + 1; next < to; next++) {
            int row = order[next];
            int place = next;
            while (place > from && comparison.compare(order[place - 1], row) > 0) {
                order[place] = order[place - 1];
                place--;
            }
            order[place] = row;
        }
    }

    private static void merge(
            int[] source, int[] target, int from, int middle, int end, Comparison comparison, QueryContext query) {
        int left = from;
        int right = middle;
        for (int place = from; place < end; place++) {
            if ((place & CHECKPOINT_MASK) == 0) {
                query.checkpoint();
            }
            boolean takeLeft = left < middle && (right >= end || comparison.compare(source[left], source[right]) <= 0);
            target[place] = takeLeft ? source[left++] : source[right++];
        }
    }
}
