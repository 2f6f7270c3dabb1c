package org.thetisdb.engine.expression;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import org.thetisdb.value.IsoDuration;

/** Arithmetic of durations. A fraction flows to the next smaller unit: 1 month = 2,629,746 s, 1 day = 86,400 s. */
final class Durations {
    private static final BigDecimal SECONDS_PER_MONTH = BigDecimal.valueOf(2_629_746);
    private static final BigDecimal SECONDS_PER_DAY = BigDecimal.valueOf(86_400);
    private static final BigDecimal NANOS = BigDecimal.valueOf(IsoDuration.NANOS_PER_SECOND);

    private Durations() {}

    static IsoDuration plus(IsoDuration left, IsoDuration right) {
        try {
            return IsoDuration.of(
                    Math.addExact(left.months(), right.months()),
                    Math.addExact(left.days(), right.days()),
                    Math.addExact(left.seconds(), right.seconds()),
                    (long) left.nanoseconds() + right.nanoseconds());
        } catch (ArithmeticException overflow) {
            throw Errors.overflow("+", left, right);
        }
    }

    static IsoDuration negated(IsoDuration duration) {
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

    static IsoDuration times(IsoDuration duration, double factor) {
        if (Double.isNaN(factor) || Double.isInfinite(factor)) {
            throw Errors.argument("a duration cannot be multiplied with " + factor + "; use a finite number");
        }
        return approximate(
                duration.months() * factor,
                duration.days() * factor,
                duration.seconds() * factor,
                duration.nanoseconds() * factor);
    }

    static IsoDuration dividedBy(IsoDuration duration, double divisor) {
        if (Double.isNaN(divisor) || Double.isInfinite(divisor)) {
            throw Errors.argument("a duration cannot be divided by " + divisor + "; use a finite number");
        }
        return approximate(
                duration.months() / divisor,
                duration.days() / divisor,
                duration.seconds() / divisor,
                duration.nanoseconds() / divisor);
    }

    /** Parts that need not be whole. */
    static IsoDuration approximate(double months, double days, double seconds, double nanoseconds) {
        return exact(decimal(months), decimal(days), decimal(seconds), decimal(nanoseconds));
    }

    private static BigDecimal decimal(double value) {
        return new BigDecimal(Double.toString(value));
    }

    static IsoDuration exact(BigDecimal months, BigDecimal days, BigDecimal seconds, BigDecimal nanoseconds) {
        BigDecimal wholeMonths = months.setScale(0, RoundingMode.DOWN);
        BigDecimal monthSeconds = months.subtract(wholeMonths).multiply(SECONDS_PER_MONTH);
        BigDecimal monthDays = monthSeconds.divideToIntegralValue(SECONDS_PER_DAY);
        BigDecimal allDays = days.add(monthDays);
        BigDecimal wholeDays = allDays.setScale(0, RoundingMode.DOWN);
        BigDecimal allSeconds = seconds.add(monthSeconds.subtract(monthDays.multiply(SECONDS_PER_DAY)))
                .add(allDays.subtract(wholeDays).multiply(SECONDS_PER_DAY));
        BigDecimal allNanos = allSeconds.multiply(NANOS).add(nanoseconds).setScale(0, RoundingMode.DOWN);
        BigDecimal[] split = allNanos.divideAndRemainder(NANOS);
        try {
            return IsoDuration.of(
                    wholeMonths.longValueExact(),
                    wholeDays.longValueExact(),
                    split[0].longValueExact(),
                    split[1].longValueExact());
        } catch (ArithmeticException overflow) {
            throw Errors.overflow("duration", months, days);
        }
    }

    /** A temporal value moved by a duration; parts that the type does not have are left out. */
    static Temporal addTo(Temporal temporal, IsoDuration duration) {
        try {
            return switch (temporal) {
                case LocalTime time -> time.plusNanos(nanosOfDay(duration));
                case OffsetTime time -> time.plusNanos(nanosOfDay(duration));
                case LocalDate date ->
                    date.plusMonths(duration.months())
                            .plusDays(Math.addExact(duration.days(), duration.seconds() / 86_400));
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

    private static long nanosOfDay(IsoDuration duration) {
        return duration.seconds() % 86_400 * IsoDuration.NANOS_PER_SECOND + duration.nanoseconds();
    }

    static double averageSeconds(IsoDuration duration) {
        return duration.months() * 2_629_746.0
                + duration.days() * 86_400.0
                + duration.seconds()
                + duration.nanoseconds() / 1e9;
    }
}
