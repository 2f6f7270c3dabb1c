package org.thetisdb.engine.aggregate;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Places;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.value.ThetisException.Position;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Makes the accumulators of aggregate functions. */
public final class Aggregates {
    private Aggregates() {}

    /**
     * An empty accumulator for the function and the DISTINCT of an aggregation.
     *
     * @param run that it works for, when it works
     */
    public static AggregateAccumulator accumulator(Step.Aggregation aggregation, Supplier<EvaluationContext.Run> run) {
        boolean needless = switch (aggregation.function()) {
            case COUNT_ROWS, MIN, MAX -> true;
            default -> false;
        };
        if (!aggregation.distinct() || needless) {
            return plain(aggregation, run);
        }
        return aggregation.function() == Step.AggregateFunction.COUNT
                ? new CountDistinctAccumulator()
                : new DistinctAccumulator(() -> plain(aggregation, run));
    }

    private static AggregateAccumulator plain(Step.Aggregation aggregation, Supplier<EvaluationContext.Run> run) {
        return switch (aggregation.function()) {
            case COUNT_ROWS, COUNT -> new CountAccumulator();
            case SUM -> new SumAccumulator(false);
            case AVG -> new SumAccumulator(true);
            case MIN -> new ExtremeAccumulator(-1);
            case MAX -> new ExtremeAccumulator(1);
            case COLLECT -> new CollectAccumulator(aggregation.order());
            case STDEV -> new DeviationAccumulator(true);
            case STDEVP -> new DeviationAccumulator(false);
            case PERCENTILE_CONT -> new PercentileAccumulator(true);
            case PERCENTILE_DISC -> new PercentileAccumulator(false);
            case EXTENSION -> ((AccumulatorSource) aggregation.extension().orElseThrow()).accumulator(run);
        };
    }

    /** As {@link #accumulator(Step.Aggregation, Supplier)}; an error says where in the text the function is. */
    public static AggregateAccumulator accumulator(
            Step.Aggregation aggregation, Places places, Supplier<EvaluationContext.Run> run) {
        AggregateAccumulator accumulator = accumulator(aggregation, run);
        boolean canFail = switch (aggregation.function()) {
            case COUNT_ROWS, COUNT, MIN, MAX, COLLECT -> false;
            case SUM, AVG, STDEV, STDEVP, PERCENTILE_CONT, PERCENTILE_DISC, EXTENSION -> true;
        };
        Optional<Position> position = places.ofVariable(aggregation.variable());
        return canFail && position.isPresent() ? new PlacedAccumulator(accumulator, position.get()) : accumulator;
    }

    /** Whether an aggregation of rows comes to the same as one of the states of parts of them, errors included. */
    public static boolean isOfParts(Step.Aggregation aggregation) {
        return switch (aggregation.function()) {
            case COUNT_ROWS, MIN, MAX -> true;
            case COUNT, SUM, AVG -> !aggregation.distinct();
            case COLLECT, STDEV, STDEVP, PERCENTILE_CONT, PERCENTILE_DISC, EXTENSION -> false;
        };
    }

    /** How many columns the state of such an aggregation has. */
    public static int stateColumnCount(Step.Aggregation aggregation) {
        return accumulator(aggregation, () -> {
                    throw new IllegalStateException("aggregations of parts have no run: " + aggregation);
                })
                .stateColumnCount();
    }

    static long times(long @Nullable [] multiplicities, int row) {
        return multiplicities == null ? 1 : multiplicities[row];
    }

    /** Whether no entry is null or anything but a number. */
    static boolean hasOnlyNumbers(Vector vector) {
        return !vector.hasNulls() && (vector.kind() == VectorKind.INTEGER || vector.kind() == VectorKind.FLOAT);
    }

    /** A number as a double; an error for anything else. */
    static double number(String function, Vector argument, int row) {
        return switch (argument.kind()) {
            case INTEGER -> argument.longs()[row];
            case FLOAT -> argument.doubles()[row];
            default -> {
                Object value = argument.valueAt(row);
                if (value instanceof Number number) {
                    yield number.doubleValue();
                }
                throw Errors.type(function, "numbers", value);
            }
        };
    }

    static int grown(int length, int needed) {
        return Math.max(needed, Math.max(16, length + (length >> 1)));
    }
}
