package org.example.bank;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.thetisdb.extension.Aggregate;
import org.thetisdb.extension.AggregateFunction;

/** An aggregate: the value in the middle. Groups are made by several threads at once, and merged. */
@AggregateFunction(name = "bank.median", description = "the value in the middle; of two, the mean")
public final class Median implements Aggregate<Median> {
    private final List<Double> values = new ArrayList<>();

    /** A row of the group. */
    public void add(double value) {
        values.add(value);
    }

    @Override
    public void merge(Median other) {
        values.addAll(other.values);
    }

    @Override
    public Double result() {
        Collections.sort(values);
        int count = values.size();
        return count == 0 ? null : (values.get((count - 1) / 2) + values.get(count / 2)) / 2;
    }

    /** So that the memory of the query is counted. */
    @Override
    public long bytes() {
        return 64 + 24L * values.size();
    }

    /** So that groups that do not fit into memory wait on disk. */
    @Override
    public Object save() {
        return values;
    }

    @Override
    public void restore(Object saved) {
        for (Object each : (List<?>) saved) {
            values.add((Double) each);
        }
    }
}
