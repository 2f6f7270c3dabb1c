package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.ConstantEvaluator;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.engine.spill.StoredList;
import org.thetisdb.engine.table.KeyTable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Passes each distinct value of a group once to another accumulator. The pairs of group and value seen are keys.
 *
 * <pre>
 *   while memory suffices   values ──► pairs ──new──────────────────────────────────────────► target
 *   once some are stored    values ──► pairs ──full──► seen: lists of groups, on disk
 *                                                        └──complete──► DistinctElements ──► target
 * </pre>
 *
 * <p>Once some are stored, a value may be in a list several times, and the target, which has begun again, gets each one
 * in the end. In either way it gets the values of a group in the order in which they were first met.
 */
final class DistinctAccumulator implements AggregateAccumulator {
    private static final int PIECE_ELEMENTS_MAX = 4096;

    /** Few, as their values may be long. */
    private static final int PAIRS_BETWEEN = 16;

    private final Supplier<AggregateAccumulator> targets;
    private AggregateAccumulator target;
    private int groupCount;

    /** Values of groups that were seen, with some of them several times; null while all are in {@code pairs}. */
    private @Nullable ValueCollector seen;

    private @Nullable ListFile file;
    private @Nullable Supplier<EvaluationContext> reading;
    private KeyTable pairs = new KeyTable(2);
    private final Vector parameter = new Vector();
    private final Vector[] passedColumns = {new Vector(), new Vector()};
    private final Vector groupColumn = new Vector();
    private final MetCodes met = new MetCodes();
    private @Nullable PairsByGroup byGroup;
    private int[] entries = {};
    private int[] passedRows = {};
    private int[] passedGroups = {};

    /** @param targets makes empty ones */
    DistinctAccumulator(Supplier<AggregateAccumulator> targets) {
        this.targets = targets;
        this.target = targets.get();
    }

    @Override
    public void reserve(int count) {
        groupCount = Math.max(groupCount, count);
        target.reserve(count);
        if (seen != null) {
            seen.reserve(count);
        }
    }

    @Override
    public void readThrough(Supplier<EvaluationContext> evaluation) {
        reading = evaluation;
        target.readThrough(evaluation);
    }

    @Override
    public void add(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        Vector argument = arguments[0];
        if (count == 0 || argument.kind() == VectorKind.NULL) {
            return;
        }
        if (arguments.length > 1) {
            parameter.gather(arguments[1], new int[] {0}, 1);
        }
        pass(arguments, findNew(groups, argument, count));
    }

    /** A value that was met stays so, in pairs or in a list: rows that have nothing else are done with. */
    @Override
    public void addToOne(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        if (count > 0 && !met.areMet(groups[0], arguments[0], count)) {
            add(groups, arguments, multiplicities, count);
            met.meet(groups[0], arguments[0], count);
        }
    }

    /** How many rows have a value that is new in its group; their numbers are in {@code passedRows}. */
    private int findNew(int[] groups, Vector argument, int count) {
        groupColumn.reset(VectorKind.INTEGER, count);
        long[] groupNumbers = groupColumn.longs();
        for (int row = 0; row < count; row++) {
            groupNumbers[row] = groups[row];
        }
        entries = Vectors.room(entries, count);
        passedRows = Vectors.room(passedRows, count);
        passedGroups = Vectors.room(passedGroups, count);
        int next = pairs.count();
        pairs.findOrAdd(new Vector[] {groupColumn, argument}, count, entries);
        if (pairs.count() == next) {
            return 0;
        }
        int passed = 0;
        for (int row = 0; row < count; row++) {
            // Numbers follow the order of rows: the first row of a new pair has the next number.
            if (entries[row] == next) {
                next++;
                passedRows[passed] = row;
                passedGroups[passed] = groups[row];
                // A group's null is a pair like others, but no value.
                passed += argument.isNull(row) ? 0 : 1;
            }
        }
        return passed;
    }

    private void pass(Vector[] arguments, int passed) {
        if (passed == 0 || seen != null) {
            return;
        }
        Vector[] columns = new Vector[arguments.length];
        for (int column = 0; column < columns.length; column++) {
            columns[column] = passedColumns[column];
            columns[column].gather(arguments[column], passedRows, passed);
        }
        target.add(passedGroups, columns, null, passed);
    }

    @Override
    public void settle() {
        target.settle();
    }

    @Override
    public void merge(AggregateAccumulator other, int[] otherGroups, int[] groups, int count) {
        DistinctAccumulator more = (DistinctAccumulator) other;
        ValueCollector others = more.seen;
        if (others != null) {
            file = file == null ? more.file : file;
            if (more.parameter.count() > 0) {
                parameter.gather(more.parameter, new int[] {0}, 1);
            }
            seenFirst().merge(others, otherGroups, groups, count);
        }
        if (more.pairs.count() == 0) {
            return;
        }
        if (count > more.groupCount / 2) {
            mergeMost(more, otherGroups, groups, count);
        } else {
            mergeSome(more, otherGroups, groups, count);
        }
    }

