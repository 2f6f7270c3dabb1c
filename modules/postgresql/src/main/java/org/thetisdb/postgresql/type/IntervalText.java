package org.thetisdb.postgresql.type;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.value.IsoDuration;

/**
 * Reads an interval as PostgreSQL writes it, and as people do: amounts with units, of which the fractions go to the
 * units below, with months of 30 days and days of 24 hours; years and months; a clock. Used once.
 */
final class IntervalText {
    private static final Pattern PART = Pattern.compile("\\s*(?:(?<sign>[+-]?)(?<hours>\\d+):(?<minutes>\\d\\d)"
            + "(?::(?<seconds>\\d\\d(?:\\.\\d*)?))?(?=\\s|$)"
            + "|(?<before>[+-]?)(?<years>\\d+)-(?<months>\\d+)(?=\\s|$)"
            + "|(?<amount>[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+))\\s*(?<unit>[a-zA-Z]*))\\s*");
    private static final Pattern AGO = Pattern.compile("(?i)\\s+ago\\s*$");
    private static final BigDecimal DAYS_OF_MONTH = BigDecimal.valueOf(30);
    private static final BigDecimal SECONDS_OF_DAY = BigDecimal.valueOf(86_400);
    private static final int NANOS_PLACES = 9;
    private static final int MICROS_PLACES = 6;

    private final String text;
    private long months;
    private long days;
    private BigDecimal seconds = BigDecimal.ZERO;

    IntervalText(String text) {
        this.text = text;
    }

    /** @throws DateTimeException if it is none; ArithmeticException if it is too long */
    IsoDuration read() {
        Matcher ago = AGO.matcher(text);
        boolean isAgo = ago.find();
        String parts = isAgo ? text.substring(0, ago.start()) : text;
        Matcher part = PART.matcher(parts);
        int at = 0;
        while (at < parts.length() && part.find(at) && part.start() == at) {
            add(part);
            at = part.end();
        }
        if (at < parts.length() || parts.isBlank()) {
            throw new DateTimeException(text);
        }
        BigDecimal exact = seconds.setScale(MICROS_PLACES, RoundingMode.HALF_EVEN);
        BigDecimal whole = exact.setScale(0, RoundingMode.FLOOR);
        long sign = isAgo ? -1 : 1;
        return IsoDuration.of(
                sign * months,
                sign * days,
                sign * whole.longValueExact(),
                sign * exact.subtract(whole).movePointRight(NANOS_PLACES).longValueExact());
    }

    private void add(Matcher part) {
        if (part.group("hours") != null) {
            BigDecimal clock = new BigDecimal(part.group("hours"))
                    .multiply(BigDecimal.valueOf(3600))
                    .add(new BigDecimal(part.group("minutes")).multiply(BigDecimal.valueOf(60)))
                    .add(part.group("seconds") == null ? BigDecimal.ZERO : new BigDecimal(part.group("seconds")));
            seconds = part.group("sign").equals("-") ? seconds.subtract(clock) : seconds.add(clock);
        } else if (part.group("years") != null) {
            long both = Math.addExact(
                    Math.multiplyExact(Long.parseLong(part.group("years")), 12L), Long.parseLong(part.group("months")));
            months = Math.addExact(months, part.group("before").equals("-") ? -both : both);
        } else {
            add(new BigDecimal(part.group("amount")), part.group("unit").toLowerCase(Locale.ROOT));
        }
    }

    private void add(BigDecimal amount, String unit) {
        switch (unit) {
            case "millennium", "millennia", "mil", "mils" -> addYears(amount, 1000);
            case "century", "centuries", "c", "cent" -> addYears(amount, 100);
            case "decade", "decades", "dec", "decs" -> addYears(amount, 10);
            case "year", "years", "y", "yr", "yrs" -> addYears(amount, 1);
            case "month", "months", "mon", "mons" -> {
                BigDecimal whole = amount.setScale(0, RoundingMode.DOWN);
                months = Math.addExact(months, whole.longValueExact());
                addDays(amount.subtract(whole).multiply(DAYS_OF_MONTH));
            }
            case "week", "weeks", "w" -> addDays(amount.multiply(BigDecimal.valueOf(7)));
            case "day", "days", "d" -> addDays(amount);
            case "hour", "hours", "h", "hr", "hrs" -> addSeconds(amount, BigDecimal.valueOf(3600));
            case "minute", "minutes", "min", "mins", "m" -> addSeconds(amount, BigDecimal.valueOf(60));
            case "second", "seconds", "sec", "secs", "s", "" -> addSeconds(amount, BigDecimal.ONE);
            case "millisecond", "milliseconds", "msec", "msecs", "ms" -> addSeconds(amount, BigDecimal.valueOf(1, 3));
            case "microsecond", "microseconds", "usec", "usecs", "us" ->
                addSeconds(amount, BigDecimal.valueOf(1, MICROS_PLACES));
            default -> throw new DateTimeException(text);
        }
    }

    private void addYears(BigDecimal amount, long years) {
        months = Math.addExact(
                months,
                amount.multiply(BigDecimal.valueOf(12 * years))
                        .setScale(0, RoundingMode.HALF_EVEN)
                        .longValueExact());
    }

    private void addDays(BigDecimal amount) {
        BigDecimal whole = amount.setScale(0, RoundingMode.DOWN);
        days = Math.addExact(days, whole.longValueExact());
        addSeconds(amount.subtract(whole), SECONDS_OF_DAY);
    }

    private void addSeconds(BigDecimal amount, BigDecimal each) {
        seconds = seconds.add(amount.multiply(each));
    }
}
