package org.thetisdb.engine.aggregate;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** collect(): a list of all values that are not null, typed if it is long or of nodes; sorted in the end, or not. */
final class CollectAccumulator implements AggregateAccumulator {
    private final ValueCollector values = new ValueCollector();
    private final Vector present = new Vector();
    private int[] rows = {};
    private int[] groupsOfPresent = {};
    private final Optional<Step.ListOrder> order;

    CollectAccumulator(Optional<Step.ListOrder> order) {
        this.order = order;
    }

    @Override
    public void reserve(int groupCount) {
        values.reserve(groupCount);
    }

    @Override
    public void add(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        Vector argument = arguments[0];
        if (multiplicities == null) {
            if (argument.hasNulls()) {
                addPresent(groups, argument, count);
            } else if (count > 0) {
                values.addEach(groups, argument, count);
            }
            return;
        }
        for (int row = 0; row < count; row++) {
            if (!argument.isNull(row)) {
                values.add(groups[row], argument, row, Aggregates.times(multiplicities, row));
            }
        }
    }

    private void addPresent(int[] groups, Vector argument, int count) {
        rows = Vectors.room(rows, count);
        groupsOfPresent = Vectors.room(groupsOfPresent, count);
        int found = 0;
        for (int row = 0; row < count; row++) {
            rows[found] = row;
            groupsOfPresent[found] = groups[row];
            found += argument.isNull(row) ? 0 : 1;
        }
        if (found > 0) {
            present.gather(argument, rows, found);
            values.addEach(groupsOfPresent, present, found);
        }
    }

    @Override
    public void settle() {
        values.arrange();
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
    public void store(ListFile file, long bytesMin) {
        values.store(file, bytesMin);
    }

    @Override
    public boolean isIncomplete() {
        return order.isPresent();
    }

    @Override
    public void complete(long workingBytes, Runnable betweenPieces) {
        if (order.isPresent()) {
            values.sort(new ElementOrder(order.get(), workingBytes, betweenPieces));
        }
    }

    @Override
    public void result(int firstGroup, int count, Vector into) {
        into.reset(VectorKind.OBJECT, count);
        values.lists(firstGroup, count, into.objects());
    }

    @Override
    public long bytesWith(int rowCount) {
        return bytes() - values.bytes() + values.bytesWith(rowCount);
    }

    /** A list is there three times while it is sorted. */
    @Override
    public long bytes() {
        return values.bytes() + (order.isPresent() ? 2 * values.largestBytes() : 0);
    }
}
