package org.thetisdb.importer.csv;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Where the fields of some rows lie: field {@code f} of row {@code r} is the {@code lengths[r * fieldCount + f]} bytes
 * of {@link #bytes()} from {@code starts[r * fieldCount + f]} on; a length of {@link #NULL} means null.
 */
public final class FieldTable {
    public static final int NULL = -1;

    private byte[] bytes = {};
    private int[] starts = {};
    private int[] lengths = {};
    private long[] lines = {};
    private int fieldCount;
    private int rowCount;

    /** Makes this an empty table over {@code source}. */
    public void reset(byte[] source, int newFieldCount, int rowCapacity) {
        bytes = source;
        fieldCount = newFieldCount;
        rowCount = 0;
        if (starts.length < newFieldCount * rowCapacity) {
            starts = new int[newFieldCount * rowCapacity];
            lengths = new int[newFieldCount * rowCapacity];
        }
        if (lines.length < rowCapacity) {
            lines = new long[rowCapacity];
        }
    }

    public byte[] bytes() {
        return bytes;
    }

    public int[] starts() {
        return starts;
    }

    public int[] lengths() {
        return lengths;
    }

    /** The line of the file that each row begins on. */
    public long[] lines() {
        return lines;
    }

    public int fieldCount() {
        return fieldCount;
    }

    public int rowCount() {
        return rowCount;
    }

    /** Ends the row whose fields were put after the last one. */
    public void endRow(long line) {
        lines[rowCount++] = line;
    }

    public boolean isNull(int row, int field) {
        return lengths[row * fieldCount + field] == NULL;
    }

    /** The field as text, for messages and rare types; empty if null. */
    public String text(int row, int field) {
        int index = row * fieldCount + field;
        return lengths[index] == NULL ? "" : new String(bytes, starts[index], lengths[index], StandardCharsets.UTF_8);
    }

    /** Drops the rows that are marked and closes the gaps. */
    public void drop(boolean[] marked) {
        int kept = 0;
        for (int row = 0; row < rowCount; row++) {
            if (!marked[row]) {
                copyRow(this, row, kept++);
            }
        }
        rowCount = kept;
    }

    /** Makes this the rows of {@code source} for which {@code group[row] == wanted}. */
    public void select(FieldTable source, int[] group, int wanted) {
        reset(source.bytes, source.fieldCount, source.rowCount);
        for (int row = 0; row < source.rowCount; row++) {
            if (group[row] == wanted) {
                copyRow(source, row, rowCount++);
            }
        }
    }

    private void copyRow(FieldTable source, int from, int to) {
        System.arraycopy(source.starts, from * fieldCount, starts, to * fieldCount, fieldCount);
        System.arraycopy(source.lengths, from * fieldCount, lengths, to * fieldCount, fieldCount);
        lines[to] = source.lines[from];
    }

    /** Whether the field holds the same bytes in both rows. */
    public boolean sameField(int field, int row, int otherRow) {
        int one = row * fieldCount + field;
        int other = otherRow * fieldCount + field;
        int length = lengths[one];
        return length == lengths[other]
                && (length <= 0
                        || Arrays.equals(
                                bytes,
                                starts[one],
                                starts[one] + length,
                                bytes,
                                starts[other],
                                starts[other] + length));
    }
}
