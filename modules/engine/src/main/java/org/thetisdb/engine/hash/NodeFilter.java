package org.thetisdb.engine.hash;

/**
 * A bit for the last bits of each of a few nodes: most nodes that are asked for are none of them, which the bits tell
 * without a branch that nobody could predict.
 *
 * <p>Belongs to one worker.
 */
public final class NodeFilter {
    /** 4 KiB, which stay in the processor's first cache. */
    private static final int BIT_COUNT = 1 << 15;

    private final long[] words = new long[BIT_COUNT / Long.SIZE];

    public void add(long node) {
        words[word(node)] |= 1L << node;
    }

    /** Whether a node may be one of those that were added. */
    public boolean mayHave(long node) {
        return (words[word(node)] >>> node & 1) != 0;
    }

    /**
     * Leaves what may be among the nodes.
     *
     * @param rows what comes with each node
     * @return how many are left
     */
    public int keep(long[] nodes, int[] rows, int count) {
        int kept = 0;
        for (int index = 0; index < count; index++) {
            long node = nodes[index];
            nodes[kept] = node;
            rows[kept] = rows[index];
            kept += (int) (words[word(node)] >>> node & 1);
        }
        return kept;
    }

    /**
     * Finds the places of what may be among the nodes.
     *
     * @param places takes them, ascending
     * @return how many there are
     */
    public int find(long[] nodes, int first, int end, int[] places) {
        int found = 0;
        for (int place = first; place < end; place++) {
            long node = nodes[place];
            places[found] = place;
            found += (int) (words[word(node)] >>> node & 1);
        }
        return found;
    }

    /** Forgets all nodes. */
    public void clear(long[] nodes, int count) {
        for (int index = 0; index < count; index++) {
            words[word(nodes[index])] = 0;
        }
    }

    private static int word(long node) {
        return (int) node >>> 6 & BIT_COUNT / Long.SIZE - 1;
    }
}
