package org.thetisdb.engine.extension;

import java.lang.reflect.Array;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * One argument of a batch as an array of what a method takes: the vector's own array where it holds just that, else
 * one that is kept for the next batch. Belongs to one worker.
 */
final class ArgumentColumn {
    private final String place;
    private final ExtensionParameter parameter;
    private long[] longs = {};
    private double[] doubles = {};
    private boolean[] booleans = {};
    private Object[] objects = {};

    /** @param function whose argument it is, for errors */
    ArgumentColumn(String function, ExtensionParameter parameter) {
        this.place = "argument `" + parameter.name() + "` of " + function + "()";
        this.parameter = parameter;
    }

    /**
     * The values of a batch.
     *
     * @param skipped by row, whether its value does not matter; null if all do
     * @param shown what an object of the database is to a method
     * @throws org.thetisdb.value.ThetisException {@code TYPE_MISMATCH}, {@code NUMBER_OUT_OF_RANGE}
     */
    Object values(Vector column, boolean @Nullable [] skipped, int count, UnaryOperator<@Nullable Object> shown) {
        return switch (parameter.type().form()) {
            case LONG -> column.kind() == VectorKind.INTEGER ? column.longs() : longs(column, skipped, count);
            case DOUBLE -> column.kind() == VectorKind.FLOAT ? column.doubles() : doubles(column, skipped, count);
            case BOOLEAN -> booleans(column, skipped, count);
            case OBJECT -> objects(column, skipped, count, shown);
        };
    }

    private static boolean counts(boolean @Nullable [] skipped, int row) {
        return skipped == null || !skipped[row];
    }

    private long[] longs(Vector column, boolean @Nullable [] skipped, int count) {
        longs = longs.length < count ? new long[count] : longs;
        for (int row = 0; row < count; row++) {
            if (counts(skipped, row)) {
                Object value = column.valueAt(row);
                longs[row] = value instanceof Long number ? number : wrong("an INTEGER", value);
            }
        }
        return longs;
    }

    private double[] doubles(Vector column, boolean @Nullable [] skipped, int count) {
        doubles = doubles.length < count ? new double[count] : doubles;
        boolean isInteger = column.kind() == VectorKind.INTEGER;
        long[] integers = isInteger ? column.longs() : longs;
        for (int row = 0; row < count; row++) {
            if (isInteger) {
                doubles[row] = integers[row];
            } else if (counts(skipped, row)) {
                Object value = column.valueAt(row);
                doubles[row] = value instanceof Number number ? number.doubleValue() : wrong("a number", value);
            }
        }
        return doubles;
    }

    private boolean[] booleans(Vector column, boolean @Nullable [] skipped, int count) {
        booleans = booleans.length < count ? new boolean[count] : booleans;
        for (int row = 0; row < count; row++) {
            if (counts(skipped, row)) {
                Object value = column.valueAt(row);
                booleans[row] = value instanceof Boolean truth ? truth : wrong("a BOOLEAN", value) != 0;
            }
        }
        return booleans;
    }

    private Object[] objects(
            Vector column, boolean @Nullable [] skipped, int count, UnaryOperator<@Nullable Object> shown) {
        // A method that takes whole columns wants an array of the class that it declares.
        objects = objects.length < count
                ? (Object[]) Array.newInstance(parameter.type().javaClass(), count)
                : objects;
        for (int row = 0; row < count; row++) {
            if (counts(skipped, row)) {
                objects[row] = object(column.valueAt(row), shown);
            }
        }
        return objects;
    }

    /** One value, as the method takes it. */
    @Nullable
    Object object(@Nullable Object value, UnaryOperator<@Nullable Object> shown) {
        if (value == null) {
            return null;
        }
        Class<?> wanted = parameter.type().boxedClass();
        Object fitting = value;
        if (JavaTypes.mayHoldEntities(parameter.type().type())) {
            fitting = shown.apply(value);
        } else if (wanted == Double.class && value instanceof Long number) {
            fitting = number.doubleValue();
        } else if (wanted == Integer.class && value instanceof Long number) {
            fitting = small(number);
        }
        if (!wanted.isInstance(fitting)) {
            throw Errors.type(place, "a value of type " + parameter.type().type(), value);
        }
        return fitting;
    }

    private Object small(long number) {
        if (number != (int) number) {
            throw Errors.argument(place + " is an int, which has 32 bits: value=" + number);
        }
        return (int) number;
    }

    private long wrong(String wanted, @Nullable Object value) {
        throw Errors.type(place, wanted, value);
    }
}
