package org.thetisdb.engine.aggregate;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.NodeList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** collect(): a list of all values that are not null; of nodes, a {@link NodeList}. */
final class CollectAccumulator implements AggregateAccumulator {
    private final ValueCollector values = new ValueCollector();

    @Override
    public void reserve(int groupCount) {
        values.reserve(groupCount);
    }

    @Override
    public void add(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        Vector argument = arguments[0];
        for (int row = 0; row < count; row++) {
            if (!argument.isNull(row)) {
                values.add(groups[row], argument, row, Aggregates.times(multiplicities, row));
            }
        }
    }

    @Override
    public void merge(AggregateAccumulator other, int[] otherGroups, int[] groups, int count) {
        values.merge(((CollectAccumulator) other).values, otherGroups, groups, count);
    }

    @Override
    public int stateColumnCount() {
        return 1;
    }

    @Override
    public Vector[] states(int[] groups, int count) {
        return new Vector[] {values.lists(groups, count)};
    }

    @Override
    public void addStates(Vector[] states, int[] groups, int count) {
        values.addLists(states[0], groups, count);
    }

    @Override
    public void result(int firstGroup, int count, Vector into) {
        into.reset(VectorKind.OBJECT, count);
        for (int index = 0; index < count; index++) {
            into.objects()[index] = values.list(firstGroup + index);
        }
    }

    @Override
    public long bytes() {
        return values.bytes();
    }
}
