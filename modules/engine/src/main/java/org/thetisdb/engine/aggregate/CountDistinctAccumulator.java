package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.engine.spill.StoredList;
import org.thetisdb.engine.table.KeyTable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * count(DISTINCT value) of many groups: values are numbered as they are met in any group, and each group has a bit for
 * each of them.
 *
 * <pre>
 *   values   KeyTable     'Firefox' 0 · 'Opera' 1 · 'Safari' 2 · …
 *   bits     group 0   │ 1 0 1 … │  a row of whole words for each group
 *            group 1   │ 0 0 1 … │
 *   counts   2, 1, …
 * </pre>
 *
 * <p>A row is a look-up among values, of which there are few, or whose places are known by themselves (nodes, codes of
 * a dictionary), and a bit; as a pair of group and value it would be looked up among all pairs, which are in no cache.
 * If nearly all bits would be 0, or pairs have to go to disk, a {@link DistinctAccumulator} takes over, once and for
 * all. The idea is that of bitmap indexes.
 */
final class CountDistinctAccumulator implements AggregateAccumulator {
    /** So many bits are no loss however few are set: they are in a processor's last cache, about. */
    private static final long BYTES_ANYWAY = 24 << 20;

    /** What a pair takes elsewhere, about. */
    private static final long PAIR_BYTES = 40;

    private static final int PIECE_PAIRS = 4096;

    /** With fewer bits left than this part, there may not be enough for the next rows' values. */
    private static final int FULL_DIVISOR = 4;

    private KeyTable values = new KeyTable(1);
    private long[] bits = {};
    private int[] counts = {};
    private int groupCount;

    /** Words of each group. */
    private int width = 1;

    private long pairCount;
    private final MetCodes met = new MetCodes();
    private int[] entries = {};
    private @Nullable DistinctAccumulator pairs;
    private @Nullable Supplier<EvaluationContext> reading;

    @Override
    public void reserve(int count) {
        groupCount = Math.max(groupCount, count);
        if (pairs != null) {
            pairs.reserve(count);
        }
    }

    @Override
    public void readThrough(Supplier<EvaluationContext> evaluation) {
        reading = evaluation;
        if (pairs != null) {
            pairs.readThrough(evaluation);
        }
    }

    @Override
    public void add(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        DistinctAccumulator apart = pairs;
        if (apart != null) {
            apart.add(groups, arguments, multiplicities, count);
            return;
        }
        Vector argument = arguments[0];
        if (count == 0 || argument.kind() == VectorKind.NULL) {
            return;
        }
        entries = Vectors.room(entries, count);
        values.findOrAdd(arguments, count, entries);
        if (!hasBits()) {
            leave().add(groups, arguments, multiplicities, count);
        } else if (argument.hasNulls()) {
            boolean[] nulls = argument.nulls();
            for (int row = 0; row < count; row++) {
                if (!nulls[row]) {
                    meet(groups[row], entries[row]);
                }
            }
        } else {
            for (int row = 0; row < count; row++) {
                meet(groups[row], entries[row]);
            }
        }
    }

    /** A value that was met stays so: rows that have nothing else are done with. */
    @Override
    public void addToOne(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        if (pairs != null) {
            pairs.addToOne(groups, arguments, multiplicities, count);
        } else if (count > 0 && !met.areMet(groups[0], arguments[0], count)) {
            add(groups, arguments, multiplicities, count);
            met.meet(groups[0], arguments[0], count);
        }
    }

    private void meet(int group, int value) {
        int place = group * width + (value >> 6);
        long word = bits[place];
        long bit = 1L << value;
        int isNew = (word & bit) == 0 ? 1 : 0;
        bits[place] = word | bit;
        counts[group] += isNew;
        pairCount += isNew;
    }

