package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * stDev() and stDevP() by Welford's method; parts are merged by Chan's formula. Null for no values, 0 for a single one.
 */
final class DeviationAccumulator implements AggregateAccumulator {
    private final boolean sample;
    private long[] counts = {};
    private double[] means = {};
    private double[] squares = {};

    DeviationAccumulator(boolean sample) {
        this.sample = sample;
    }

    @Override
    public void reserve(int groupCount) {
        if (counts.length < groupCount) {
            int capacity = Aggregates.grown(counts.length, groupCount);
            counts = Arrays.copyOf(counts, capacity);
            means = Arrays.copyOf(means, capacity);
            squares = Arrays.copyOf(squares, capacity);
        }
    }

    @Override
    public void add(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        Vector argument = arguments[0];
        for (int row = 0; row < count; row++) {
            if (!argument.isNull(row)) {
                join(groups[row], Aggregates.times(multiplicities, row), number(argument, row), 0);
            }
        }
    }

    /** The mean of the rows first, then the squares of what they differ from it: no division for each of them. */
    @Override
    public void addToOne(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        Vector argument = arguments[0];
        if (count == 0 || multiplicities != null || !Aggregates.hasOnlyNumbers(argument)) {
            add(groups, arguments, multiplicities, count);
            return;
        }
        double sum = 0;
        for (int row = 0; row < count; row++) {
            sum += number(argument, row);
        }
        if (!Double.isFinite(sum)) {
            add(groups, arguments, null, count);
            return;
        }
        double mean = sum / count;
        double moreSquares = 0;
        for (int row = 0; row < count; row++) {
            double difference = number(argument, row) - mean;
            moreSquares += difference * difference;
        }
        join(groups[0], count, mean, moreSquares);
    }

    private static double number(Vector argument, int row) {
        return Aggregates.number("stDev()", argument, row);
    }

    private void join(int group, long moreCount, double moreMean, double moreSquares) {
        if (moreCount == 0) {
            return;
        }
        long count = counts[group] + moreCount;
        double delta = moreMean - means[group];
        means[group] += delta * moreCount / count;
        squares[group] += moreSquares + delta * delta * counts[group] * moreCount / count;
        counts[group] = count;
    }

    @Override
    public void merge(AggregateAccumulator other, int[] otherGroups, int[] groups, int count) {
        DeviationAccumulator more = (DeviationAccumulator) other;
        for (int index = 0; index < count; index++) {
            int group = otherGroups[index];
            join(groups[index], more.counts[group], more.means[group], more.squares[group]);
        }
    }

    @Override
    public int stateColumnCount() {
        return 3;
    }

    @Override
    public Vector[] states(int[] groups, int count) {
        return new Vector[] {
            StateColumns.longs(counts, groups, count),
            StateColumns.doubles(means, groups, count),
            StateColumns.doubles(squares, groups, count)
        };
    }

    @Override
    public void addStates(Vector[] states, int[] groups, int count) {
        long[] moreCounts = states[0].longs();
        double[] moreMeans = states[1].doubles();
        double[] moreSquares = states[2].doubles();
        for (int row = 0; row < count; row++) {
            join(groups[row], moreCounts[row], moreMeans[row], moreSquares[row]);
        }
    }

    @Override
    public void result(int firstGroup, int count, Vector into) {
        into.reset(VectorKind.FLOAT, count);
        for (int index = 0; index < count; index++) {
            int group = firstGroup + index;
            if (counts[group] == 0) {
                into.setNull(index);
            } else {
                long divisor = sample ? counts[group] - 1 : counts[group];
                into.doubles()[index] = divisor == 0 ? 0 : Math.sqrt(squares[group] / divisor);
            }
        }
    }

    @Override
    public long bytes() {
        return 24L * counts.length;
    }
}
