package org.thetisdb.storage.adjacency;

/** A stable merge sort of places 0, 1, 2, …; the JDK has none for primitives with an order of one's own. */
public final class PlaceSort {
    private PlaceSort() {}

    /** Compares what lies at two places, as {@link java.util.Comparator} does. */
    @FunctionalInterface
    public interface Order {
        int compare(int left, int right);
    }

    /** The places in order. Places that are in order already are found so in one pass. */
    public static int[] sorted(int count, Order order) {
        int[] from = new int[count];
        int[] to = new int[count];
        boolean inOrder = true;
        for (int index = 0; index < count; index++) {
            from[index] = index;
            inOrder &= index == 0 || order.compare(index - 1, index) <= 0;
        }
        for (int width = 1; width < count && !inOrder; width *= 2) {
            for (int low = 0; low < count; low += 2 * width) {
                merge(order, from, to, low, Math.min(low + width, count), Math.min(low + 2 * width, count));
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private static void merge(Order order, int[] from, int[] to, int low, int middle, int high) {
        int left = low;
        int right = middle;
        for (int at = low; at < high; at++) {
            boolean takeLeft = right >= high || left < middle && order.compare(from[left], from[right]) <= 0;
            to[at] = takeLeft ? from[left++] : from[right++];
        }
    }
}
