package org.thetisdb.bench.extension;

import org.thetisdb.extension.Aggregate;
import org.thetisdb.extension.AggregateFunction;

/** A sum, as somebody writes it for Thetis. */
@AggregateFunction(name = "bench.sum")
public final class SampleSum implements Aggregate<SampleSum> {
    private long sum;

    public void add(long value) {
        sum += value;
    }

    @Override
    public void merge(SampleSum other) {
        sum += other.sum;
    }

    @Override
    public Long result() {
        return sum;
    }
}
