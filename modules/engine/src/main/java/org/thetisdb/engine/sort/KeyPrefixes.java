package org.thetisdb.engine.sort;

import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * The first key of the rows of a block as numbers that compare as the key does, so that most comparisons of a merge are
 * one of two longs (normalised keys: G. Graefe, Implementing Sorting in Database Systems, ACM Computing Surveys 2006).
 * Two blocks can be compared so if their {@link #kind}s are the same; equal numbers say nothing unless {@link
 * #isExact}.
 *
 * <p>Used by one thread.
 */
final class KeyPrefixes {
    private long[] values = {};
    private @Nullable VectorKind kind;

    /** Takes the prefixes of a column's entries; {@link #kind} says whether there are any. */
    void fill(Vector column, int count, boolean ascending) {
        kind = column.hasNulls() ? null : prefixed(column.kind());
        if (kind == null) {
            return;
        }
        if (values.length < count) {
            values = new long[count];
        }
        for (int row = 0; row < count; row++) {
            long value = switch (kind) {
                case FLOAT -> ordered(column.doubles()[row]);
                case STRING -> firstBytes(column, row);
                default -> column.longs()[row];
            };
            values[row] = ascending ? value : ~value;
        }
    }

    private static @Nullable VectorKind prefixed(VectorKind kind) {
        return switch (kind) {
            case BOOLEAN, INTEGER, DATE, LOCAL_TIME, NODE, FLOAT, STRING -> kind;
            case NULL, TIME, LOCAL_DATETIME, ZONED_DATETIME, RELATIONSHIP, OBJECT -> null;
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
    VectorKind kind() {
        return kind;
    }

    /** Whether equal prefixes mean equal keys. */
    boolean isExact() {
        return kind != VectorKind.STRING;
    }

    long at(int row) {
        return values[row];
    }
}
