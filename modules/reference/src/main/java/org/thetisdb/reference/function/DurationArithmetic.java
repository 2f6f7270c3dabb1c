package org.thetisdb.reference.function;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.Expression.Arithmetic.Operator;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.ThetisException;

/** {@code + - * /} of durations with durations, temporal values and numbers. */
final class DurationArithmetic {
    private static final BigInteger NANOS_PER_DAY =
            BigInteger.valueOf(DurationFunctions.SECONDS_PER_DAY).multiply(DurationFunctions.NANOS_PER_SECOND);

    private DurationArithmetic() {}

    static Optional<Object> compute(Operator operator, Object left, Object right) {
        if (!isOurs(left) && !isOurs(right) || isConcatenated(left) || isConcatenated(right)) {
            return Optional.empty();
        }
        return Optional.of(
                switch (operator) {
                    case ADD ->
                        right instanceof Temporal && left instanceof IsoDuration
                                ? add(right, left, 1)
                                : add(left, right, 1);
                    case SUBTRACT -> add(left, right, -1);
                    case MULTIPLY -> left instanceof IsoDuration ? multiply(left, right) : multiply(right, left);
                    case DIVIDE -> divide(left, right);
                    case MODULO, POWER -> throw mismatch(operator.symbol(), left, right);
                });
    }

    private static boolean isOurs(Object value) {
        return value instanceof Temporal || value instanceof IsoDuration;
    }

    /** Whether {@code +} is concatenation. */
    private static boolean isConcatenated(Object value) {
        return value instanceof List<?> || value instanceof String;
    }

    private static ThetisException mismatch(String symbol, Object left, Object right) {
        return new ThetisException(
                ErrorCode.TYPE_MISMATCH, symbol + " does not join these: left=" + left + ", right=" + right);
    }

    private static Object add(Object left, Object right, int sign) {
        if (!(right instanceof IsoDuration duration)) {
            throw mismatch(sign > 0 ? "+" : "-", left, right);
        }
        return switch (left) {
            case IsoDuration other -> sum(other, duration, BigInteger.valueOf(sign));
            case Temporal temporal -> Faults.temporal(() -> moved(temporal, duration, sign));
            default -> throw mismatch(sign > 0 ? "+" : "-", left, right);
        };
    }

    private static IsoDuration sum(IsoDuration left, IsoDuration right, BigInteger sign) {
        return DurationFunctions.of(
                BigInteger.valueOf(left.months()).add(sign.multiply(BigInteger.valueOf(right.months()))),
                BigInteger.valueOf(left.days()).add(sign.multiply(BigInteger.valueOf(right.days()))),
                DurationFunctions.nanoseconds(left).add(sign.multiply(DurationFunctions.nanoseconds(right))),
                BigInteger.ONE);
    }

    /**
     * First the months, which may shorten the day to the month's last, then the days, then the seconds. A date takes
     * the whole days of the seconds, a time of day takes only the seconds.
     */
    private static Temporal moved(Temporal start, IsoDuration duration, int sign) {
        BigInteger nanos = DurationFunctions.nanoseconds(duration).multiply(BigInteger.valueOf(sign));
        if (start instanceof LocalTime || start instanceof OffsetTime) {
            return start.plus(nanos.mod(NANOS_PER_DAY).longValueExact(), ChronoUnit.NANOS);
        }
        Temporal month = start.plus(Math.multiplyExact(duration.months(), sign), ChronoUnit.MONTHS);
        BigInteger days = BigInteger.valueOf(duration.days()).multiply(BigInteger.valueOf(sign));
        if (start instanceof LocalDate) {
            return month.plus(days.add(nanos.divide(NANOS_PER_DAY)).longValueExact(), ChronoUnit.DAYS);
        }
        Temporal moved = month.plus(days.longValueExact(), ChronoUnit.DAYS);
        BigInteger[] seconds = nanos.divideAndRemainder(DurationFunctions.NANOS_PER_SECOND);
        return moved.plus(seconds[0].longValueExact(), ChronoUnit.SECONDS)
                .plus(seconds[1].longValueExact(), ChronoUnit.NANOS);
    }

    private static Object multiply(Object left, Object right) {
        if (!(left instanceof IsoDuration duration) || !(right instanceof Number)) {
            throw mismatch("*", left, right);
        }
        BigDecimal factor = DurationFunctions.decimal(right);
        return scaled(duration, numerator(factor), denominator(factor));
    }

    private static Object divide(Object left, Object right) {
        if (!(left instanceof IsoDuration duration) || !(right instanceof Number)) {
            throw mismatch("/", left, right);
        }
        BigDecimal divisor = DurationFunctions.decimal(right);
        if (divisor.signum() == 0) {
            throw new ThetisException(ErrorCode.DIVISION_BY_ZERO, "a duration divided by zero: duration=" + duration);
        }
        BigInteger sign = BigInteger.valueOf(divisor.signum());
        return scaled(
                duration,
                denominator(divisor).multiply(sign),
                numerator(divisor).abs());
    }

    private static BigInteger numerator(BigDecimal number) {
        return number.setScale(Math.max(0, number.scale())).unscaledValue();
    }

    private static BigInteger denominator(BigDecimal number) {
        return BigInteger.TEN.pow(Math.max(0, number.scale()));
    }

    /** The duration times a fraction, whose denominator is positive. */
    private static IsoDuration scaled(IsoDuration duration, BigInteger numerator, BigInteger denominator) {
        return DurationFunctions.of(
                BigInteger.valueOf(duration.months()).multiply(numerator),
                BigInteger.valueOf(duration.days()).multiply(numerator),
                DurationFunctions.nanoseconds(duration).multiply(numerator),
                denominator);
    }
}
