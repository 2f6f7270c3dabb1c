package org.thetisdb.bench.extension;

import org.thetisdb.extension.ScalarFunction;

/** A function, as somebody writes it for Thetis, and for H2. */
public final class SampleFunctions {
    private SampleFunctions() {}

    @ScalarFunction(name = "bench.f")
    public static long compute(long value) {
        return 2 * value + 1;
    }
}
