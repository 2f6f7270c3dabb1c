package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** percentileCont(), which interpolates, and percentileDisc(), which takes one of the values. */
final class PercentileAccumulator implements AggregateAccumulator {
    /** What an element takes in the copy of a list that is sorted. */
    private static final long SORTED_BYTES = 9;

    private final boolean continuous;
    private final ValueCollector values = new ValueCollector();
    private double[] percentiles = {};

    PercentileAccumulator(boolean continuous) {
        this.continuous = continuous;
    }

    private String name() {
        return continuous ? "percentileCont()" : "percentileDisc()";
    }

    @Override
    public void reserve(int groupCount) {
        values.reserve(groupCount);
        if (percentiles.length < groupCount) {
            percentiles = Arrays.copyOf(percentiles, Aggregates.grown(percentiles.length, groupCount));
        }
    }

    @Override
    public void add(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        Vector argument = arguments[0];
        for (int row = 0; row < count; row++) {
            double percentile = arguments[1].isNull(row) ? Double.NaN : Aggregates.number(name(), arguments[1], row);
            if (!(percentile >= 0 && percentile <= 1)) {
                throw new ThetisException(
                        ErrorCode.NUMBER_OUT_OF_RANGE,
                        name() + " takes a percentile from 0.0 to 1.0: percentile=" + percentile
                                + "; divide it by 100 if it is in percent");
            }
            percentiles[groups[row]] = percentile;
            if (!argument.isNull(row)) {
                Aggregates.number(name(), argument, row);
                values.add(groups[row], argument, row, Aggregates.times(multiplicities, row));
            }
        }
    }

    @Override
    public void merge(AggregateAccumulator other, int[] otherGroups, int[] groups, int count) {
        PercentileAccumulator more = (PercentileAccumulator) other;
        for (int index = 0; index < count; index++) {
            if (more.values.size(otherGroups[index]) > 0) {
                percentiles[groups[index]] = more.percentiles[otherGroups[index]];
            }
        }
        values.merge(more.values, otherGroups, groups, count);
    }

    @Override
    public int stateColumnCount() {
        return 2;
    }

    @Override
    public Vector[] states(int[] groups, int count) {
        return new Vector[] {values.lists(groups, count), StateColumns.doubles(percentiles, groups, count)};
    }

    @Override
    public void addStates(Vector[] states, int[] groups, int count) {
        for (int row = 0; row < count; row++) {
            if (!states[0].isNull(row)) {
                percentiles[groups[row]] = states[1].doubles()[row];
            }
        }
        values.addLists(states[0], groups, count);
    }

    @Override
    public void result(int firstGroup, int count, Vector into) {
        into.reset(VectorKind.NULL, count);
        Vector sorted = new Vector();
        for (int index = 0; index < count; index++) {
            List<?> list = values.list(firstGroup + index);
            sorted.reset(VectorKind.NULL, 0);
            Vectors.appendElements(list, 0, list.size(), sorted);
            sort(sorted);
            into.setValue(index, list.isEmpty() ? null : percentile(sorted, percentiles[firstGroup + index]));
        }
    }

    private static void sort(Vector values) {
        switch (values.kind()) {
            case INTEGER -> Arrays.sort(values.longs(), 0, values.count());
            case FLOAT -> Arrays.sort(values.doubles(), 0, values.count());
            default -> {
                values.promote();
                Arrays.sort(values.objects(), 0, values.count(), ValueSemantics::order);
            }
        }
    }

    private @Nullable Object percentile(Vector sorted, double percentile) {
        int last = sorted.count() - 1;
        if (!continuous) {
            return sorted.valueAt(Math.clamp((long) Math.ceil(percentile * sorted.count()) - 1, 0, last));
        }
        double place = percentile * last;
        int below = (int) place;
        int above = Math.min(below + 1, last);
        double low = number(sorted, below);
        double high = number(sorted, above);
        return place == below ? low : low * (above - place) + high * (place - below);
    }

    private double number(Vector sorted, int place) {
        return Aggregates.number(name(), sorted, place);
    }

    @Override
    public long bytes() {
        // To be sorted, one list at a time is copied.
        return values.bytes() + SORTED_BYTES * values.longestSize() + 8L * percentiles.length;
    }
}