    /** Goes along all pairs. */
    private void mergeMost(DistinctAccumulator more, int[] otherGroups, int[] groups, int count) {
        int[] groupOfOther = new int[more.groupCount];
        Arrays.fill(groupOfOther, -1);
        for (int index = 0; index < count; index++) {
            groupOfOther[otherGroups[index]] = groups[index];
        }
        long[] groupsOfPairs = more.pairs.keys()[0].longs();
        ValuePieces pieces = piecesOf(more, more.pairs.count());
        for (int pair = 0; pair < more.pairs.count(); pair++) {
            int group = groupOfOther[(int) groupsOfPairs[pair]];
            if (group >= 0) {
                pieces.add(group, pair);
            }
        }
        pieces.end();
    }

    /** Looks for the pairs of each group. */
    private void mergeSome(DistinctAccumulator more, int[] otherGroups, int[] groups, int count) {
        PairsByGroup byGroup = more.pairsByGroup();
        int pairCount = byGroup.count(otherGroups, count);
        int[] pairsOfGroups = new int[pairCount];
        int[] groupsOfPairs = new int[pairCount];
        byGroup.write(otherGroups, groups, count, pairsOfGroups, groupsOfPairs);
        ValuePieces pieces = piecesOf(more, pairCount);
        for (int pair = 0; pair < pairCount; pair++) {
            pieces.add(groupsOfPairs[pair], pairsOfGroups[pair]);
        }
        pieces.end();
    }

    private ValuePieces piecesOf(DistinctAccumulator more, int pairsMax) {
        return new ValuePieces(
                more.pairs.keys()[1],
                pairsMax,
                (groups, values) -> addValues(groups, values, more.parameter, values.count()));
    }

    private void addValues(int[] groups, Vector values, Vector commonParameter, int count) {
        if (commonParameter.count() == 0) {
            add(groups, new Vector[] {values}, null, count);
        } else {
            Vector parameters = new Vector();
            ConstantEvaluator.repeat(commonParameter, parameters, count);
            add(groups, new Vector[] {values, parameters}, null, count);
        }
    }

    @Override
    public int stateColumnCount() {
        return 2;
    }

    /** The lists that were seen so far, and what the groups' pairs add to them. */
    private ValueCollector seen() {
        ValueCollector known = seen;
        if (known == null) {
            known = new ValueCollector();
            known.reserve(groupCount);
            seen = known;
            target = targets.get();
            target.reserve(groupCount);
            if (reading != null) {
                target.readThrough(reading);
            }
        }
        return known;
    }

    /** The lists with all that was seen so far: what is added to them comes after it. */
    private ValueCollector seenFirst() {
        ValueCollector lists = seen();
        if (pairs.count() > 0) {
            takePairs(lists, () -> {});
        }
        return lists;
    }

    @Override
    public void store(ListFile into, long bytesMin) {
        file = into;
        if (pairs.count() > 0 && pairs.bytes() / Math.max(1, groupCount) >= bytesMin) {
            ValueCollector lists = seen();
            takePairs(lists, new StoredInTime(lists::bytes, () -> lists.store(into, bytesMin))::grown);
        }
        if (seen != null) {
            seen.store(into, bytesMin);
        }
    }

    /** @param betweenPieces may put lists on disk, so that there is not all of them in memory twice */
    private void takePairs(ValueCollector lists, Runnable betweenPieces) {
        Vector values = pairs.keys()[1];
        long[] groups = pairs.keys()[0].longs();
        for (int pair = 0; pair < pairs.count(); pair++) {
            if (!values.isNull(pair)) {
                lists.add((int) groups[pair], values, pair, 1);
            }
            if (pair % PAIRS_BETWEEN == PAIRS_BETWEEN - 1) {
                betweenPieces.run();
            }
        }
        pairs = new KeyTable(2);
        byGroup = null;
    }

    @Override
    public boolean isIncomplete() {
        return seen != null || target.isIncomplete();
    }

    @Override
    public void complete(long workingBytes, Runnable betweenPieces) {
        ValueCollector lists = seen;
        if (lists != null) {
            seen = null;
            passedColumns[0] = new Vector();
            completePairs(lists, workingBytes);
            Vector values = new Vector();
            for (int group = 0; group < groupCount; group++) {
                if (lists.size(group) > 0) {
                    DistinctElements elements = new DistinctElements(lists.list(group), workingBytes, betweenPieces);
                    int[] sameGroup = new int[PIECE_ELEMENTS_MAX];
                    Arrays.fill(sameGroup, group);
                    while (elements.next(values, PIECE_ELEMENTS_MAX)) {
                        passToTarget(sameGroup, values, workingBytes);
                    }
                }
            }
        }
        target.complete(workingBytes, betweenPieces);
    }

