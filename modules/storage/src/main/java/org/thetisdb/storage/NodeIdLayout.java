package org.thetisdb.storage;

/**
 * The bits of a node id.
 *
 * <pre>
 *   63      39 38            15 14         0
 *   +---------+----------------+------------+
 *   |    0    |  chunk (24)    |  row (15)  |
 *   +---------+----------------+------------+
 * </pre>
 */
public final class NodeIdLayout {
    public static final int ROW_BITS = 15;

    /** Nodes in a full chunk: some tens of thousands, so that the columns a scan reads come to about 1 MiB. */
    public static final int CHUNK_ROWS = 1 << ROW_BITS;

    public static final int CHUNK_BITS = 24;
    public static final int CHUNK_COUNT_MAX = 1 << CHUNK_BITS;

    private NodeIdLayout() {}

    /** Whether a number could be the id of a node: the parts below are only those of such a number. */
    public static boolean isId(long node) {
        return node >>> ROW_BITS + CHUNK_BITS == 0;
    }

    public static long id(int chunk, int row) {
        return (long) chunk << ROW_BITS | row;
    }

    public static int chunk(long node) {
        return (int) (node >>> ROW_BITS);
    }

    public static int row(long node) {
        return (int) node & CHUNK_ROWS - 1;
    }

    /** Whether ids follow one upon the other without a gap. */
    public static boolean areConsecutive(long[] ids, int from, int end) {
        long differences = 0;
        for (int index = from; index < end; index++) {
            differences |= ids[index] - ids[from] ^ index - from;
        }
        return differences == 0;
    }

    /** The rows of ids, into {@code into[0 …]}. */
    public static void rows(long[] ids, int from, int length, long[] into) {
        for (int index = 0; index < length; index++) {
            into[index] = row(ids[from + index]);
        }
    }
}
