package org.thetisdb.engine.aggregate;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;
import org.thetisdb.value.vector.Vector;

/** Adds to the error of an aggregate function its place in the query's text. Costs a call for each batch. */
final class PlacedAccumulator implements AggregateAccumulator {
    private final AggregateAccumulator accumulator;
    private final Position position;

    PlacedAccumulator(AggregateAccumulator accumulator, Position position) {
        this.accumulator = accumulator;
        this.position = position;
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
    public void deferErrors() {
        accumulator.deferErrors();
    }

    @Override
    public void add(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        try {
            accumulator.add(groups, arguments, multiplicities, count);
        } catch (ThetisException failure) {
            throw failure.at(position);
        }
    }

    @Override
    public void addToOne(int[] groups, Vector[] arguments, long @Nullable [] multiplicities, int count) {
        try {
            accumulator.addToOne(groups, arguments, multiplicities, count);
        } catch (ThetisException failure) {
            throw failure.at(position);
        }
    }

    @Override
    public void addTotals(int[] groups, long[] counts, Vector totals, int entryCount) {
        try {
            accumulator.addTotals(groups, counts, totals, entryCount);
        } catch (ThetisException failure) {
            throw failure.at(position);
        }
    }

    @Override
    public void settle() {
        try {
            accumulator.settle();
        } catch (ThetisException failure) {
            throw failure.at(position);
        }
    }

    @Override
    public void merge(AggregateAccumulator other, int[] otherGroups, int[] groups, int count) {
        try {
            accumulator.merge(((PlacedAccumulator) other).accumulator, otherGroups, groups, count);
        } catch (ThetisException failure) {
            throw failure.at(position);
        }
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
        try {
            accumulator.addStates(states, groups, count);
        } catch (ThetisException failure) {
            throw failure.at(position);
        }
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
        try {
            accumulator.complete(workingBytes, betweenPieces);
        } catch (ThetisException failure) {
            throw failure.at(position);
        }
    }

    @Override
    public void result(int firstGroup, int count, Vector into) {
        try {
            accumulator.result(firstGroup, count, into);
        } catch (ThetisException failure) {
            throw failure.at(position);
        }
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
