package org.thetisdb.bench.updates;

import java.util.function.BooleanSupplier;

/** A neighbour's step that shares nothing but processors: some microseconds of arithmetic in registers. One thread. */
final class Arithmetic implements BooleanSupplier {
    private static final int ITERATIONS = 10_000;

    private long state = 1;

    @Override
    public boolean getAsBoolean() {
        long next = state;
        for (int iteration = 0; iteration < ITERATIONS; iteration++) {
            next = next * 6_364_136_223_846_793_005L + 1;
        }
        state = next;
        return true;
    }
}