    /** The pairs of groups that have lists are added to these, the others are what is different already. */
    private void completePairs(ValueCollector lists, long workingBytes) {
        Vector values = pairs.keys()[1];
        long[] groups = pairs.keys()[0].longs();
        ValuePieces pieces = new ValuePieces(
                values, pairs.count(), (groupsOfPiece, some) -> passToTarget(groupsOfPiece, some, workingBytes));
        for (int pair = 0; pair < pairs.count(); pair++) {
            int group = (int) groups[pair];
            if (values.isNull(pair)) {
                continue;
            }
            if (lists.size(group) > 0) {
                lists.add(group, values, pair, 1);
            } else {
                pieces.add(group, pair);
            }
        }
        pieces.end();
        pairs = new KeyTable(2);
        byGroup = null;
    }

    private void passToTarget(int[] groups, Vector values, long workingBytes) {
        Vector[] columns = {values};
        if (parameter.count() > 0) {
            columns = new Vector[] {values, passedColumns[1]};
            ConstantEvaluator.repeat(parameter, columns[1], values.count());
        }
        target.add(groups, columns, null, values.count());
        if (file != null && target.bytes() > workingBytes) {
            target.store(file, LONG_BYTES);
            if (target.bytes() > workingBytes) {
                target.store(file, SHORT_BYTES);
            }
        }
    }

    /** Lists of values that are not null, and the parameter where there is one. */
    @Override
    public Vector[] states(int[] groups, int count) {
        Vector lists = new Vector();
        lists.reset(VectorKind.OBJECT, count);
        lists.setAllNull();
        PairsByGroup byGroup = pairsByGroup();
        Vector values = pairs.keys()[1];
        for (int row = 0; row < count; row++) {
            GrowingList list = seen == null ? new GrowingList() : seen.take(groups[row]);
            for (int pair : byGroup.pairs(groups[row])) {
                if (!values.isNull(pair)) {
                    list.add(values, pair, 1);
                }
            }
            if (file != null) {
                list.store(file, LONG_BYTES);
            }
            lists.setValue(row, list.list());
        }
        Vector parameters = new Vector();
        parameters.reset(VectorKind.NULL, count);
        if (parameter.count() > 0) {
            ConstantEvaluator.repeat(parameter, parameters, count);
        }
        return new Vector[] {lists, parameters};
    }

    @Override
    public void addStates(Vector[] states, int[] groups, int count) {
        Vector parameterOfRow = new Vector();
        for (int row = 0; row < count; row++) {
            if (states[0].valueAt(row) instanceof List<?> list && !list.isEmpty()) {
                if (!states[1].isNull(row)) {
                    parameterOfRow.gather(states[1], new int[] {row}, 1);
                }
                if (list instanceof StoredList stored) {
                    file = file == null ? stored.pieces().file() : file;
                    if (parameterOfRow.count() > 0) {
                        parameter.gather(parameterOfRow, new int[] {0}, 1);
                    }
                    seenFirst().addAll(groups[row], list);
                } else {
                    addList(groups[row], list, parameterOfRow);
                }
            }
        }
    }

    /** In pieces, so that a long list is not in memory twice. */
    private void addList(int group, List<?> list, Vector commonParameter) {
        Vector values = new Vector();
        int[] sameGroup = new int[Math.min(PIECE_ELEMENTS_MAX, list.size())];
        Arrays.fill(sameGroup, group);
        for (int from = 0; from < list.size(); from += values.count()) {
            values.reset(VectorKind.NULL, 0);
            Vectors.appendElements(list, from, Math.min(PIECE_ELEMENTS_MAX, list.size() - from), values);
            addValues(sameGroup, values, commonParameter, values.count());
        }
    }

    private synchronized PairsByGroup pairsByGroup() {
        PairsByGroup known = byGroup;
        if (known == null || known.pairCount() != pairs.count()) {
            known = new PairsByGroup(pairs.keys()[0].longs(), pairs.count());
            byGroup = known;
        }
        return known;
    }

    @Override
    public void result(int firstGroup, int count, Vector into) {
        target.result(firstGroup, count, into);
    }

    @Override
    public long bytes() {
        return target.bytes() + pairs.bytes() + met.bytes() + (seen == null ? 0 : seen.bytes());
    }

    @Override
    public long bytesWith(int rowCount) {
        return bytes() - pairs.bytes() + pairs.bytesWith(rowCount);
    }
}
