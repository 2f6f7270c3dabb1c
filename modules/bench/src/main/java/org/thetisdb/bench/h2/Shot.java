package org.thetisdb.bench.h2;

/**
 * One run of a benchmark.
 *
 * @param value milliseconds, or operations in a second
 * @param digest of what was answered
 */
record Shot(double value, long digest) {
    /** Of something that began at a moment and ends now. */
    static Shot since(long beginNanos, long digest) {
        return new Shot((System.nanoTime() - beginNanos) / 1e6, digest);
    }
}
