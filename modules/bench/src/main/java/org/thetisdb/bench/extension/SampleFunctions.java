package org.thetisdb.bench.extension;

import org.thetisdb.extension.ScalarFunction;

/** Functions, as somebody writes them for Thetis, and for H2. */
public final class SampleFunctions {
    private SampleFunctions() {}

    @ScalarFunction(name = "bench.f")
    public static long compute(long value) {
        return 2 * value + 1;
    }

    @ScalarFunction(name = "bench.digits")
    public static long digits(long value) {
        long sum = 0;
        for (long rest = value; rest > 0; rest /= 10) {
            sum += rest % 10;
        }
        return sum;
    }

    @ScalarFunction(name = "bench.twice")
    public static long twice(long value) {
        return compute(compute(value));
    }

    @ScalarFunction(name = "bench.absolute")
    public static long absolute(long value) {
        return Math.abs(value);
    }

    @ScalarFunction(name = "bench.root")
    public static long root(long value) {
        return (long) Math.sqrt((double) value);
    }
}
