package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** count(*) and count(value). */
final class CountAccumulator implements AggregateAccumulator {
    private final InterleavedSums few = new InterleavedSums();
    private final PresentRows present = new PresentRows();
    private long[] counts = {};

    @Override
    public void reserve(int groupCount) {
        if (counts.length < groupCount) {
            counts = Arrays.copyOf(counts, Aggregates.grown(counts.length, groupCount));
        }
    }

    @Override
    public void add(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        boolean hasNulls = arguments.length > 0 && arguments[0].hasNulls();
        if (multiplicities == null && hasNulls) {
            int taken = present.takeGroups(groups, arguments[0], count);
            few.count(present.groups(), taken, counts);
        } else if (multiplicities == null) {
            few.count(groups, count, counts);
        } else {
            for (int row = 0; row < count; row++) {
                add(groups[row], hasNulls && arguments[0].isNull(row) ? 0 : multiplicities[row]);
            }
        }
    }

    @Override
    public void addToOne(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        if (multiplicities != null || count == 0) {
            add(groups, arguments, multiplicities, count);
            return;
        }
        int counted = count;
        if (arguments.length > 0 && arguments[0].hasNulls()) {
            boolean[] nulls = arguments[0].nulls();
            for (int row = 0; row < count; row++) {
                counted -= nulls[row] ? 1 : 0;
            }
        }
        add(groups[0], counted);
    }

    @Override
    public void addTotals(int[] groups, long[] more, Vector totals, int entryCount) {
        for (int index = 0; index < entryCount; index++) {
            add(groups[index], more[index]);
        }
    }

    @Override
    public void merge(AggregateAccumulator other, int[] otherGroups, int[] groups, int count) {
        long[] more = ((CountAccumulator) other).counts;
        for (int index = 0; index < count; index++) {
            add(groups[index], more[otherGroups[index]]);
        }
    }

    @Override
    public int stateColumnCount() {
        return 1;
    }

    @Override
    public Vector[] states(int[] groups, int count) {
        return new Vector[] {StateColumns.longs(counts, groups, count)};
    }

    @Override
    public void addStates(Vector[] states, int[] groups, int count) {
        long[] more = states[0].longs();
        for (int row = 0; row < count; row++) {
            add(groups[row], more[row]);
        }
    }

    private void add(int group, long times) {
        counts[group] = AggregateCounts.plus(counts[group], times);
    }

    @Override
    public void result(int firstGroup, int count, Vector into) {
        into.reset(VectorKind.INTEGER, count);
        System.arraycopy(counts, firstGroup, into.longs(), 0, count);
    }

    @Override
    public boolean forget() {
        Arrays.fill(counts, 0);
        return true;
    }

    @Override
    public long bytes() {
        return 8L * counts.length + few.bytes() + present.bytes();
    }
}
