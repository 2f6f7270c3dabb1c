package org.thetisdb.engine.extension;

import org.jspecify.annotations.Nullable;

/** Calls a method for the rows of a batch. Thread safe. */
interface BatchCall {
    /**
     * Calls it for one row after another.
     *
     * @param context is handed to each call
     * @param arguments an array for each argument: {@code long[]}, {@code double[]}, {@code boolean[]} or Object[]; the
     *     first may be what the method is called on for all rows
     * @param results takes what the calls return, an array of the same kinds; not looked at if they return nothing
     * @param skipped by row, whether it is left out; null if none is
     * @param count rows
     * @throws CallFailedException with the row, if a call has thrown anything
     */
    void call(Object context, Object[] arguments, Object results, boolean @Nullable [] skipped, int count);
}
