package org.thetisdb.engine.aggregate;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;

/** Is given states of another accumulator of its kind where others are given rows: a column for each of theirs. */
final class StatesAccumulator implements AggregateAccumulator {
    private final AggregateAccumulator accumulator;

    StatesAccumulator(AggregateAccumulator accumulator) {
        this.accumulator = accumulator;
    }

    @Override
    public void reserve(int groupCount) {
        accumulator.reserve(groupCount);
    }

    @Override
    public void readThrough(Supplier<EvaluationContext> evaluation) {
        accumulator.readThrough(evaluation);
    }

    @Override
    public void add(int[] groups, Vector[] states, long @Nullable [] multiplicities, int count) {
        Invariant.check(multiplicities == null, "a state counts once", "rows", count);
        accumulator.addStates(states, groups, count);
    }

    @Override
    public void settle() {
        accumulator.settle();
    }

    @Override
    public void merge(AggregateAccumulator other, int[] otherGroups, int[] groups, int count) {
        accumulator.merge(((StatesAccumulator) other).accumulator, otherGroups, groups, count);
    }

    @Override
    public int stateColumnCount() {
        return accumulator.stateColumnCount();
    }

    @Override
    public Vector[] states(int[] groups, int count) {
        return accumulator.states(groups, count);
    }

    @Override
    public void addStates(Vector[] states, int[] groups, int count) {
        accumulator.addStates(states, groups, count);
    }

    @Override
    public void store(ListFile file, long bytesMin) {
        accumulator.store(file, bytesMin);
    }

    @Override
    public boolean isIncomplete() {
        return accumulator.isIncomplete();
    }

    @Override
    public void complete(long workingBytes, Runnable betweenPieces) {
        accumulator.complete(workingBytes, betweenPieces);
    }

    @Override
    public void result(int firstGroup, int count, Vector into) {
        accumulator.result(firstGroup, count, into);
    }

    @Override
    public boolean forget() {
        return accumulator.forget();
    }

    @Override
    public long bytes() {
        return accumulator.bytes();
    }

    @Override
    public long bytesWith(int rowCount) {
        return accumulator.bytesWith(rowCount);
    }
}
