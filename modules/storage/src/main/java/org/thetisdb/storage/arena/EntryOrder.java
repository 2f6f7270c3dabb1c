package org.thetisdb.storage.arena;

/**
 * The order of up to 15 entries in one long, so that one store changes it for all who read.
 *
 * <pre>
 *   63 ──── 60 │ … │ 11 ── 8  │ 7 ─── 4  │ 3 ─── 0
 *   index of   │   │ index of │ index of │ count
 *   rank 14    │   │ rank 1   │ rank 0   │
 * </pre>
 *
 * <p>An entry is written where none is, and then put into the order. This is the permutation of Y. Mao, E. Kohler, R.
 * Morris: Cache Craftiness for Fast Multicore Key-Value Storage, EuroSys 2012. Stateless.
 */
public final class EntryOrder {
    /** How many entries there can be. */
    public static final int ENTRIES_MAX = 15;

    /** No entries. */
    public static final long EMPTY = 0;

    private static final int BITS = 4;
    private static final long COUNT_MASK = 15;

    private EntryOrder() {}

    private static long below(int rank) {
        return (1L << BITS + BITS * rank) - 1;
    }

    /** How many entries there are. */
    public static int count(long order) {
        return (int) (order & COUNT_MASK);
    }

    /** Where the entry of a rank is. */
    public static int index(long order, int rank) {
        return (int) (order >>> BITS + BITS * rank & COUNT_MASK);
    }

    /** The order with one more entry, which gets the rank of one that was there, or the last. */
    public static long with(long order, int rank, int index) {
        long below = below(rank);
        return (order & below | (long) index << BITS + BITS * rank | (order & ~below) << BITS) + 1;
    }

    /** The order without the entry of a rank. */
    public static long without(long order, int rank) {
        long below = below(rank);
        return (order & below | order >>> BITS & ~below) - 1;
    }

    /** The order of the first entries alone. */
    public static long first(long order, int count) {
        return order & below(count) & ~COUNT_MASK | count;
    }

    /** Where no entry is; there must be room. */
    public static int free(long order) {
        int used = 0;
        for (int rank = 0; rank < count(order); rank++) {
            used |= 1 << index(order, rank);
        }
        return Integer.numberOfTrailingZeros(~used);
    }
}
