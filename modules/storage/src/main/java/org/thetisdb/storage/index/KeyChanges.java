package org.thetisdb.storage.index;

/**
 * Collects what nodes have got and lost of keys, for {@link IndexBuilder#changes}.
 *
 * <pre>
 *   63 ────── 1 │ 0         in place of an entry's node; the order is that of nodes
 *   node        │ 1: the node has no longer the key
 * </pre>
 *
 * <p>Not thread safe.
 */
public final class KeyChanges {
    /** Sorted together; more are several runs. */
    private static final long RUN_BYTES_MAX = 4 << 20;

    private final IndexBuilder builder;
    private final IndexRun run = new IndexRun();
    private long count;

    /** @param builder takes the runs */
    public KeyChanges(IndexBuilder builder) {
        this.builder = builder;
    }

    static long node(long entry) {
        return entry >>> 1;
    }

    static boolean isTombstone(long entry) {
        return (entry & 1) != 0;
    }

    /** Takes the keys that a node had and has, or those that are {@link SortKey#isNone()}. */
    public void add(SortKey before, SortKey after, long node) {
        if (before.compareTo(after) == 0) {
            return;
        }
        if (!before.isNone()) {
            add(before, node << 1 | 1);
        }
        if (!after.isNone()) {
            add(after, node << 1);
        }
    }

    private void add(SortKey key, long entry) {
        run.add(key, entry);
        count++;
        if (run.bytes() > RUN_BYTES_MAX) {
            builder.add(run.sort());
        }
    }

    /** Nothing will be added any more; returns how many entries there were. */
    public long finish() {
        builder.add(run.sort());
        return count;
    }
}
