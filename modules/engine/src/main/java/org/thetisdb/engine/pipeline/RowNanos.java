package org.thetisdb.engine.pipeline;

/**
 * What a row takes, in nanoseconds, of slices that were measured: about the least of them, for whatever disturbs a
 * measurement makes it longer. If it becomes slower and stays so, that is believed after some more slices. Not thread
 * safe.
 */
public final class RowNanos {
    private static final double RISING = 0.15;

    /** A slice that took longer than so many times what it usually takes counts as if it took that. */
    private static final double RISE_MAX = 3;

    /** What is by so much less than before shows that code is still becoming faster. */
    private static final double FALLEN = 0.85;

    private double nanos;
    private int count;
    private boolean isFalling;

    /** Takes in a slice. */
    public void add(double measured) {
        if (count++ == 0) {
            isFalling = true;
            nanos = measured;
        } else if (measured < nanos) {
            isFalling = measured < FALLEN * nanos;
            nanos = measured;
        } else {
            isFalling = false;
            nanos += RISING * (Math.min(measured, RISE_MAX * nanos) - nanos);
        }
    }

    /** 0 if nothing was measured. */
    public double nanos() {
        return nanos;
    }

    /** How many slices were measured. */
    public int count() {
        return count;
    }

    /** Whether the last slice was clearly faster than all before: it may have been the code's first use. */
    public boolean isFalling() {
        return isFalling;
    }

    /** Forgets all slices. */
    public void clear() {
        isFalling = false;
        nanos = 0;
        count = 0;
    }
}