    /** Makes room for all groups and values; false if there would be too many bits. */
    private boolean hasBits() {
        int needed = words(values.count());
        int wider = needed > width ? Math.max(needed, 2 * width) : width;
        int capacity = counts.length < groupCount ? Aggregates.grown(counts.length, groupCount) : counts.length;
        if (wider == width && capacity == counts.length) {
            return true;
        }
        long words = (long) wider * capacity;
        if (Long.BYTES * words > Math.max(BYTES_ANYWAY, PAIR_BYTES * pairCount)
                || words > Integer.MAX_VALUE / Long.BYTES) {
            return false;
        }
        if (wider == width) {
            bits = Arrays.copyOf(bits, (int) words);
        } else {
            widen(wider, (int) words);
        }
        counts = Arrays.copyOf(counts, capacity);
        return true;
    }

    private static int words(int valueCount) {
        return (valueCount + Long.SIZE - 1) / Long.SIZE;
    }

    private void widen(int wider, int words) {
        long[] more = new long[words];
        for (int group = 0; group < counts.length; group++) {
            System.arraycopy(bits, group * width, more, group * wider, width);
        }
        bits = more;
        width = wider;
    }

    /** From now on pairs are kept; those that were met are among them. */
    private DistinctAccumulator leave() {
        DistinctAccumulator apart = apart();
        leaveTo(apart, () -> {});
        return apart;
    }

    private DistinctAccumulator apart() {
        DistinctAccumulator apart = new DistinctAccumulator(CountAccumulator::new);
        apart.reserve(groupCount);
        if (reading != null) {
            apart.readThrough(reading);
        }
        return apart;
    }

    private void leaveTo(DistinctAccumulator apart, Runnable betweenPieces) {
        int[] all = Vectors.iota(new int[0], counts.length);
        addTo(apart, all, all, counts.length, betweenPieces);
        pairs = apart;
        values = new KeyTable(1);
        bits = new long[0];
        counts = new int[0];
        width = 1;
        pairCount = 0;
    }

    /** The first value of a group from a number on; -1 if there is none. */
    private int nextValue(int group, int from) {
        int word = from >> 6;
        if (group >= counts.length || word >= width) {
            return -1;
        }
        long left = bits[group * width + word] & (-1L << from);
        while (left == 0 && ++word < width) {
            left = bits[group * width + word];
        }
        return left == 0 ? -1 : word * Long.SIZE + Long.numberOfTrailingZeros(left);
    }

    /** Adds the pairs of some groups to another accumulator, piece by piece. */
    private void addTo(AggregateAccumulator other, int[] ownGroups, int[] groups, int count, Runnable betweenPieces) {
        ValuePieces pieces = new ValuePieces(values.keys()[0], pairCount, (groupsOfPiece, piece) -> {
            other.add(groupsOfPiece, new Vector[] {piece}, null, piece.count());
            betweenPieces.run();
        });
        for (int index = 0; index < count; index++) {
            int group = ownGroups[index];
            for (int value = nextValue(group, 0); value >= 0; value = nextValue(group, value + 1)) {
                pieces.add(groups[index], value);
            }
        }
        pieces.end();
    }

    @Override
    public void merge(AggregateAccumulator other, int[] otherGroups, int[] groups, int count) {
        CountDistinctAccumulator more = (CountDistinctAccumulator) other;
        if (more.pairs != null) {
            DistinctAccumulator apart = pairs == null ? leave() : pairs;
            apart.merge(more.pairs, otherGroups, groups, count);
        } else {
            more.addTo(this, otherGroups, groups, count, () -> {});
        }
    }

    @Override
    public int stateColumnCount() {
        return 2;
    }

    /** As those of a {@link DistinctAccumulator}: lists of values that are not null, and no parameter. */
    @Override
    public Vector[] states(int[] groups, int count) {
        if (pairs != null) {
            return pairs.states(groups, count);
        }
        Vector lists = new Vector();
        lists.reset(VectorKind.OBJECT, count);
        for (int row = 0; row < count; row++) {
            lists.setValue(row, list(groups[row]));
        }
        Vector parameters = new Vector();
        parameters.reset(VectorKind.NULL, count);
        return new Vector[] {lists, parameters};
    }

