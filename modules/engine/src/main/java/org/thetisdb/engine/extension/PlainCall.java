package org.thetisdb.engine.extension;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/** Calls a method through its handle, with boxed values: for where no class can be made. Immutable. */
final class PlainCall implements BatchCall {
    private final MethodHandle handle;
    private final boolean givesNothing;
    private final boolean sameReceiver;

    /** Both as {@link CallCode#define} takes them. */
    PlainCall(MethodHandle target, boolean sameReceiver) {
        MethodType boxed = target.type().generic();
        handle = target.asType(boxed).asSpreader(Object[].class, boxed.parameterCount());
        this.sameReceiver = sameReceiver;
        givesNothing = target.type().returnType() == void.class;
    }

    @Override
    public void call(Object context, Object[] arguments, Object results, boolean @Nullable [] skipped, int count) {
        Object[] given = new Object[arguments.length + 1];
        given[0] = context;
        for (int row = 0; row < count; row++) {
            if (skipped == null || !skipped[row]) {
                for (int index = 0; index < arguments.length; index++) {
                    given[index + 1] = sameReceiver && index == 0 ? arguments[0] : Array.get(arguments[index], row);
                }
                call(given, results, row);
            }
        }
    }

    @SuppressWarnings("Catching") // Whatever it throws is told with the row.
    private void call(Object[] given, Object results, int row) {
        try {
            Object made = (Object) handle.invokeExact(given);
            if (givesNothing) {
                return;
            }
            switch (results) {
                case long[] longs -> longs[row] = (Long) made;
                case double[] doubles -> doubles[row] = (Double) made;
                case boolean[] booleans -> booleans[row] = (Boolean) made;
                case Object[] objects -> objects[row] = made;
                default -> throw new IllegalStateException("no array of results");
            }
        } catch (Throwable thrown) {
            throw new CallFailedException(row, thrown);
        }
    }
}
