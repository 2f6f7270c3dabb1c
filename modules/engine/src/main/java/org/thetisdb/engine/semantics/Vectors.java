package org.thetisdb.engine.semantics;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Small loops over vectors that several evaluators need. */
public final class Vectors {
    private Vectors() {}

    /** Marks in {@code into} the rows where one of two operands is null; a constant operand has one entry. */
    public static void mergeNulls(Vector left, boolean leftConstant, Vector right, boolean rightConstant, Vector into) {
        addNulls(left, leftConstant, into);
        addNulls(right, rightConstant, into);
    }

    public static void addNulls(Vector operand, boolean constant, Vector into) {
        if (!operand.hasNulls() || into.count() == 0) {
            return;
        }
        if (constant) {
            if (operand.isNull(0)) {
                into.setAllNull();
            }
            return;
        }
        boolean[] from = operand.nulls();
        boolean[] to = into.nulls();
        boolean any = false;
        int count = into.count();
        for (int row = 0; row < count; row++) {
            to[row] |= from[row];
            any |= from[row];
        }
        if (any) {
            noteNulls(into);
        }
    }

    /** Updates the vector after null flags were set in its array. */
    public static void noteNulls(Vector into) {
        boolean[] nulls = into.nulls();
        for (int row = 0; row < into.count(); row++) {
            if (nulls[row]) {
                into.setNull(row);
                return;
            }
        }
    }

    /** Puts values at chosen rows of a vector that was begun with {@link #beginScatter}. */
    public static void scatter(Vector source, int[] rows, int count, Vector into) {
        if (source.kind() == VectorKind.NULL || count == 0) {
            return;
        }
        if (into.kind() == VectorKind.NULL) {
            into.reset(source.kind(), into.count());
            into.setAllNull();
        }
        for (int index = 0; index < count; index++) {
            if (!source.isNull(index)) {
                into.copyEntry(rows[index], source, index);
            }
        }
    }

    public static void beginScatter(Vector into, int count) {
        into.reset(VectorKind.NULL, count);
    }

    public static int[] room(int[] array, int count) {
        return array.length >= count ? array : new int[Math.max(count, array.length * 2)];
    }

    /** The index after the last long from {@code first} on that is the same as the first. */
    public static int endOfRun(long[] longs, int first, int count) {
        int end = first + 1;
        while (end < count && longs[end] == longs[first]) {
            end++;
        }
        return end;
    }

    /** How many runs of the same long there are; at least 1. */
    public static int runs(long[] longs, int count) {
        int runs = 1;
        for (int index = 1; index < count; index++) {
            runs += longs[index] == longs[index - 1] ? 0 : 1;
        }
        return runs;
    }

    public static int[] iota(int[] array, int count) {
        int[] filled = room(array, count);
        for (int index = 0; index < count; index++) {
            filled[index] = index;
        }
        return filled;
    }

    /** A condition's value: 0 or 1, or {@link ValueSemantics#UNKNOWN}; an error for what is no BOOLEAN. */
    public static int truth(Vector vector, int row) {
        if (vector.isNull(row)) {
            return ValueSemantics.UNKNOWN;
        }
        if (vector.kind() == VectorKind.BOOLEAN) {
            return (int) vector.longs()[row];
        }
        return vector.valueAt(row) instanceof Boolean flag ? (flag ? 1 : 0) : notBoolean(vector.valueAt(row));
    }

    private static int notBoolean(@Nullable Object value) {
        throw Errors.type("a condition", "a BOOLEAN", value);
    }

    /** Stores 0, 1 or {@link ValueSemantics#UNKNOWN} in a vector of kind BOOLEAN. */
    public static void setTruth(Vector into, int row, int truth) {
        if (truth == ValueSemantics.UNKNOWN) {
            into.setNull(row);
        } else {
            into.longs()[row] = truth;
        }
    }

    /** Writes the rows whose flag is 1; the others' is 0. */
    public static int select(long[] flags, int count, int[] selection) {
        int selected = 0;
        for (int row = 0; row < count; row++) {
            selection[selected] = row;
            selected += (int) flags[row];
        }
        return selected;
    }

    /** Writes the rows whose condition is true. */
    public static int selectTrue(Vector condition, int count, int[] selection) {
        int selected = 0;
        if (condition.kind() == VectorKind.BOOLEAN && !condition.hasNulls()) {
            return select(condition.longs(), count, selection);
        }
        for (int row = 0; row < count; row++) {
            selection[selected] = row;
            selected += truth(condition, row) == ValueSemantics.TRUE ? 1 : 0;
        }
        return selected;
    }

    /** Appends consecutive elements of a list, some of them perhaps null, to a vector of any kind. */
    public static void appendElements(List<?> list, int from, int count, Vector into) {
        if (list instanceof TypedList typed) {
            typed.appendTo(into, from, count);
            return;
        }
        int start = into.count();
        into.padWithNulls(start + count);
        for (int index = 0; index < count; index++) {
            into.setValue(start + index, list.get(from + index));
        }
    }

    public static void fillLongs(Vector into, int count, long value) {
        Arrays.fill(into.longs(), 0, count, value);
    }
}
