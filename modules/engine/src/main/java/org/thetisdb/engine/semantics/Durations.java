package org.thetisdb.engine.semantics;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.ThetisException;

/**
 * Arithmetic of durations, exact until its end: months, days and seconds are multiplied or divided each by itself; a
 * fraction of a month carries into days and seconds (1 month = 2,629,746 s), a fraction of a day into seconds (1 day =
 * 86,400 s), and what is below a nanosecond in the end is cut off. So a third of a day is 8 hours, and the mean of
 * equal durations is each of them.
 */
public final class Durations {
    private static final BigDecimal SECONDS_PER_MONTH = BigDecimal.valueOf(2_629_746);
    private static final BigDecimal SECONDS_PER_DAY = BigDecimal.valueOf(86_400);
    private static final BigDecimal NANOS = BigDecimal.valueOf(IsoDuration.NANOS_PER_SECOND);

    /** Times the seconds of a month and added up, amounts below it stay below 2 to the 61st. */
    private static final long SHORT_AMOUNT = 1L << 38;

    private Durations() {}

    public static IsoDuration plus(IsoDuration left, IsoDuration right) {
        try {
            return IsoDuration.of(
                    Math.addExact(left.months(), right.months()),
                    Math.addExact(left.days(), right.days()),
                    seconds(left, right),
                    Math.floorMod(
                            (long) left.nanoseconds() + right.nanoseconds(), (long) IsoDuration.NANOS_PER_SECOND));
        } catch (ArithmeticException overflow) {
            throw Errors.overflow("+", left, right);
        }
    }

    /** With the second that the nanoseconds make; no sum on the way leaves the range unless the result does. */
    private static long seconds(IsoDuration left, IsoDuration right) {
        long carried = (left.nanoseconds() + (long) right.nanoseconds()) / IsoDuration.NANOS_PER_SECOND;
        return left.seconds() < 0
                ? Math.addExact(left.seconds() + carried, right.seconds())
                : Math.addExact(Math.addExact(left.seconds(), right.seconds()), carried);
    }

    public static IsoDuration minus(IsoDuration left, IsoDuration right) {
        return exact(
                difference(left.months(), right.months()),
                difference(left.days(), right.days()),
                difference(left.seconds(), right.seconds()),
                difference(left.nanoseconds(), right.nanoseconds()));
    }

    private static BigDecimal difference(long left, long right) {
        return BigDecimal.valueOf(left).subtract(BigDecimal.valueOf(right));
    }

    public static IsoDuration negated(IsoDuration duration) {
        try {
            return IsoDuration.of(
                    Math.negateExact(duration.months()),
                    Math.negateExact(duration.days()),
                    Math.negateExact(duration.seconds()),
                    -duration.nanoseconds());
        } catch (ArithmeticException overflow) {
            throw Errors.overflow("-", 0L, duration);
        }
    }

    /** @param factor a Long or a Double */
    public static IsoDuration times(IsoDuration duration, Number factor) {
        if (!Double.isFinite(factor.doubleValue())) {
            throw Errors.argument("a duration cannot be multiplied with " + factor + "; use a finite number");
        }
        BigDecimal by = decimal(factor);
        return quotient(
                BigDecimal.valueOf(duration.months()).multiply(by),
                BigDecimal.valueOf(duration.days()).multiply(by),
                BigDecimal.valueOf(duration.seconds()).multiply(by),
                BigDecimal.valueOf(duration.nanoseconds()).multiply(by),
                BigDecimal.ONE);
    }

    /** @param divisor a Long or a Double, not zero */
    public static IsoDuration dividedBy(IsoDuration duration, Number divisor) {
        if (!Double.isFinite(divisor.doubleValue())) {
            throw Errors.argument("a duration cannot be divided by " + divisor + "; use a finite number");
        }
        return quotient(
                BigDecimal.valueOf(duration.months()),
                BigDecimal.valueOf(duration.days()),
                BigDecimal.valueOf(duration.seconds()),
                BigDecimal.valueOf(duration.nanoseconds()),
                decimal(divisor));
    }

    /** A FLOAT is the shortest decimal number that reads as it, which is what somebody wrote. */
    private static BigDecimal decimal(Number value) {
        return value instanceof Long whole
                ? BigDecimal.valueOf(whole)
                : new BigDecimal(Double.toString(value.doubleValue()));
    }

    public static IsoDuration exact(BigDecimal months, BigDecimal days, BigDecimal seconds, BigDecimal nanoseconds) {
        return quotient(months, days, seconds, nanoseconds, BigDecimal.ONE);
    }

