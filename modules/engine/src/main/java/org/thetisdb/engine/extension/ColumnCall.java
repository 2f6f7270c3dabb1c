package org.thetisdb.engine.extension;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * Calls a method that takes the columns of a batch at once. Rows that are left out are not in the arrays that it gets.
 * Immutable.
 */
final class ColumnCall implements BatchCall {
    private final MethodHandle handle;

    /** @param target takes the context as an Object, an array for each argument, one for results, and how many rows */
    ColumnCall(MethodHandle target) {
        handle = target.asType(target.type().generic().changeReturnType(Object.class))
                .asSpreader(Object[].class, target.type().parameterCount());
    }

    @Override
    public void call(Object context, Object[] arguments, Object results, boolean @Nullable [] skipped, int count) {
        if (skipped == null) {
            call(context, arguments, results, count);
            return;
        }
        int[] rows = new int[count];
        int left = 0;
        for (int row = 0; row < count; row++) {
            rows[left] = row;
            left += skipped[row] ? 0 : 1;
        }
        Object[] dense = new Object[arguments.length];
        for (int index = 0; index < arguments.length; index++) {
            dense[index] = gathered(arguments[index], rows, left);
        }
        Object made = Array.newInstance(results.getClass().getComponentType(), left);
        call(context, dense, made, left);
        for (int index = 0; index < left; index++) {
            System.arraycopy(made, index, results, rows[index], 1);
        }
    }

    @SuppressWarnings("SuspiciousSystemArraycopy") // Both are arrays of the same kind.
    private static Object gathered(Object values, int[] rows, int count) {
        Object dense = Array.newInstance(values.getClass().getComponentType(), count);
        for (int index = 0; index < count; index++) {
            System.arraycopy(values, rows[index], dense, index, 1);
        }
        return dense;
    }

    @SuppressWarnings("Catching") // Whatever it throws is told.
    private void call(Object context, Object[] arguments, Object results, int count) {
        Object[] given = new Object[arguments.length + 3];
        given[0] = context;
        System.arraycopy(arguments, 0, given, 1, arguments.length);
        given[arguments.length + 1] = results;
        given[arguments.length + 2] = count;
        try {
            Object nothing = (Object) handle.invokeExact(given);
            assert nothing == null : "it returns nothing";
        } catch (Throwable thrown) {
            throw new CallFailedException(CallFailedException.NO_ROW, thrown);
        }
    }
}
