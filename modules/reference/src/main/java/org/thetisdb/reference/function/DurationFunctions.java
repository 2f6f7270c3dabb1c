package org.thetisdb.reference.function;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.IsoDuration;

/**
 * Durations from text and maps, and the one rule for fractions of them.
 *
 * <p>All is computed exactly. A fraction of a month becomes days of which an average month (a twelfth of the Gregorian
 * calendar's 365.2425 days) has 30.436875, a fraction of a day becomes seconds of which it has 86,400, and what is
 * smaller than a nanosecond is cut off.
 */
final class DurationFunctions {
    static final long SECONDS_PER_DAY = 86_400;
    static final long SECONDS_PER_MONTH = 2_629_746;
    static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(IsoDuration.NANOS_PER_SECOND);
    private static final BigInteger NANOS_PER_DAY =
            BigInteger.valueOf(SECONDS_PER_DAY).multiply(NANOS_PER_SECOND);
    private static final BigInteger NANOS_PER_MONTH =
            BigInteger.valueOf(SECONDS_PER_MONTH).multiply(NANOS_PER_SECOND);

    private static final String NUMBER = "([+-]?\\d+(?:[.,]\\d+)?)";
    private static final Pattern UNITS = Pattern.compile(
            "([+-])?P(?=.)(?:" + NUMBER + "Y)?(?:" + NUMBER + "M)?(?:" + NUMBER + "W)?(?:" + NUMBER + "D)?(?:T(?=.)(?:"
                    + NUMBER + "H)?(?:" + NUMBER + "M)?(?:" + NUMBER + "S)?)?",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern DATE = Pattern.compile(
            "(-)?P(\\d{4})-?(\\d{2})-?(\\d{2})" + "(?:T(\\d{2}):?(\\d{2}):?(\\d{2}(?:[.,]\\d{1,9})?))?");

    /** How many months, days or nanoseconds each unit has. */
    private static final Map<String, Long> MONTHS = Map.of("years", 12L, "quarters", 3L, "months", 1L);

    private static final Map<String, Long> DAYS = Map.of("weeks", 7L, "days", 1L);
    private static final Map<String, Long> NANOSECONDS = Map.of(
            "hours", 3_600_000_000_000L,
            "minutes", 60_000_000_000L,
            "seconds", 1_000_000_000L,
            "milliseconds", 1_000_000L,
            "microseconds", 1_000L,
            "nanoseconds", 1L);

    private DurationFunctions() {}

    static @Nullable Object duration(Arguments given) {
        return switch (given.get(0)) {
            case IsoDuration duration -> duration;
            case String text -> ofText(text);
            case Map<?, ?> map -> Fields.anyIsNull(map) ? null : ofMap(map);
            default -> given.fail("a STRING, a MAP or a DURATION", 0);
        };
    }

    private static IsoDuration ofMap(Map<?, ?> map) {
        BigDecimal months = BigDecimal.ZERO;
        BigDecimal days = BigDecimal.ZERO;
        BigDecimal nanoseconds = BigDecimal.ZERO;
        for (Map.Entry<?, ?> field : map.entrySet()) {
            BigDecimal amount = decimal(field.getValue());
            if (MONTHS.containsKey(field.getKey())) {
                months = months.add(amount.multiply(BigDecimal.valueOf(MONTHS.get(field.getKey()))));
            } else if (DAYS.containsKey(field.getKey())) {
                days = days.add(amount.multiply(BigDecimal.valueOf(DAYS.get(field.getKey()))));
            } else if (NANOSECONDS.containsKey(field.getKey())) {
                nanoseconds = nanoseconds.add(amount.multiply(BigDecimal.valueOf(NANOSECONDS.get(field.getKey()))));
            } else {
                throw Faults.temporal("no such field of a duration: field=" + field.getKey());
            }
        }
        return of(months, days, nanoseconds);
    }

    /** A number; a FLOAT is the decimal number that is printed for it. */
    static BigDecimal decimal(Object value) {
        return switch (value) {
            case Long integer -> BigDecimal.valueOf(integer);
            case Double number when Double.isFinite(number) -> BigDecimal.valueOf(number);
            case Double number -> throw Faults.argument("no duration has such a length: value=" + number);
            default -> throw Faults.type("a duration", "numbers", value);
        };
    }

    private static IsoDuration ofText(String text) {
        Matcher units = UNITS.matcher(text);
        if (units.matches()) {
            return ofText(
                    "-".equals(units.group(1)),
                    number(units.group(2)).multiply(BigDecimal.valueOf(12)).add(number(units.group(3))),
                    number(units.group(4)).multiply(BigDecimal.valueOf(7)).add(number(units.group(5))),
                    seconds(units.group(6), units.group(7), units.group(8)));
        }
        Matcher date = DATE.matcher(text);
        if (date.matches()) {
            return ofText(
                    "-".equals(date.group(1)),
                    number(date.group(2)).multiply(BigDecimal.valueOf(12)).add(number(date.group(3))),
                    number(date.group(4)),
                    seconds(date.group(5), date.group(6), date.group(7)));
        }
        throw Faults.temporal("no such duration: text='" + text + "'");
    }

    private static IsoDuration ofText(boolean negative, BigDecimal months, BigDecimal days, BigDecimal seconds) {
        BigDecimal nanoseconds = seconds.movePointRight(9);
        return negative ? of(months.negate(), days.negate(), nanoseconds.negate()) : of(months, days, nanoseconds);
    }

    private static BigDecimal seconds(String hours, String minutes, String seconds) {
        return number(hours)
                .multiply(BigDecimal.valueOf(3600))
                .add(number(minutes).multiply(BigDecimal.valueOf(60)))
                .add(number(seconds));
    }

    private static BigDecimal number(String text) {
        return text == null ? BigDecimal.ZERO : new BigDecimal(text.replace(',', '.'));
    }

    private static IsoDuration of(BigDecimal months, BigDecimal days, BigDecimal nanoseconds) {
        int scale = Math.max(0, Math.max(months.scale(), Math.max(days.scale(), nanoseconds.scale())));
        return of(
                months.setScale(scale).unscaledValue(),
                days.setScale(scale).unscaledValue(),
                nanoseconds.setScale(scale).unscaledValue(),
                BigInteger.TEN.pow(scale));
    }

    /** The duration of so many months, days and nanoseconds, all divided by the positive divisor. */
    static IsoDuration of(BigInteger months, BigInteger days, BigInteger nanoseconds, BigInteger divisor) {
        BigInteger[] month = months.divideAndRemainder(divisor);
        BigInteger daysInNanos = days.multiply(NANOS_PER_DAY).add(month[1].multiply(NANOS_PER_MONTH));
        BigInteger[] day = daysInNanos.divideAndRemainder(NANOS_PER_DAY.multiply(divisor));
        BigInteger nanos = nanoseconds.add(day[1]).divide(divisor);
        BigInteger[] second = nanos.divideAndRemainder(NANOS_PER_SECOND);
        try {
            return IsoDuration.of(
                    month[0].longValueExact(),
                    day[0].longValueExact(),
                    second[0].longValueExact(),
                    second[1].longValueExact());
        } catch (ArithmeticException tooLong) {
            throw Faults.range(
                    "too long a duration: months=" + month[0] + ", days=" + day[0] + ", seconds=" + second[0]);
        }
    }

    /** The seconds and nanoseconds of a duration in nanoseconds. */
    static BigInteger nanoseconds(IsoDuration duration) {
        return BigInteger.valueOf(duration.seconds())
                .multiply(NANOS_PER_SECOND)
                .add(BigInteger.valueOf(duration.nanoseconds()));
    }
}
