package org.thetisdb.engine.pipeline;

import org.jspecify.annotations.Nullable;

/** What one thread of a run has failed with, and another that relies on it throws. */
public final class HelperFailure {
    private HelperFailure() {}

    /**
     * Throws it again.
     *
     * @param failure what was thrown; null if all is well
     */
    public static void rethrow(@Nullable Throwable failure) {
        switch (failure) {
            case null -> {}
            case RuntimeException exception -> throw exception;
            case Error error -> throw error;
            default -> throw new IllegalStateException(failure);
        }
    }
}
