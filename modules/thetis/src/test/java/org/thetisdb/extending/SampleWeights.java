package org.thetisdb.extending;

import org.thetisdb.extension.Aggregate;
import org.thetisdb.extension.AggregateFunction;

/** A sum of products: two arguments, and a state that stays in memory. */
@AggregateFunction(name = "sample.weights")
public final class SampleWeights implements Aggregate<SampleWeights> {
    private long sum;

    public void add(long value, long weight) {
        if (weight < 0) {
            throw new IllegalArgumentException("a weight is not negative");
        }
        sum += value * weight;
    }

    @Override
    public void merge(SampleWeights other) {
        sum += other.sum;
    }

    @Override
    public Long result() {
        return sum;
    }
}
