package org.thetisdb.engine.extension;

/** How long a call of a function takes: what it declares, until enough of it was measured. Thread safe. */
final class CallCost {
    /** The first rows in a process are slower than those that follow. */
    private static final long ROWS_MIN = 256;

    /** But what took so long is dear. */
    private static final long NANOS_MIN = 50_000_000;

    /** What a batch counts beside all before it. */
    private static final double SMOOTHING = 0.25;

    private final double declaredNanos;
    private double nanosPerRow;
    private long rows;
    private long nanos;

    /** @param declaredNanos 0 if nothing is said of it */
    CallCost(double declaredNanos) {
        this.declaredNanos = declaredNanos;
    }

    /** Calls for so many rows have taken so long. */
    synchronized void add(long batchRows, long batchNanos) {
        if (batchRows == 0) {
            return;
        }
        double measured = (double) batchNanos / batchRows;
        nanosPerRow = rows == 0 ? measured : nanosPerRow + SMOOTHING * (measured - nanosPerRow);
        rows += batchRows;
        nanos += batchNanos;
    }

    /** Nanoseconds of a row; 0 if nothing is known. */
    synchronized double nanosPerRow() {
        return rows >= ROWS_MIN || nanos >= NANOS_MIN ? nanosPerRow : declaredNanos;
    }
}
