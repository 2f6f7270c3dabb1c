package org.thetisdb.engine.fuse;

/**
 * What a row takes, in nanoseconds, of slices that were measured: about the least of them, for whatever disturbs a
 * measurement makes it longer. If it becomes slower and stays so, that is believed after some more slices. Not thread
 * safe.
 */
final class RowNanos {
    private static final double FALLING = 0.5;
    private static final double RISING = 0.15;

    /** A slice that took longer than so many times what it usually takes counts as if it took that. */
    private static final double RISE_MAX = 3;

    private double nanos;
    private int count;

    /** Takes in a slice. */
    void add(double measured) {
        if (count++ == 0) {
            nanos = measured;
        } else if (measured < nanos) {
            nanos += FALLING * (measured - nanos);
        } else {
            nanos += RISING * (Math.min(measured, RISE_MAX * nanos) - nanos);
        }
    }

    /** 0 if nothing was measured. */
    double nanos() {
        return nanos;
    }

    /** How many slices were measured. */
    int count() {
        return count;
    }

    /** Forgets all slices. */
    void clear() {
        nanos = 0;
        count = 0;
    }
}
