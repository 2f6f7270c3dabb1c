package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.ConstantEvaluator;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.engine.table.KeyTable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Passes each distinct value of a group once to another accumulator. The pairs of group and value seen are keys. */
final class DistinctAccumulator implements AggregateAccumulator {
    private static final int PIECE_ELEMENTS_MAX = 4096;

    private final AggregateAccumulator target;
    private final KeyTable pairs = new KeyTable(2);
    private final Vector parameter = new Vector();
    private final Vector[] passedColumns = {new Vector(), new Vector()};
    private final Vector groupColumn = new Vector();
    private @Nullable PairsByGroup byGroup;
    private int[] entries = {};
    private int[] passedRows = {};
    private int[] passedGroups = {};

    DistinctAccumulator(AggregateAccumulator target) {
        this.target = target;
    }

    @Override
    public void reserve(int groupCount) {
        target.reserve(groupCount);
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
        if (passed == 0) {
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
    public void merge(AggregateAccumulator other, int[] otherGroups, int[] groups, int count) {
        DistinctAccumulator more = (DistinctAccumulator) other;
        if (more.pairs.count() == 0) {
            return;
        }
        PairsByGroup byGroup = more.pairsByGroup();
        int pairCount = byGroup.count(otherGroups, count);
        int[] pairsOfGroups = new int[pairCount];
        int[] groupsOfPairs = new int[pairCount];
        byGroup.write(otherGroups, groups, count, pairsOfGroups, groupsOfPairs);
        Vector values = new Vector();
        values.gather(more.pairs.keys()[1], pairsOfGroups, pairCount);
        addValues(groupsOfPairs, values, more.parameter, pairCount);
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

    /** Lists of values that are not null, and the parameter where there is one. */
    @Override
    public Vector[] states(int[] groups, int count) {
        Vector lists = new Vector();
        lists.reset(VectorKind.OBJECT, count);
        lists.setAllNull();
        if (pairs.count() > 0) {
            PairsByGroup byGroup = pairsByGroup();
            for (int row = 0; row < count; row++) {
                Vector values = pairs.keys()[1];
                GrowingList list = new GrowingList();
                for (int pair : byGroup.pairs(groups[row])) {
                    if (!values.isNull(pair)) {
                        list.add(values, pair, 1);
                    }
                }
                lists.setValue(row, list.list());
            }
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
                addList(groups[row], list, parameterOfRow);
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
        return target.bytes() + pairs.bytes();
    }
}
