package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * sum() and avg(). Integers are added in 128 bits, so that the result does not depend on the order of rows or workers
 * and only a final sum that leaves the range is an error; floats with Neumaier's compensation.
 */
final class SumAccumulator implements AggregateAccumulator {
    private final boolean average;
    private long[] counts = {};
    private long[] low = {};
    private long[] high = {};
    private double[] real = {};
    private double[] compensation = {};
    private boolean[] hasFloat = {};
    private DurationSum[] durations = {};

    SumAccumulator(boolean average) {
        this.average = average;
    }

    private String name() {
        return average ? "avg()" : "sum()";
    }

    @Override
    public void reserve(int groupCount) {
        if (counts.length >= groupCount) {
            return;
        }
        int capacity = Aggregates.grown(counts.length, groupCount);
        counts = Arrays.copyOf(counts, capacity);
        low = Arrays.copyOf(low, capacity);
        high = Arrays.copyOf(high, capacity);
        real = Arrays.copyOf(real, capacity);
        compensation = Arrays.copyOf(compensation, capacity);
        hasFloat = Arrays.copyOf(hasFloat, capacity);
        if (durations.length > 0) {
            durations = Arrays.copyOf(durations, capacity);
        }
    }

    @Override
    public void add(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        Vector argument = arguments[0];
        if (argument.kind() == VectorKind.NULL) {
            return;
        }
        for (int row = 0; row < count; row++) {
            if (argument.isNull(row)) {
                continue;
            }
            int group = groups[row];
            long times = Aggregates.times(multiplicities, row);
            switch (argument.kind()) {
                case INTEGER -> addWhole(group, argument.longs()[row], times);
                case FLOAT -> addReal(group, argument.doubles()[row] * times);
                default -> addBoxed(group, argument.valueAt(row), times);
            }
            counts[group] = AggregateCounts.plus(counts[group], times);
        }
    }

    private void addBoxed(int group, @Nullable Object value, long times) {
        switch (value) {
            case Long number -> addWhole(group, number, times);
            case Double number -> addReal(group, number * times);
            case IsoDuration duration -> durationSum(group).add(duration, times);
            case null, default -> throw Errors.type(name(), "numbers or durations", value);
        }
    }

    private void addWhole(int group, long value, long times) {
        addWide(group, value * times, Math.multiplyHigh(value, times));
    }

    private void addWide(int group, long lowWord, long highWord) {
        long sum = low[group] + lowWord;
        high[group] += highWord + (Long.compareUnsigned(sum, lowWord) < 0 ? 1 : 0);
        low[group] = sum;
    }

    private void addReal(int group, double value) {
        hasFloat[group] = true;
        double sum = real[group] + value;
        compensation[group] +=
                Math.abs(real[group]) >= Math.abs(value) ? real[group] - sum + value : value - sum + real[group];
        real[group] = sum;
    }

    private DurationSum durationSum(int group) {
        if (durations.length == 0) {
            durations = new DurationSum[counts.length];
        }
        if (durations[group] == null) {
            durations[group] = new DurationSum();
        }
        return durations[group];
    }

    @Override
    public void merge(AggregateAccumulator other, int[] otherGroups, int[] groups, int count) {
        SumAccumulator more = (SumAccumulator) other;
        for (int index = 0; index < count; index++) {
            int group = otherGroups[index];
            int to = groups[index];
            counts[to] = AggregateCounts.plus(counts[to], more.counts[group]);
            addWide(to, more.low[group], more.high[group]);
            if (more.hasFloat[group]) {
                addReal(to, more.real[group]);
                compensation[to] += more.compensation[group];
            }
            if (more.durations.length > 0 && more.durations[group] != null) {
                durationSum(to).add(more.durations[group]);
            }
        }
    }

    @Override
    public int stateColumnCount() {
        return 6;
    }

    /** Counts, integers in two words, floats (null for none) with their compensations, durations (null for none). */
    @Override
    public Vector[] states(int[] groups, int count) {
        Vector floats = StateColumns.doubles(real, groups, count);
        Vector sums = new Vector();
        sums.reset(VectorKind.NULL, count);
        for (int row = 0; row < count; row++) {
            int group = groups[row];
            if (!hasFloat[group]) {
                floats.setNull(row);
            }
            if (durations.length > 0 && durations[group] != null) {
                sums.setValue(row, durations[group].state());
            }
        }
        return new Vector[] {
            StateColumns.longs(counts, groups, count),
            StateColumns.longs(low, groups, count),
            StateColumns.longs(high, groups, count),
            floats,
            StateColumns.doubles(compensation, groups, count),
            sums
        };
    }

    @Override
    public void addStates(Vector[] states, int[] groups, int count) {
        for (int row = 0; row < count; row++) {
            int group = groups[row];
            counts[group] = AggregateCounts.plus(counts[group], states[0].longs()[row]);
            addWide(group, states[1].longs()[row], states[2].longs()[row]);
            if (!states[3].isNull(row)) {
                addReal(group, states[3].doubles()[row]);
                compensation[group] += states[4].doubles()[row];
            }
            if (states[5].valueAt(row) instanceof List<?> state) {
                durationSum(group).add(DurationSum.of(state));
            }
        }
    }

    @Override
    public void result(int firstGroup, int count, Vector into) {
        into.reset(VectorKind.NULL, count);
        for (int index = 0; index < count; index++) {
            into.setValue(index, result(firstGroup + index));
        }
    }

    private @Nullable Object result(int group) {
        DurationSum duration = durations.length > 0 ? durations[group] : null;
        if (duration != null) {
            if (duration.count() != counts[group]) {
                throw Errors.type(name(), "only numbers or only durations", duration.total());
            }
            return average ? duration.mean() : duration.total();
        }
        if (average) {
            return counts[group] == 0 ? null : total(group) / counts[group];
        }
        if (hasFloat[group]) {
            return total(group);
        }
        if (high[group] != low[group] >> 63) {
            throw new ThetisException(
                    ErrorCode.NUMBER_OUT_OF_RANGE,
                    "sum() leaves the range of INTEGER (64 bits): sum=" + total(group)
                            + "; use sum(toFloat(…)) instead");
        }
        return low[group];
    }

    private double total(int group) {
        boolean fits = high[group] == low[group] >> 63;
        double whole = fits ? low[group] : high[group] * 0x1p64 + (low[group] >>> 1) * 2.0;
        if (!hasFloat[group]) {
            return whole;
        }
        // The compensation of an infinite sum is NaN and means nothing.
        double sum = real[group] + whole;
        return Double.isFinite(sum) ? sum + compensation[group] : sum;
    }

    @Override
    public long bytes() {
        return 41L * counts.length + 200L * durations.length;
    }
}
