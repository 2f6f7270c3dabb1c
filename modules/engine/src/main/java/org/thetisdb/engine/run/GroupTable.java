package org.thetisdb.engine.run;

import java.util.Arrays;
import org.thetisdb.engine.expression.ValueSemantics;
import org.thetisdb.value.vector.Vector;

/**
 * Gives equal keys equal group numbers, 0, 1, 2, … in the order in which they are first met.
 *
 * <p>Open addressing with linear probing over group numbers; a group's full hash is kept, so that keys are compared
 * only when the hashes agree. Invariant: the table is at most half full. Not thread safe.
 */
final class GroupTable {
    private static final int EMPTY = -1;
    private static final int CAPACITY_MIN = 64;
    private static final int KEPT_CAPACITY_MAX = 1 << 15;

    private final Vector[] keys;
    private int[] table = new int[CAPACITY_MIN];
    private long[] hashes = new long[CAPACITY_MIN / 2];
    private long[] rowHashes = {};
    private long[] columnHashes = {};
    private int groupCount;

    GroupTable(int keyCount) {
        keys = new Vector[keyCount];
        for (int key = 0; key < keyCount; key++) {
            keys[key] = new Vector();
        }
        Arrays.fill(table, EMPTY);
    }

    int groupCount() {
        return groupCount;
    }

    /** The key columns, one entry for each group. */
    Vector[] keys() {
        return keys;
    }

    /** Writes the group of each row, making new ones as needed. */
    void groups(Vector[] columns, int count, int[] groups) {
        hash(columns, count);
        boolean plain = columns.length == 1 && isPlain(columns[0]);
        for (int row = 0; row < count; row++) {
            groups[row] = plain ? plainGroup(columns[0], row) : group(columns, row);
        }
    }

    private boolean isPlain(Vector column) {
        boolean simple = column.kind().usesLongs() && !column.kind().usesLongs2() && !column.hasNulls();
        return simple && (groupCount == 0 || keys[0].kind() == column.kind() && !keys[0].hasNulls());
    }

    private void hash(Vector[] columns, int count) {
        if (rowHashes.length < count) {
            rowHashes = new long[count];
            columnHashes = new long[count];
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

    private int plainGroup(Vector column, int row) {
        long hash = rowHashes[row];
        long value = column.longs()[row];
        int mask = table.length - 1;
        int place = (int) hash & mask;
        while (table[place] != EMPTY) {
            int group = table[place];
            if (keys[0].longs()[group] == value) {
                return group;
            }
            place = place + 1 & mask;
        }
        return add(new Vector[] {column}, row, place);
    }

    private int group(Vector[] columns, int row) {
        long hash = rowHashes[row];
        int mask = table.length - 1;
        int place = (int) hash & mask;
        while (table[place] != EMPTY) {
            int group = table[place];
            if (hashes[group] == hash && isSame(columns, row, group)) {
                return group;
            }
            place = place + 1 & mask;
        }
        return add(columns, row, place);
    }

    private boolean isSame(Vector[] columns, int row, int group) {
        for (int key = 0; key < keys.length; key++) {
            if (!ValueSemantics.sameGroup(columns[key], row, keys[key], group)) {
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
        table[place] = group;
        if (groupCount * 2 > table.length) {
            grow();
        }
        return group;
    }

    private void grow() {
        int[] bigger = new int[table.length * 2];
        Arrays.fill(bigger, EMPTY);
        int mask = bigger.length - 1;
        for (int group = 0; group < groupCount; group++) {
            int place = (int) hashes[group] & mask;
            while (bigger[place] != EMPTY) {
                place = place + 1 & mask;
            }
            bigger[place] = group;
        }
        table = bigger;
    }

    long bytes() {
        long bytes = 4L * table.length + 8L * hashes.length;
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
            table = new int[CAPACITY_MIN];
            hashes = new long[CAPACITY_MIN / 2];
        }
        Arrays.fill(table, EMPTY);
        groupCount = 0;
    }
}
