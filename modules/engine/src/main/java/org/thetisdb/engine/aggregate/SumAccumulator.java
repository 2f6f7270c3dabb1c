package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * sum() and avg(). Integers are added in 128 bits, so that the result does not depend on the order of rows or workers
 * and only a final sum that leaves the range is an error; floats as {@link FloatSums} does.
 */
final class SumAccumulator implements AggregateAccumulator {
    /** Below, sums are integers of 64 bits, whatever rounding there is in {@link #reach}. */
    private static final double REACH_MAX = 0x1p62;

    private static final double UNKNOWN = Double.POSITIVE_INFINITY;

    private static final String REFUSED = "refused";

    private final boolean average;
    private final FloatSums floats = new FloatSums();
    private final InterleavedSums few = new InterleavedSums();
    private final PresentRows present = new PresentRows();
    private long[] counts = {};
    private long[] low = {};
    private long[] high = {};

    /** How far from zero the sum of integers of any group is at most; more than a long if that is not known. */
    private double reach;

    private DurationSum[] durations = {};

    /** By group a value that cannot be added, where errors are deferred. */
    private @Nullable Object[] refused = {};

    private boolean defersErrors;

    SumAccumulator(boolean average) {
        this.average = average;
    }

    private String name() {
        return average ? "avg()" : "sum()";
    }

    @Override
    public void deferErrors() {
        defersErrors = true;
    }

    @Override
    public void reserve(int groupCount) {
        if (counts.length >= groupCount) {
            return;
        }
        int capacity = Aggregates.grown(counts.length, groupCount);
        counts = Arrays.copyOf(counts, capacity);
        low = Arrays.copyOf(low, capacity);
        if (high.length > 0) {
            high = Arrays.copyOf(high, capacity);
        }
        floats.reserve(capacity);
        if (durations.length > 0) {
            durations = Arrays.copyOf(durations, capacity);
        }
        if (refused.length > 0) {
            refused = Arrays.copyOf(refused, capacity);
        }
    }

    @Override
    public void add(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        Vector argument = arguments[0];
        if (argument.kind() == VectorKind.NULL) {
            return;
        }
        if (multiplicities == null
                ? addNumbers(groups, argument, count)
                : addProducts(groups, argument, multiplicities, count)) {
            return;
        }
        reach = UNKNOWN;
        for (int row = 0; row < count; row++) {
            if (argument.isNull(row)) {
                continue;
            }
            int group = groups[row];
            long times = Aggregates.times(multiplicities, row);
            switch (argument.kind()) {
                case INTEGER -> addWhole(group, argument.longs()[row], times);
                case FLOAT -> addFloat(group, argument.doubles()[row] * times);
                default -> addBoxed(group, argument.valueAt(row), times);
            }
            counts[group] = AggregateCounts.plus(counts[group], times);
        }
    }

