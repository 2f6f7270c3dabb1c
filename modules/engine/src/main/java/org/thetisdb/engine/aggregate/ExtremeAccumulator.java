package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** min() and max() over all types by orderability. The best so far of all groups are in one vector. */
final class ExtremeAccumulator implements AggregateAccumulator {
    private static final int COMPACTED_BYTES_MIN = 1 << 16;

    private final int wanted;
    private final PresentRows present = new PresentRows();
    private Vector best = new Vector();
    private int[] rowOfCode = {};
    private int compactAtBytes = COMPACTED_BYTES_MIN;

    /** @param wanted -1 for the least, 1 for the greatest */
    ExtremeAccumulator(int wanted) {
        this.wanted = wanted;
        best.reset(VectorKind.NULL, 0);
    }

    @Override
    public void reserve(int groupCount) {
        int before = best.count();
        if (before < groupCount) {
            best.resize(Math.max(groupCount, Aggregates.grown(before, groupCount)));
            for (int group = before; group < best.count(); group++) {
                best.setNull(group);
            }
        }
    }

    @Override
    public void add(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        Vector argument = arguments[0];
        if (argument.kind() == VectorKind.NULL) {
            return;
        }
        become(argument.kind());
        if (best.kind() == argument.kind() && offerNumbers(groups, argument, count)) {
            return;
        }
        for (int row = 0; row < count; row++) {
            if (!argument.isNull(row)) {
                offer(groups[row], argument, row);
            }
        }
        compact();
    }

    /** Offers a column of a kind whose best is found by comparing numbers; false for others, and nothing is done. */
    private boolean offerNumbers(int[] groups, Vector argument, int count) {
        boolean hasNulls = argument.hasNulls();
        if (isOrderedByLongs(argument.kind())) {
            int taken = hasNulls ? present.takeLongs(groups, argument, count) : count;
            offerLongs(hasNulls ? present.groups() : groups, hasNulls ? present.longs() : argument.longs(), taken);
            return true;
        }
        if (argument.kind() == VectorKind.FLOAT) {
            int taken = hasNulls ? present.takeDoubles(groups, argument, count) : count;
            offerDoubles(
                    hasNulls ? present.groups() : groups, hasNulls ? present.doubles() : argument.doubles(), taken);
            return true;
        }
        if (areInstants(argument)) {
            offerInstants(groups, argument, count);
            return true;
        }
        return false;
    }

    /** Whether the longs are seconds, and what is within one decides only between equal ones. */
    private static boolean areInstants(Vector vector) {
        return vector.kind() == VectorKind.LOCAL_DATETIME || vector.kind() == VectorKind.ZONED_DATETIME;
    }

    /** Only those of the same second are compared in full. */
    private void offerInstants(int[] groups, Vector argument, int count) {
        long[] seconds = argument.longs();
        long[] rests = argument.longs2();
        boolean[] nulls = argument.nulls();
        long[] bestSeconds = best.longs();
        long[] bestRests = best.longs2();
        boolean[] noBests = best.nulls();
        for (int row = 0; row < count; row++) {
            if (nulls[row]) {
                continue;
            }
            int group = groups[row];
            long second = seconds[row];
            long bestSecond = bestSeconds[group];
            if (noBests[group] || (wanted < 0 ? second < bestSecond : second > bestSecond)) {
                bestSeconds[group] = second;
                bestRests[group] = rests[row];
                noBests[group] = false;
            } else if (second == bestSecond && rests[row] != bestRests[group]) {
                offer(group, argument, row);
            }
        }
    }

    /** Whether longs are ordered as the values are. */
    private static boolean isOrderedByLongs(VectorKind kind) {
        return switch (kind) {
            case BOOLEAN, INTEGER, DATE, LOCAL_TIME -> true;
            case NULL, FLOAT, STRING, TIME, LOCAL_DATETIME, ZONED_DATETIME -> false;
            case NODE, RELATIONSHIP, OBJECT -> false;
        };
    }

    /** NaN is more than all others. */
    private void offerDoubles(int[] groups, double[] values, int count) {
        double[] bests = best.doubles();
        boolean[] nulls = best.nulls();
        for (int row = 0; row < count; row++) {
            int group = groups[row];
            double value = values[row];
            double former = bests[group];
            boolean isBetter = wanted < 0
                    ? value < former || Double.isNaN(former) && !Double.isNaN(value)
                    : value > former || Double.isNaN(value) && !Double.isNaN(former);
            if (isBetter || nulls[group]) {
                bests[group] = value;
                nulls[group] = false;
            }
        }
    }

    private void offerLongs(int[] groups, long[] values, int count) {
        long[] bests = best.longs();
        boolean[] nulls = best.nulls();
        if (wanted < 0) {
            for (int row = 0; row < count; row++) {
                int group = groups[row];
                long value = values[row];
                if (value < bests[group] || nulls[group]) {
                    bests[group] = value;
                    nulls[group] = false;
                }
            }
        } else {
            for (int row = 0; row < count; row++) {
                int group = groups[row];
                long value = values[row];
                if (value > bests[group] || nulls[group]) {
                    bests[group] = value;
                    nulls[group] = false;
                }
            }
        }
    }

    private void offerLong(int group, long value) {
        long[] bests = best.longs();
        if (best.isNull(group)) {
            best.setNotNull(group);
            bests[group] = value;
        } else if (wanted < 0 ? value < bests[group] : value > bests[group]) {
            bests[group] = value;
        }
    }

