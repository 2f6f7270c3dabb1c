package org.thetisdb.engine.group;

import java.util.Arrays;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.value.vector.Vector;

/**
 * Gives equal keys equal group numbers, 0, 1, 2, … in the order in which they are first met.
 *
 * <p>Open addressing with linear probing. With many groups the cost is cache misses, so an entry holds the upper half
 * of the hash beside the group's number (keys are looked at only when the halves agree), and the first entries of all
 * rows of a batch are fetched before any is compared, so that their misses overlap.
 *
 * <pre>
 *   entry   63 ........ 32 31 ......... 0
 *           hash, upper    group number      EMPTY is -1: a group number is never negative
 * </pre>
 *
 * <p>Invariant: the table is at most half full. Not thread safe.
 */
public final class GroupTable {
    private static final long EMPTY = -1;
    private static final long TAG_MASK = 0xFFFF_FFFF_0000_0000L;
    private static final int CAPACITY_MIN = 64;
    private static final int KEPT_CAPACITY_MAX = 1 << 15;

    private final Vector[] keys;

    /** Whether a key of the batch at hand can be compared as a plain long. */
    private final boolean[] plain;

    private long[] table = new long[CAPACITY_MIN];
    private long[] hashes = new long[CAPACITY_MIN / 2];
    private long[] rowHashes = {};
    private long[] columnHashes = {};
    private long[] firstEntries = {};
    private int groupCount;

    public GroupTable(int keyCount) {
        keys = new Vector[keyCount];
        for (int key = 0; key < keyCount; key++) {
            keys[key] = new Vector();
        }
        plain = new boolean[keyCount];
        Arrays.fill(table, EMPTY);
    }

    public int groupCount() {
        return groupCount;
    }

    /** The key columns, one entry for each group. */
    public Vector[] keys() {
        return keys;
    }

    /** Writes the group of each row, making new ones as needed. */
    public void groups(Vector[] columns, int count, int[] groups) {
        hash(columns, count);
        for (int key = 0; key < keys.length; key++) {
            plain[key] = isPlain(columns[key], keys[key]);
        }
        int mask = table.length - 1;
        for (int row = 0; row < count; row++) {
            firstEntries[row] = table[(int) rowHashes[row] & mask];
        }
        for (int row = 0; row < count; row++) {
            long entry = firstEntries[row];
            groups[row] = isMatch(entry, columns, row) ? (int) entry : group(columns, row);
        }
    }

    private boolean isPlain(Vector column, Vector key) {
        boolean simple = column.kind().usesLongs() && !column.kind().usesLongs2() && !column.hasNulls();
        return simple && (groupCount == 0 || key.kind() == column.kind() && !key.hasNulls());
    }

    private void hash(Vector[] columns, int count) {
        if (rowHashes.length < count) {
            rowHashes = new long[count];
            columnHashes = new long[count];
            firstEntries = new long[count];
        }
        ValueSemantics.hash(columns[0], count, rowHashes);
        for (int column = 1; column < columns.length; column++) {
            ValueSemantics.hash(columns[column], count, columnHashes);
            for (int row = 0; row < count; row++) {
                rowHashes[row] = mix(rowHashes[row] * 31 + columnHashes[row]);
            }
        }
    }

    private static long mix(long value) {
        long mixed = (value ^ value >>> 32) * 0x9E3779B97F4A7C15L;
        return mixed ^ mixed >>> 29;
    }

    private int group(Vector[] columns, int row) {
        int mask = table.length - 1;
        int place = (int) rowHashes[row] & mask;
        long entry = table[place];
        while (entry != EMPTY) {
            if (isMatch(entry, columns, row)) {
                return (int) entry;
            }
            place = place + 1 & mask;
            entry = table[place];
        }
        return add(columns, row, place);
    }

    private boolean isMatch(long entry, Vector[] columns, int row) {
        return entry != EMPTY && ((entry ^ rowHashes[row]) & TAG_MASK) == 0 && isSame(columns, row, (int) entry);
    }

    private boolean isSame(Vector[] columns, int row, int group) {
        for (int key = 0; key < keys.length; key++) {
            boolean same = plain[key]
                    ? columns[key].longs()[row] == keys[key].longs()[group]
                    : ValueSemantics.sameGroup(columns[key], row, keys[key], group);
            if (!same) {
                return false;
            }
        }
        return true;
    }

    private int add(Vector[] columns, int row, int place) {
        int group = groupCount++;
        for (int key = 0; key < keys.length; key++) {
            if (group == 0 && !columns[key].isNull(row)) {
                keys[key].reset(columns[key].kind(), 0);
            }
            keys[key].resize(groupCount);
            keys[key].copyEntry(group, columns[key], row);
        }
        if (group >= hashes.length) {
            hashes = Arrays.copyOf(hashes, hashes.length * 2);
        }
        hashes[group] = rowHashes[row];
        table[place] = rowHashes[row] & TAG_MASK | group;
        if (groupCount * 2 > table.length) {
            grow();
        }
        assert groupCount * 2 <= table.length : "the table is at most half full: groups=" + groupCount;
        return group;
    }

    private void grow() {
        long[] bigger = new long[table.length * 2];
        Arrays.fill(bigger, EMPTY);
        int mask = bigger.length - 1;
        for (int group = 0; group < groupCount; group++) {
            int place = (int) hashes[group] & mask;
            while (bigger[place] != EMPTY) {
                place = place + 1 & mask;
            }
            bigger[place] = hashes[group] & TAG_MASK | group;
        }
        table = bigger;
    }

    long bytes() {
        long bytes = 8L * table.length + 8L * hashes.length;
        for (Vector key : keys) {
            bytes += key.bytesReserved();
        }
        return bytes;
    }

    void clear() {
        boolean large = bytes() > RowStore.KEPT_BYTES_MAX || table.length > KEPT_CAPACITY_MAX;
        for (int key = 0; key < keys.length; key++) {
            if (large) {
                keys[key] = new Vector();
            } else {
                keys[key].reset(org.thetisdb.value.vector.VectorKind.NULL, 0);
            }
        }
        if (large) {
            table = new long[CAPACITY_MIN];
            hashes = new long[CAPACITY_MIN / 2];
        }
        Arrays.fill(table, EMPTY);
        groupCount = 0;
    }
}
