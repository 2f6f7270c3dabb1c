package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** percentileCont(), which interpolates, and percentileDisc(), which takes one of the values. */
final class PercentileAccumulator implements AggregateAccumulator {
    /** What an element takes in the copy of a list that is sorted. */
    private static final long SORTED_BYTES = 9;

    /** Of a longer list the numbers that are asked for are found without sorting, and without a copy. */
    private static final int SORTED_ELEMENTS_MAX = 1 << 12;

    private final boolean continuous;
    private final ValueCollector values = new ValueCollector();
    private double[] percentiles = {};

    /** The results of groups with many values. */
    private @Nullable Object[] selected = {};

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
        if (multiplicities == null && Aggregates.hasOnlyNumbers(argument)) {
            for (int row = 0; row < count; row++) {
                percentiles[groups[row]] = percentile(arguments[1], row);
            }
            values.addEach(groups, argument, count);
            return;
        }
        for (int row = 0; row < count; row++) {
            percentiles[groups[row]] = percentile(arguments[1], row);
            if (!argument.isNull(row)) {
                Aggregates.number(name(), argument, row);
                values.add(groups[row], argument, row, Aggregates.times(multiplicities, row));
            }
        }
    }

    @Override
    public void addToOne(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        Vector argument = arguments[0];
        if (count == 0 || multiplicities != null || !Aggregates.hasOnlyNumbers(argument)) {
            add(groups, arguments, multiplicities, count);
            return;
        }
        for (int row = 0; row < count; row++) {
            percentiles[groups[0]] = percentile(arguments[1], row);
        }
        values.addRun(groups[0], argument, 0, count);
    }

    private double percentile(Vector percentiles, int row) {
        double percentile = percentiles.isNull(row) ? Double.NaN : Aggregates.number(name(), percentiles, row);
        if (!(percentile >= 0 && percentile <= 1)) {
            throw new ThetisException(
                    ErrorCode.NUMBER_OUT_OF_RANGE,
                    name() + " takes a percentile from 0.0 to 1.0: percentile=" + percentile
                            + "; divide it by 100 if it is in percent");
        }
        return percentile;
    }

    @Override
    public void settle() {
        values.arrange();
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
    public void store(ListFile file, long bytesMin) {
        values.store(file, bytesMin);
    }

    @Override
    public boolean isIncomplete() {
        return values.mayHaveMore(SORTED_ELEMENTS_MAX);
    }

    @Override
    public void complete(long workingBytes, Runnable betweenPieces) {
        selected = new @Nullable Object[percentiles.length];
        for (int group = 0; group < percentiles.length; group++) {
            if (values.size(group) > SORTED_ELEMENTS_MAX) {
                List<?> list = values.list(group);
                RankSelection numbers = new RankSelection(list, betweenPieces);
                selected[group] = percentile(numbers::at, list.size(), percentiles[group]);
            }
        }
    }

    @Override
    public void result(int firstGroup, int count, Vector into) {
        into.reset(VectorKind.NULL, count);
        Vector sorted = new Vector();
        for (int index = 0; index < count; index++) {
            List<?> list = values.list(firstGroup + index);
            double percentile = percentiles[firstGroup + index];
            if (list.size() > SORTED_ELEMENTS_MAX) {
                into.setValue(index, selected[firstGroup + index]);
            } else if (list.isEmpty()) {
                into.setValue(index, null);
            } else {
                sorted.reset(VectorKind.NULL, 0);
                Vectors.appendElements(list, 0, list.size(), sorted);
                sort(sorted);
                into.setValue(
                        index,
                        percentile(place -> Objects.requireNonNull(sorted.valueAt(place)), sorted.count(), percentile));
            }
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

    /** @param sorted the number at a place of all in ascending order */
    private Object percentile(IntFunction<Object> sorted, int count, double percentile) {
        int last = count - 1;
        if (!continuous) {
            return sorted.apply(Math.clamp((long) Math.ceil(percentile * count) - 1, 0, last));
        }
        double place = percentile * last;
        int below = (int) place;
        double low = number(sorted.apply(below));
        if (place == below) {
            return low;
        }
        double high = number(sorted.apply(below + 1));
        return low * (below + 1 - place) + high * (place - below);
    }

    private double number(Object value) {
        return ((Number) value).doubleValue();
    }

    @Override
    public long bytes() {
        // To be sorted, one list at a time is copied, unless it is long.
        long sortedBytes = SORTED_BYTES * Math.min(values.longestSize(), SORTED_ELEMENTS_MAX);
        return values.bytes() + sortedBytes + 8L * percentiles.length;
    }
}