    /** Parts over one divisor, as a duration: all is exact until the last cut. */
    public static IsoDuration quotient(
            BigDecimal months, BigDecimal days, BigDecimal seconds, BigDecimal nanoseconds, BigDecimal divisor) {
        BigDecimal wholeMonths = months.divideToIntegralValue(divisor);
        BigDecimal monthSeconds = months.subtract(wholeMonths.multiply(divisor)).multiply(SECONDS_PER_MONTH);
        BigDecimal daysSeconds = days.multiply(SECONDS_PER_DAY).add(monthSeconds);
        BigDecimal wholeDays = daysSeconds.divideToIntegralValue(divisor.multiply(SECONDS_PER_DAY));
        BigDecimal allSeconds =
                seconds.add(daysSeconds).subtract(wholeDays.multiply(divisor).multiply(SECONDS_PER_DAY));
        BigDecimal allNanos = allSeconds.multiply(NANOS).add(nanoseconds).divideToIntegralValue(divisor);
        BigDecimal[] split = allNanos.divideAndRemainder(NANOS);
        try {
            return IsoDuration.of(
                    wholeMonths.longValueExact(),
                    wholeDays.longValueExact(),
                    split[0].longValueExact(),
                    split[1].longValueExact());
        } catch (ArithmeticException overflow) {
            throw outOfRange();
        }
    }

    static ThetisException outOfRange() {
        return new ThetisException(
                ErrorCode.NUMBER_OUT_OF_RANGE,
                "a duration leaves its range: months, days and seconds have 64 bits each; use shorter durations");
    }

    /** A temporal value moved by a duration; parts that the type does not have are left out. */
    public static Temporal addTo(Temporal temporal, IsoDuration duration) {
        try {
            return switch (temporal) {
                case LocalTime time -> time.plusNanos(nanosOfDay(duration));
                case OffsetTime time -> time.plusNanos(nanosOfDay(duration));
                case LocalDate date ->
                    date.plusMonths(duration.months()).plusDays(Math.addExact(duration.days(), wholeDays(duration)));
                default ->
                    temporal.plus(duration.months(), ChronoUnit.MONTHS)
                            .plus(duration.days(), ChronoUnit.DAYS)
                            .plus(duration.seconds(), ChronoUnit.SECONDS)
                            .plus(duration.nanoseconds(), ChronoUnit.NANOS);
            };
        } catch (DateTimeException | ArithmeticException outOfRange) {
            throw Errors.temporal("the sum leaves the range of dates: left=" + temporal + ", right=" + duration
                    + "; use a shorter duration");
        }
    }

    /** A temporal value moved back; for times of day only the seconds count. */
    public static Temporal subtractFrom(Temporal temporal, IsoDuration duration) {
        return switch (temporal) {
            case LocalTime time -> time.minusNanos(nanosOfDay(duration));
            case OffsetTime time -> time.minusNanos(nanosOfDay(duration));
            default -> addTo(temporal, negated(duration));
        };
    }

    /** The days of the seconds, towards zero: of -86,400 seconds and a nanosecond there are none. */
    private static long wholeDays(IsoDuration duration) {
        boolean towardsZero = duration.seconds() < 0 && duration.nanoseconds() > 0;
        return (duration.seconds() + (towardsZero ? 1 : 0)) / 86_400;
    }

    private static long nanosOfDay(IsoDuration duration) {
        return duration.seconds() % 86_400 * IsoDuration.NANOS_PER_SECOND + duration.nanoseconds();
    }

    /** The order of average lengths, exact: a month is a 4800th of 400 Gregorian years. */
    static int compareLengths(IsoDuration left, IsoDuration right) {
        int compared = isShort(left) && isShort(right)
                ? Long.compare(averageSeconds(left), averageSeconds(right))
                : exactSeconds(left).compareTo(exactSeconds(right));
        return compared != 0 ? compared : Integer.compare(left.nanoseconds(), right.nanoseconds());
    }

    /** Whether the average length fits into a long whatever the signs. */
    private static boolean isShort(IsoDuration duration) {
        return isShort(duration.months()) && isShort(duration.days()) && isShort(duration.seconds());
    }

    private static boolean isShort(long amount) {
        return amount > -SHORT_AMOUNT && amount < SHORT_AMOUNT;
    }

    private static long averageSeconds(IsoDuration duration) {
        return duration.months() * 2_629_746 + duration.days() * 86_400 + duration.seconds();
    }

    private static BigDecimal exactSeconds(IsoDuration duration) {
        return BigDecimal.valueOf(duration.months())
                .multiply(SECONDS_PER_MONTH)
                .add(BigDecimal.valueOf(duration.days()).multiply(SECONDS_PER_DAY))
                .add(BigDecimal.valueOf(duration.seconds()));
    }
}
