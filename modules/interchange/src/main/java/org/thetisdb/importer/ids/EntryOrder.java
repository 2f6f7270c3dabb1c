package org.thetisdb.importer.ids;

/** Sorts entries of several words by their keys, without moving them: the result is the order of their indexes. */
final class EntryOrder {
    private EntryOrder() {}

    /** A stable merge sort: never worse than n log n, linear on what is sorted already. */
    static int[] sorted(long[] words, int strideWords, int keyWords, int count) {
        int[] order = new int[count];
        for (int index = 0; index < count; index++) {
            order[index] = index;
        }
        int[] spare = new int[count];
        for (int width = 1; width < count; width *= 2) {
            for (int low = 0; low < count; low += 2 * width) {
                int middle = Math.min(low + width, count);
                int high = Math.min(middle + width, count);
                merge(words, strideWords, keyWords, order, spare, low, middle, high);
            }
            int[] swapped = order;
            order = spare;
            spare = swapped;
        }
        return order;
    }

    private static void merge(
            long[] words, int strideWords, int keyWords, int[] from, int[] to, int low, int middle, int high) {
        if (middle >= high || compare(words, from[middle - 1], from[middle], strideWords, keyWords) <= 0) {
            System.arraycopy(from, low, to, low, high - low);
            return;
        }
        int left = low;
        int right = middle;
        for (int index = low; index < high; index++) {
            boolean takeLeft = right >= high
                    || left < middle && compare(words, from[left], from[right], strideWords, keyWords) <= 0;
            to[index] = takeLeft ? from[left++] : from[right++];
        }
    }

    private static int compare(long[] words, int one, int other, int strideWords, int keyWords) {
        int oneWord = one * strideWords;
        int otherWord = other * strideWords;
        int result = Long.compare(words[oneWord], words[otherWord]);
        return result != 0 || keyWords == 1 ? result : Long.compare(words[oneWord + 1], words[otherWord + 1]);
    }
}