    private List<?> list(int group) {
        GrowingList list = new GrowingList();
        for (int value = nextValue(group, 0); value >= 0; value = nextValue(group, value + 1)) {
            list.add(values.keys()[0], value, 1);
        }
        return list.list();
    }

    @Override
    public void addStates(Vector[] states, int[] groups, int count) {
        for (int row = 0; row < count && pairs == null; row++) {
            if (states[0].valueAt(row) instanceof StoredList) {
                leave();
            }
        }
        if (pairs != null) {
            pairs.addStates(states, groups, count);
            return;
        }
        Vector[] column = {new Vector()};
        for (int row = 0; row < count; row++) {
            List<?> list = states[0].valueAt(row) instanceof List<?> found ? found : List.of();
            int[] sameGroup = new int[Math.min(PIECE_PAIRS, list.size())];
            Arrays.fill(sameGroup, groups[row]);
            for (int from = 0; from < list.size(); from += column[0].count()) {
                column[0].reset(VectorKind.NULL, 0);
                Vectors.appendElements(list, from, Math.min(PIECE_PAIRS, list.size() - from), column[0]);
                add(sameGroup, column, null, column[0].count());
            }
        }
    }

    /** Pairs can be put on disk; bits only make room if most are 0, or nothing else does. */
    @Override
    public void store(ListFile file, long bytesMin) {
        boolean isSparse = Long.BYTES * (long) bits.length > PAIR_BYTES * pairCount;
        if (pairs == null && (isSparse || groupCount <= 1 || bytesMin <= SHORT_BYTES)) {
            DistinctAccumulator apart = apart();
            leaveTo(apart, new StoredInTime(apart::bytes, () -> apart.store(file, bytesMin))::grown);
        }
        if (pairs != null) {
            pairs.store(file, bytesMin);
        }
    }

    @Override
    public boolean isIncomplete() {
        return pairs != null && pairs.isIncomplete();
    }

    @Override
    public void complete(long workingBytes, Runnable betweenPieces) {
        if (pairs != null) {
            pairs.complete(workingBytes, betweenPieces);
        }
    }

    @Override
    public void result(int firstGroup, int count, Vector into) {
        if (pairs != null) {
            pairs.result(firstGroup, count, into);
            return;
        }
        into.reset(VectorKind.INTEGER, count);
        for (int row = 0; row < count; row++) {
            int group = firstGroup + row;
            into.longs()[row] = group < counts.length ? counts[group] : 0;
        }
    }

    @Override
    public long bytes() {
        return pairs != null
                ? pairs.bytes()
                : values.bytes() + Long.BYTES * (long) bits.length + Integer.BYTES * (long) counts.length + met.bytes();
    }

    /** With the groups that so many rows may bring, and their values where there is not much room for more of them. */
    @Override
    public long bytesWith(int rowCount) {
        if (pairs != null) {
            return pairs.bytesWith(rowCount);
        }
        long capacity = counts.length < groupCount + rowCount
                ? Aggregates.grown(counts.length, groupCount + rowCount)
                : counts.length;
        boolean isNearlyFull = values.count() >= width * Long.SIZE / FULL_DIVISOR * (FULL_DIVISOR - 1);
        long wider = isNearlyFull ? Math.max(2L * width, words(values.count() + rowCount)) : width;
        long most = Math.max(BYTES_ANYWAY, PAIR_BYTES * (pairCount + rowCount));
        long bitBytes = Long.BYTES * wider * capacity;
        if (bitBytes > most) {
            // Pairs are to take over, and until they have, values are there twice.
            return bytes() + values.bytesWith(rowCount) + PAIR_BYTES * (pairCount + rowCount);
        }
        return bytes()
                + Math.max(0, bitBytes - Long.BYTES * (long) bits.length)
                + Integer.BYTES * (capacity - counts.length)
                + values.bytesWith(rowCount)
                - values.bytes();
    }
}
