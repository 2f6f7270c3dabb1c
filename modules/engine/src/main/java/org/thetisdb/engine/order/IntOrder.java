package org.thetisdb.engine.order;

import java.util.Arrays;

/**
 * Sorts indexes by a comparison, stably, without boxing: merge sort over the runs that are there (D. E. Knuth, The Art
 * of Computer Programming, volume 3, 5.2.4), as they are where sorted rows were put one behind the other; runs that are
 * short are made longer by insertion.
 */
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
    static int[] sorted(int count, Comparison comparison, Runnable checkpoint) {
        int[] order = new int[count];
        Arrays.setAll(order, index -> index);
        sort(order, 0, count, comparison, checkpoint);
        return order;
    }

    /** Sorts the entries from {@code first} up to {@code last}, which is left out. */
    static void sort(int[] order, int first, int last, Comparison comparison, Runnable checkpoint) {
        int end = endOfRun(order, first, last, comparison);
        if (end == last) {
            return;
        }
        int[] ends = new int[Math.ceilDiv(last - first, RUN)];
        int runCount = 0;
        ends[runCount++] = end - first;
        while (end < last) {
            end = endOfRun(order, end, last, comparison);
            ends[runCount++] = end - first;
        }
        int[] source = first == 0 && last == order.length ? order : Arrays.copyOfRange(order, first, last);
        int[] target = new int[last - first];
        while (runCount > 1) {
            runCount = mergeNeighbours(source, target, ends, runCount, comparison, checkpoint);
            int[] swap = source;
            source = target;
            target = swap;
        }
        System.arraycopy(source, 0, order, first, last - first);
    }

    /** Where the run ends that begins at {@code from}: one that is there, or a short one that is made. */
    private static int endOfRun(int[] order, int from, int last, Comparison comparison) {
        int end = from + 1;
        while (end < last && comparison.compare(order[end - 1], order[end]) <= 0) {
            end++;
        }
        if (end - from >= RUN || end == last) {
            return end;
        }
        int made = Math.min(last, from + RUN);
        insertionSort(order, from, end, made, comparison);
        return made;
    }

    /** Merges each two runs that follow each other; returns how many there are then. */
    private static int mergeNeighbours(
            int[] source, int[] target, int[] ends, int runCount, Comparison comparison, Runnable checkpoint) {
        int from = 0;
        int merged = 0;
        for (int run = 0; run < runCount; run += 2) {
            int end = ends[Math.min(run + 1, runCount - 1)];
            merge(source, target, from, ends[run], end, comparison, checkpoint);
            ends[merged++] = end;
            from = end;
        }
        return merged;
    }

    private static void insertionSort(int[] order, int from, int sorted, int to, Comparison comparison) {
        for (int next = sorted; next < to; next++) {
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
            int[] source, int[] target, int from, int middle, int end, Comparison comparison, Runnable checkpoint) {
        int left = from;
        int right = middle;
        for (int place = from; place < end; place++) {
            if ((place & CHECKPOINT_MASK) == 0) {
                checkpoint.run();
            }
            boolean takeLeft = left < middle && (right >= end || comparison.compare(source[left], source[right]) <= 0);
            target[place] = takeLeft ? source[left++] : source[right++];
        }
    }
}
