package org.thetisdb.reference.step;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Step.AggregateFunction;
import org.thetisdb.reference.function.DurationSums;
import org.thetisdb.reference.value.Ordering;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.ThetisException;

/**
 * Aggregate functions over a group's values, which are in a list and not null. What can be exact is: integers are
 * summed without bounds, and only a sum that is no 64-bit integer is an error; floats are summed as decimal fractions
 * and rounded once, so that the result depends on no order.
 */
final class Aggregates {
    private Aggregates() {}

    static @Nullable Object of(AggregateFunction function, List<Object> values, @Nullable Object percentile) {
        return switch (function) {
            case COUNT_ROWS -> throw new IllegalStateException("it has no values");
            case COUNT -> (long) values.size();
            case SUM -> values.isEmpty() ? Long.valueOf(0) : sum(values);
            case AVG -> average(values);
            case MIN -> values.stream().min(Ordering::compare).orElse(null);
            case MAX -> values.stream().max(Ordering::compare).orElse(null);
            case COLLECT -> values;
            case STDEV -> deviation(values, values.size() - 1);
            case STDEVP -> deviation(values, values.size());
            case PERCENTILE_CONT -> continuousPercentile(values, percentile);
            case PERCENTILE_DISC -> discretePercentile(values, percentile);
            case EXTENSION -> throw new IllegalStateException("extensions are not by the book");
        };
    }

    private static Object sum(List<Object> values) {
        if (areDurations(values)) {
            return DurationSums.sum(durations(values));
        }
        if (values.stream().allMatch(Long.class::isInstance)) {
            return exactSum(values);
        }
        return floatSum(values);
    }

    private static boolean areDurations(List<Object> values) {
        return values.stream().allMatch(IsoDuration.class::isInstance);
    }

    private static List<IsoDuration> durations(List<Object> values) {
        return values.stream().map(IsoDuration.class::cast).toList();
    }

    private static long exactSum(List<Object> values) {
        BigInteger sum = BigInteger.ZERO;
        for (Object value : values) {
            sum = sum.add(BigInteger.valueOf((Long) value));
        }
        if (sum.bitLength() >= Long.SIZE) {
            throw new ThetisException(ErrorCode.NUMBER_OUT_OF_RANGE, "the sum is no 64-bit integer: sum=" + sum);
        }
        return sum.longValueExact();
    }

    /** An infinity or NaN among the values decides; all else is summed exactly and rounded once. */
    private static double floatSum(List<Object> values) {
        double special = special(values);
        return special == 0 ? finiteSum(values).doubleValue() : special;
    }

    /** The sum of the values that are not finite, 0 if there are none. */
    private static double special(List<Object> values) {
        double special = 0;
        for (Object value : values) {
            double number = number(value).doubleValue();
            special += Double.isFinite(number) ? 0 : number;
        }
        return special;
    }

    private static BigDecimal finiteSum(List<Object> values) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Object value : values) {
            sum = sum.add(value instanceof Long integer ? BigDecimal.valueOf(integer) : new BigDecimal((Double) value));
        }
        return sum;
    }

    private static Number number(Object value) {
        if (value instanceof Number number) {
            return number;
        }
        throw new ThetisException(ErrorCode.TYPE_MISMATCH, "the aggregate takes numbers: value=" + value);
    }

    private static @Nullable Object average(List<Object> values) {
        if (values.isEmpty()) {
            return null;
        }
        if (areDurations(values)) {
            return DurationSums.mean(durations(values));
        }
        double special = special(values);
        return special == 0
                ? finiteSum(values)
                        .divide(BigDecimal.valueOf(values.size()), MathContext.DECIMAL128)
                        .doubleValue()
                : special;
    }

    /** The root of the mean square of the differences from the average; null of nothing, 0 of too few values. */
    private static @Nullable Double deviation(List<Object> values, int divisor) {
        if (values.isEmpty()) {
            return null;
        }
        if (divisor < 1) {
            values.forEach(Aggregates::number);
            return 0.0;
        }
        double average = (Double) Objects.requireNonNull(average(values));
        double squares = 0;
        for (Object value : values) {
            double difference = number(value).doubleValue() - average;
            squares += difference * difference;
        }
        return Math.sqrt(squares / divisor);
    }

    private static @Nullable Object discretePercentile(List<Object> values, @Nullable Object percentile) {
        if (values.isEmpty()) {
            return null;
        }
        double fraction = fraction(percentile);
        List<Object> sorted = sorted(values);
        int place = (int) Math.ceil(fraction * sorted.size()) - 1;
        return sorted.get(Math.max(place, 0));
    }

    /** Between two values if the percentile falls there, in proportion. */
    private static @Nullable Object continuousPercentile(List<Object> values, @Nullable Object percentile) {
        if (values.isEmpty()) {
            return null;
        }
        double place = fraction(percentile) * (values.size() - 1);
        List<Object> sorted = sorted(values);
        double low = ((Number) sorted.get((int) Math.floor(place))).doubleValue();
        double high = ((Number) sorted.get((int) Math.ceil(place))).doubleValue();
        double share = place - Math.floor(place);
        return share == 0 ? low : low * (1 - share) + high * share;
    }

    private static List<Object> sorted(List<Object> values) {
        values.forEach(Aggregates::number);
        return values.stream().sorted(Ordering::compare).toList();
    }

    private static double fraction(@Nullable Object percentile) {
        double fraction = percentile == null ? Double.NaN : number(percentile).doubleValue();
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new ThetisException(
                    ErrorCode.NUMBER_OUT_OF_RANGE, "a percentile lies between 0 and 1: value=" + percentile);
        }
        return fraction;
    }
}