    /** Finds the best of the rows among themselves first, so that only one of them is compared with the group's. */
    @Override
    public void addToOne(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        Vector argument = arguments[0];
        if (argument.kind() == VectorKind.NULL || count == 0) {
            return;
        }
        boolean isOfLongs = isOrderedByLongs(argument.kind());
        if (isOfLongs && !argument.hasNulls() && best.become(argument.kind())) {
            offerLong(groups[0], bestOfLongs(argument.longs(), count));
            return;
        }
        if (isOfLongs || argument.kind() == VectorKind.FLOAT || areInstants(argument)) {
            add(groups, arguments, multiplicities, count);
            return;
        }
        int row = bestOf(argument, count);
        if (row >= 0) {
            become(argument.kind());
            offer(groups[0], argument, row);
            compact();
        }
    }

    @Override
    public void addTotals(int[] groups, long[] counts, Vector totals, int entryCount) {
        boolean isAny = false;
        for (int index = 0; index < entryCount; index++) {
            isAny |= counts[index] > 0;
        }
        if (!isAny) {
            return;
        }
        become(totals.kind());
        boolean isOfLongs = isOrderedByLongs(totals.kind()) && !totals.hasNulls() && best.kind() == totals.kind();
        for (int index = 0; index < entryCount; index++) {
            if (counts[index] > 0 && isOfLongs) {
                offerLong(groups[index], totals.longs()[index]);
            } else if (counts[index] > 0) {
                offer(groups[index], totals, index);
            }
        }
    }

    private long bestOfLongs(long[] values, int count) {
        long bestValue = values[0];
        if (wanted < 0) {
            for (int row = 1; row < count; row++) {
                long value = values[row];
                if (value < bestValue) {
                    bestValue = value;
                }
            }
        } else {
            for (int row = 1; row < count; row++) {
                long value = values[row];
                if (value > bestValue) {
                    bestValue = value;
                }
            }
        }
        return bestValue;
    }

    private int bestOf(Vector argument, int count) {
        return argument.isCoded() && argument.dictionary().size() <= count
                ? bestOfCoded(argument, count)
                : bestOfAll(argument, count);
    }

    /** Compares the strings that occur, each once. */
    private int bestOfCoded(Vector argument, int count) {
        Vector strings = argument.dictionary().strings();
        int[] codes = argument.codes();
        rowOfCode = Vectors.room(rowOfCode, strings.count());
        Arrays.fill(rowOfCode, 0, strings.count(), -1);
        for (int row = 0; row < count; row++) {
            if (!argument.isNull(row)) {
                rowOfCode[codes[row]] = row;
            }
        }
        int bestCode = -1;
        for (int code = 0; code < strings.count(); code++) {
            boolean isBetter = rowOfCode[code] >= 0
                    && (bestCode < 0
                            || Integer.signum(ValueSemantics.compare(strings, code, strings, bestCode)) == wanted);
            bestCode = isBetter ? code : bestCode;
        }
        return bestCode < 0 ? -1 : rowOfCode[bestCode];
    }

    private int bestOfAll(Vector argument, int count) {
        int bestRow = -1;
        for (int row = 0; row < count; row++) {
            boolean isBetter = !argument.isNull(row)
                    && (bestRow < 0
                            || Integer.signum(ValueSemantics.compare(argument, row, argument, bestRow)) == wanted);
            bestRow = isBetter ? row : bestRow;
        }
        return bestRow;
    }

    private void become(VectorKind kind) {
        if (best.kind() == VectorKind.NULL) {
            best.reset(kind, best.count());
            best.setAllNull();
        }
    }

    private void offer(int group, Vector argument, int row) {
        if (best.isNull(group) || Integer.signum(ValueSemantics.compare(argument, row, best, group)) == wanted) {
            best.copyEntry(group, argument, row);
        }
    }

    /** Strings that were replaced leave their bytes behind; a copy drops them. */
    private void compact() {
        if (best.kind() != VectorKind.STRING || best.stringBytes() < compactAtBytes) {
            return;
        }
        Vector copy = new Vector();
        copy.gather(best, Vectors.iota(new int[0], best.count()), best.count());
        best = copy;
        compactAtBytes = Math.max(COMPACTED_BYTES_MIN, best.stringBytes() * 4);
    }

    @Override
    public void merge(AggregateAccumulator other, int[] otherGroups, int[] groups, int count) {
        offerAll(((ExtremeAccumulator) other).best, otherGroups, groups, count);
    }

    private void offerAll(Vector values, int[] rows, int[] groups, int count) {
        if (values.kind() == VectorKind.NULL) {
            return;
        }
        become(values.kind());
        for (int index = 0; index < count; index++) {
            if (!values.isNull(rows[index])) {
                offer(groups[index], values, rows[index]);
            }
        }
        compact();
    }

    @Override
    public int stateColumnCount() {
        return 1;
    }

    @Override
    public Vector[] states(int[] groups, int count) {
        Vector bests = new Vector();
        bests.gather(best, groups, count);
        return new Vector[] {bests};
    }

    @Override
    public void addStates(Vector[] states, int[] groups, int count) {
        offerAll(states[0], Vectors.iota(new int[0], count), groups, count);
    }

    @Override
    public void result(int firstGroup, int count, Vector into) {
        int[] groups = new int[count];
        for (int index = 0; index < count; index++) {
            groups[index] = firstGroup + index;
        }
        into.gather(best, groups, count);
    }

    @Override
    public long bytes() {
        return best.bytesReserved() + present.bytes();
    }
}
