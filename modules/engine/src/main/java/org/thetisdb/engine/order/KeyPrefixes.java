package org.thetisdb.engine.order;

import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * The first key of the rows of a block as numbers that compare as the key does, so that most comparisons are one of two
 * longs (normalised keys: G. Graefe, Implementing Sorting in Database Systems, ACM Computing Surveys 2006).
 * Two blocks can be compared so if their {@link #kind}s are the same; equal numbers say nothing unless both are
 * {@linkplain #isExact exact}. Nulls come last, as the greatest number, which other values may have, too.
 *
 * <p>Used by one thread.
 */
public final class KeyPrefixes {
    private long[] values = {};
    private @Nullable VectorKind kind;
    private boolean exact;

    /** Takes the prefixes of a column's entries; {@link #kind} says whether there are any. */
    public void fill(Vector column, int count, boolean ascending) {
        if (!begin(column, count)) {
            return;
        }
        if (areTheirOwn(ascending)) {
            System.arraycopy(column.longs(), 0, values, 0, count);
            return;
        }
        for (int row = 0; row < count; row++) {
            values[row] = prefix(column, row, ascending);
        }
    }

    /** The same of the entries that an order names from {@code first} up to {@code end}. */
    void fill(Vector column, int[] order, int first, int end, boolean ascending) {
        if (!begin(column, end - first)) {
            return;
        }
        if (areTheirOwn(ascending)) {
            long[] longs = column.longs();
            for (int place = first; place < end; place++) {
                values[place - first] = longs[order[place]];
            }
            return;
        }
        for (int place = first; place < end; place++) {
            values[place - first] = prefix(column, order[place], ascending);
        }
    }

    private boolean begin(Vector column, int count) {
        kind = prefixed(column.kind());
        exact = kind != null && isExact(kind) && !column.hasNulls();
        if (kind != null && values.length < count) {
            values = new long[count];
        }
        return kind != null;
    }

    /** Whether the longs of a column are its prefixes. */
    private boolean areTheirOwn(boolean ascending) {
        return ascending && exact && kind != VectorKind.FLOAT;
    }

    private static long prefix(Vector column, int row, boolean ascending) {
        long value = column.isNull(row) ? Long.MAX_VALUE : value(column, row, column.kind());
        return ascending ? value : ~value;
    }

    /** Whether values are the same if their numbers are: of a text the rest, and of a time its fraction may differ. */
    private static boolean isExact(VectorKind kind) {
        return kind != VectorKind.STRING && kind != VectorKind.LOCAL_DATETIME && kind != VectorKind.ZONED_DATETIME;
    }

    private static long value(Vector column, int row, VectorKind kind) {
        return switch (kind) {
            case FLOAT -> ordered(column.doubles()[row]);
            case STRING -> firstBytes(column, row);
            default -> column.longs()[row];
        };
    }

    private static @Nullable VectorKind prefixed(VectorKind kind) {
        return switch (kind) {
            case BOOLEAN, INTEGER, DATE, LOCAL_TIME, LOCAL_DATETIME, ZONED_DATETIME, NODE, FLOAT, STRING -> kind;
            case NULL, TIME, RELATIONSHIP, OBJECT -> null;
        };
    }

    /** Bits that order as the numbers, with both zeros equal and all that is no number last. */
    private static long ordered(double value) {
        long bits = Double.doubleToLongBits(value == 0 ? 0.0 : value);
        return bits < 0 ? bits ^ Long.MAX_VALUE : bits;
    }

    private static long firstBytes(Vector column, int row) {
        byte[] bytes = column.bytes();
        int start = column.starts()[row];
        int length = Math.min(Long.BYTES, column.lengths()[row]);
        long value = 0;
        for (int index = 0; index < Long.BYTES; index++) {
            value = value << Byte.SIZE | (index < length ? bytes[start + index] & 0xff : 0);
        }
        return value ^ Long.MIN_VALUE;
    }

    /** What the prefixes are made of; null if the rows have to be compared themselves. */
    @Nullable
    public VectorKind kind() {
        return kind;
    }

    /** Whether equal prefixes mean equal keys. */
    public boolean isExact() {
        return exact;
    }

    public long at(int row) {
        return values[row];
    }

    /** The least prefix of some rows, at least one. */
    long least(int count) {
        long least = values[0];
        for (int row = 1; row < count; row++) {
            least = Math.min(least, values[row]);
        }
        return least;
    }

    /** The greatest prefix of some rows, at least one. */
    long greatest(int count) {
        long greatest = values[0];
        for (int row = 1; row < count; row++) {
            greatest = Math.max(greatest, values[row]);
        }
        return greatest;
    }

    /** Hands over the prefixes, which are forgotten here. */
    long[] take() {
        long[] taken = values;
        values = new long[0];
        return taken;
    }

    /** Takes an array for the next ones. */
    void giveBack(long[] free) {
        values = free;
    }
}
