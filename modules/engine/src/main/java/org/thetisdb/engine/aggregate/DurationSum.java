package org.thetisdb.engine.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.thetisdb.engine.semantics.Durations;
import org.thetisdb.value.IsoDuration;

/**
 * A sum of durations that cannot overflow, so that it does not depend on the order of rows or workers: only a
 * final sum that leaves the range is an error.
 */
final class DurationSum {
    private static final BigInteger NANOS = BigInteger.valueOf(IsoDuration.NANOS_PER_SECOND);

    private long count;
    private BigInteger months = BigInteger.ZERO;
    private BigInteger days = BigInteger.ZERO;
    private BigInteger nanos = BigInteger.ZERO;

    /** Adds a duration a number of times. */
    void add(IsoDuration duration, long times) {
        BigInteger factor = BigInteger.valueOf(times);
        count = AggregateCounts.plus(count, times);
        months = months.add(BigInteger.valueOf(duration.months()).multiply(factor));
        days = days.add(BigInteger.valueOf(duration.days()).multiply(factor));
        BigInteger nanosOfOne =
                BigInteger.valueOf(duration.seconds()).multiply(NANOS).add(BigInteger.valueOf(duration.nanoseconds()));
        nanos = nanos.add(nanosOfOne.multiply(factor));
    }

    void add(DurationSum other) {
        count = AggregateCounts.plus(count, other.count);
        months = months.add(other.months);
        days = days.add(other.days);
        nanos = nanos.add(other.nanos);
    }

    /** What {@link #of} makes a sum of. */
    List<Object> state() {
        return List.of(count, months.toString(), days.toString(), nanos.toString());
    }

    static DurationSum of(List<?> state) {
        DurationSum sum = new DurationSum();
        sum.count = (Long) state.get(0);
        sum.months = new BigInteger((String) state.get(1));
        sum.days = new BigInteger((String) state.get(2));
        sum.nanos = new BigInteger((String) state.get(3));
        return sum;
    }

    /** How many durations were added. */
    long count() {
        return count;
    }

    IsoDuration total() {
        return over(BigDecimal.ONE);
    }

    IsoDuration mean() {
        return over(BigDecimal.valueOf(count));
    }

    private IsoDuration over(BigDecimal divisor) {
        return Durations.quotient(
                new BigDecimal(months), new BigDecimal(days), BigDecimal.ZERO, new BigDecimal(nanos), divisor);
    }
}