    /** Adds a column of integers or floats; false for others, and nothing is done. */
    private boolean addNumbers(int[] groups, Vector argument, int count) {
        boolean hasNulls = argument.hasNulls();
        switch (argument.kind()) {
            case INTEGER -> {
                int taken = hasNulls ? present.takeLongs(groups, argument, count) : count;
                addWholes(hasNulls ? present.groups() : groups, hasNulls ? present.longs() : argument.longs(), taken);
            }
            case FLOAT -> {
                int taken = hasNulls ? present.takeDoubles(groups, argument, count) : count;
                addFloats(
                        hasNulls ? present.groups() : groups, hasNulls ? present.doubles() : argument.doubles(), taken);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Adds integers that count several times; false, and nothing is done, for others or if a sum may leave 64 bits. */
    private boolean addProducts(int[] groups, Vector argument, long[] multiplicities, int count) {
        if (argument.kind() != VectorKind.INTEGER || argument.hasNulls() || high.length > 0) {
            return false;
        }
        long[] values = argument.longs();
        long bits = 0;
        long timesBits = 0;
        for (int row = 0; row < count; row++) {
            bits |= values[row] ^ values[row] >> 63;
            timesBits |= multiplicities[row];
        }
        double reachAfter = reach + (double) count * timesBits * bits + (double) count * timesBits;
        if (reachAfter >= REACH_MAX) {
            return false;
        }
        reach = reachAfter;
        long[] into = low;
        long[] countsInto = counts;
        for (int row = 0; row < count; row++) {
            int group = groups[row];
            countsInto[group] += multiplicities[row];
            into[group] += values[row] * multiplicities[row];
        }
        return true;
    }

    @Override
    public void addToOne(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        Vector argument = arguments[0];
        boolean isSimple = multiplicities == null && !argument.hasNulls() && count > 0;
        if (isSimple && argument.kind() == VectorKind.FLOAT) {
            addFloats(groups[0], argument.doubles(), count);
        } else if (!isSimple
                || argument.kind() != VectorKind.INTEGER
                || !addWholes(groups[0], argument.longs(), count)) {
            add(groups, arguments, multiplicities, count);
        }
    }

    @Override
    public void addTotals(int[] groups, long[] more, Vector totals, int entryCount) {
        long[] sums = totals.longs();
        for (int index = 0; index < entryCount; index++) {
            int group = groups[index];
            counts[group] = AggregateCounts.plus(counts[group], more[index]);
            if (more[index] > 0) {
                reach += Math.abs((double) sums[index]);
                addWhole(group, sums[index]);
            }
        }
    }

    /** Adds each integer to its group; without looking for carries where no sum can leave 64 bits. */
    private void addWholes(int[] groups, long[] values, int count) {
        long bits = 0;
        for (int row = 0; row < count; row++) {
            bits |= values[row] ^ values[row] >> 63;
        }
        reach += (double) count * bits + count;
        long[] into = low;
        long[] countsInto = counts;
        if (high.length > 0 || reach >= REACH_MAX) {
            for (int row = 0; row < count; row++) {
                countsInto[groups[row]]++;
                addWhole(groups[row], values[row]);
            }
            return;
        }
        if (few.areFew(groups, count)) {
            few.addCounts(groups, count, countsInto);
            few.addValues(groups, values, count, into);
            return;
        }
        for (int row = 0; row < count; row++) {
            int group = groups[row];
            countsInto[group]++;
            into[group] += values[row];
        }
    }

    /** Adds the integers at once, by a loop without branches, if their sum cannot leave 64 bits. */
    private boolean addWholes(int group, long[] values, int count) {
        long bits = 0;
        long sum = 0;
        for (int row = 0; row < count; row++) {
            long value = values[row];
            bits |= value ^ value >> 63;
            sum += value;
        }
        int valueBits = Long.SIZE - Long.numberOfLeadingZeros(bits);
        int countBits = Integer.SIZE - Integer.numberOfLeadingZeros(count);
        if (valueBits + countBits >= Long.SIZE - 1) {
            return false;
        }
        reach += (double) count * bits + count;
        counts[group] += count;
        addWhole(group, sum);
        return true;
    }

    private void addBoxed(int group, @Nullable Object value, long times) {
        switch (value) {
            case Long number -> addWhole(group, number, times);
            case Double number -> addFloat(group, number * times);
            case IsoDuration duration -> durationSum(group).add(duration, times);
            case null, default -> refuse(group, value);
        }
    }

    private void refuse(int group, @Nullable Object value) {
        if (!defersErrors) {
            throw Errors.type(name(), "numbers or durations", value);
        }
        if (refused.length == 0) {
            refused = new Object[counts.length];
        }
        refused[group] = value;
    }

    private void addWhole(int group, long value, long times) {
        long product = value * times;
        long productHigh = Math.multiplyHigh(value, times);
        if (productHigh == product >> 63) {
            addWhole(group, product);
        } else {
            addWide(group, product, productHigh);
        }
    }

    private void addWhole(int group, long value) {
        long former = low[group];
        long sum = former + value;
        if (high.length == 0 && ((former ^ sum) & (value ^ sum)) >= 0) {
            low[group] = sum;
        } else {
            addWide(group, value, value >> 63);
        }
    }

    private long high(int group) {
        return high.length == 0 ? low[group] >> 63 : high[group];
    }

    private void widen() {
        if (high.length == 0) {
            long[] widened = new long[low.length];
            for (int group = 0; group < widened.length; group++) {
                widened[group] = low[group] >> 63;
            }
            high = widened;
        }
    }

    private void addWide(int group, long lowWord, long highWord) {
        widen();
        long sum = low[group] + lowWord;
        high[group] += highWord + (Long.compareUnsigned(sum, lowWord) < 0 ? 1 : 0);
        low[group] = sum;
    }

    private void addFloats(int[] groups, double[] values, int count) {
        floats.begin(counts.length);
        floats.addEach(groups, values, count);
        few.count(groups, count, counts);
    }

    private void addFloats(int group, double[] values, int count) {
        floats.begin(counts.length);
        floats.addAll(group, values, count);
        counts[group] = AggregateCounts.plus(counts[group], count);
    }

    private void addFloat(int group, double value) {
        floats.begin(counts.length);
        floats.add(group, value);
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
        reach = UNKNOWN;
        for (int index = 0; index < count; index++) {
            int group = otherGroups[index];
            int to = groups[index];
            counts[to] = AggregateCounts.plus(counts[to], more.counts[group]);
            if (more.high.length == 0) {
                addWhole(to, more.low[group]);
            } else {
                addWide(to, more.low[group], more.high[group]);
            }
            if (more.floats.has(group)) {
                floats.begin(counts.length);
                floats.add(to, more.floats, group);
            }
            if (more.durations.length > 0 && more.durations[group] != null) {
                durationSum(to).add(more.durations[group]);
            }
            if (more.refused.length > 0 && more.refused[group] != null) {
                refuse(to, more.refused[group]);
            }
        }
    }

    @Override
    public int stateColumnCount() {
        return 6;
    }

    /**
     * Counts, integers in two words (the higher one null if it only repeats the sign), floats (null for none) with
     * their compensations, durations (a list) or what cannot be added (in a map), null for neither.
     */
    @Override
    public Vector[] states(int[] groups, int count) {
        Vector sums = StateColumns.nulls(count);
        for (int row = 0; row < count && durations.length + refused.length > 0; row++) {
            int group = groups[row];
            if (durations.length > 0 && durations[group] != null) {
                sums.setValue(row, durations[group].state());
            }
            if (refused.length > 0 && refused[group] != null) {
                sums.setValue(row, Map.of(REFUSED, refused[group]));
            }
        }
        return new Vector[] {
            StateColumns.longs(counts, groups, count),
            StateColumns.longs(low, groups, count),
            high.length == 0 ? StateColumns.nulls(count) : StateColumns.longs(high, groups, count),
            floats.sumsOf(groups, count),
            floats.lostOf(groups, count),
            sums
        };
    }

    @Override
    public void addStates(Vector[] states, int[] groups, int count) {
        reach = UNKNOWN;
        long[] moreCounts = states[0].longs();
        long[] moreLow = states[1].longs();
        boolean isNarrow = states[2].kind() == VectorKind.NULL;
        long[] moreHigh = states[2].longs();
        for (int row = 0; row < count; row++) {
            int group = groups[row];
            counts[group] = AggregateCounts.plus(counts[group], moreCounts[row]);
            if (isNarrow || states[2].isNull(row)) {
                addWhole(group, moreLow[row]);
            } else {
                addWide(group, moreLow[row], moreHigh[row]);
            }
        }
        if (states[3].kind() != VectorKind.NULL || states[5].kind() != VectorKind.NULL) {
            addOtherStates(states, groups, count);
        }
    }

    private void addOtherStates(Vector[] states, int[] groups, int count) {
        for (int row = 0; row < count; row++) {
            int group = groups[row];
            if (!states[3].isNull(row)) {
                floats.begin(counts.length);
                floats.addState(group, states[3].doubles()[row], states[4].doubles()[row]);
            }
            switch (states[5].valueAt(row)) {
                case List<?> state -> durationSum(group).add(DurationSum.of(state));
                case Map<?, ?> state -> refuse(group, state.get(REFUSED));
                case null, default -> {}
            }
        }
    }

    @Override
    public void result(int firstGroup, int count, Vector into) {
        if (!average && floats.isEmpty() && high.length + durations.length == 0) {
            into.reset(VectorKind.INTEGER, count);
            System.arraycopy(low, firstGroup, into.longs(), 0, count);
            return;
        }
        if (average && durations.length == 0) {
            means(firstGroup, count, into);
            return;
        }
        into.reset(VectorKind.NULL, count);
        for (int index = 0; index < count; index++) {
            into.setValue(index, result(firstGroup + index));
        }
    }

    private void means(int firstGroup, int count, Vector into) {
        into.reset(VectorKind.FLOAT, count);
        for (int index = 0; index < count; index++) {
            int group = firstGroup + index;
            if (counts[group] == 0) {
                into.setNull(index);
            } else {
                into.doubles()[index] = total(group) / counts[group];
            }
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
        if (floats.has(group)) {
            return total(group);
        }
        if (high(group) != low[group] >> 63) {
            throw new ThetisException(
                    ErrorCode.NUMBER_OUT_OF_RANGE,
                    "sum() leaves the range of INTEGER (64 bits): sum=" + total(group)
                            + "; use sum(toFloat(…)) instead");
        }
        return low[group];
    }

    private double total(int group) {
        boolean fits = high(group) == low[group] >> 63;
        double whole = fits ? low[group] : high(group) * 0x1p64 + (low[group] >>> 1) * 2.0;
        return floats.has(group) ? floats.total(group, whole) : whole;
    }

    @Override
    public boolean forget() {
        Arrays.fill(counts, 0);
        Arrays.fill(low, 0);
        reach = 0;
        high = new long[0];
        floats.forget();
        durations = new DurationSum[0];
        refused = new Object[0];
        return true;
    }

    @Override
    public long bytes() {
        return 16L * counts.length
                + 8L * high.length
                + floats.bytes()
                + 200L * durations.length
                + 8L * refused.length
                + few.bytes()
                + present.bytes();
    }
}
