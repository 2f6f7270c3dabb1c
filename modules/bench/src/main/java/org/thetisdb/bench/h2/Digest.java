package org.thetisdb.bench.h2;

/** Numbers that depend on all rows of an answer, but not on their order. Used by one thread. */
final class Digest {
    private static final long FACTOR = 1_000_003;

    private long sum;
    private long row = 1;

    void value(Object value) {
        long number = value instanceof Number whole ? whole.longValue() : value.hashCode();
        row = row * FACTOR + number;
    }

    void endRow() {
        sum += row * row;
        row = 1;
    }

    long sum() {
        return sum;
    }
}
