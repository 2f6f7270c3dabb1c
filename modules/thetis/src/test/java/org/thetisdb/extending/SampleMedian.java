package org.thetisdb.extending;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.extension.Aggregate;
import org.thetisdb.extension.AggregateFunction;

/** The middle one of all values: a state that grows, and can wait on disk. */
@AggregateFunction(name = "sample.median", description = "the middle value")
public final class SampleMedian implements Aggregate<SampleMedian> {
    private double[] values = new double[2];
    private int count;

    public void add(double value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = value;
    }

    @Override
    public void merge(SampleMedian other) {
        for (int index = 0; index < other.count; index++) {
            add(other.values[index]);
        }
    }

    @Override
    public @Nullable Double result() {
        if (count == 0) {
            return null;
        }
        Arrays.sort(values, 0, count);
        return values[count / 2];
    }

    @Override
    public long bytes() {
        return 48 + 8L * values.length;
    }

    @Override
    public Object save() {
        return Arrays.copyOf(values, count);
    }

    @Override
    public void restore(Object saved) {
        ((List<?>) saved).forEach(each -> add((Double) each));
    }
}
