package org.thetisdb.engine.join;

import java.util.Arrays;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.value.vector.Vector;

/**
 * The rows of a join's build side by their keys: buckets of chained rows. Immutable, so that all workers may probe it.
 *
 * <p>Invariants: the chains of all buckets together hold every row once, and each chain ascends; there are at least as
 * many buckets as rows.
 */
final class JoinTable {
    /** Ends a chain. */
    static final int NO_ROW = -1;

    private static final int BUCKET_COUNT_MIN = 16;
    private static final int BUCKET_COUNT_MAX = 1 << 30;

    private final Vector[] keys;
    private final long[] hashes;
    private final int[] heads;
    private final int[] following;

    /** @param keys columns without nulls, not to be changed any more */
    JoinTable(Vector[] keys, int rowCount) {
        this.keys = keys.clone();
        hashes = new long[rowCount];
        hash(keys, rowCount, hashes, new long[rowCount]);
        int buckets = buckets(rowCount);
        heads = new int[buckets];
        Arrays.fill(heads, NO_ROW);
        following = new int[rowCount];
        for (int row = rowCount - 1; row >= 0; row--) {
            int bucket = (int) hashes[row] & buckets - 1;
            following[row] = heads[bucket];
            heads[bucket] = row;
        }
        assert areChainsComplete() : "chains hold every row once and ascend: rows=" + rowCount;
    }

    private boolean areChainsComplete() {
        int count = 0;
        for (int head : heads) {
            for (int row = head; row != NO_ROW; row = following[row]) {
                if (following[row] != NO_ROW && following[row] <= row) {
                    return false;
                }
                count++;
            }
        }
        return count == following.length && heads.length >= following.length;
    }

    /** One hash for each row over all key columns. */
    static void hash(Vector[] columns, int count, long[] into, long[] scratch) {
        Arrays.fill(into, 0, count, 0);
        for (int column = 0; column < columns.length; column++) {
            ValueSemantics.hash(columns[column], count, scratch);
            for (int row = 0; row < count; row++) {
                long mixed = (into[row] * 31 + scratch[row]) * 0x9E3779B97F4A7C15L;
                into[row] = mixed ^ mixed >>> 32;
            }
        }
    }

    /** The first row of the chain in which rows with this hash are. */
    int first(long hash) {
        return heads[(int) hash & heads.length - 1];
    }

    int next(int row) {
        return following[row];
    }

    /** Whether the columns can be compared with the keys by their longs alone. */
    boolean isPlain(Vector[] columns) {
        if (columns.length != 1 || keys.length != 1) {
            return false;
        }
        boolean simple = keys[0].kind().usesLongs() && !keys[0].kind().usesLongs2() && !keys[0].hasNulls();
        return simple && columns[0].kind() == keys[0].kind();
    }

    /** The longs of the only key; see {@link #isPlain}. */
    long[] plainKeys() {
        return keys[0].longs();
    }

    boolean matches(int row, long hash, Vector[] columns, int columnRow) {
        if (hashes[row] != hash) {
            return false;
        }
        for (int key = 0; key < keys.length; key++) {
            if (ValueSemantics.equal(keys[key], row, columns[key], columnRow) != ValueSemantics.TRUE) {
                return false;
            }
        }
        return true;
    }

    private static int buckets(int rowCount) {
        int buckets = BUCKET_COUNT_MIN;
        while (buckets < rowCount && buckets < BUCKET_COUNT_MAX) {
            buckets *= 2;
        }
        return buckets;
    }

    /** The room that a table of so many rows takes beside its keys. */
    static long bytes(int rowCount) {
        return 12L * rowCount + 4L * buckets(rowCount);
    }
}
