package org.thetisdb.shell.argument;

import java.math.BigDecimal;
import java.time.DateTimeException;
import org.thetisdb.value.IsoDuration;

/** Durations of ISO 8601, {@code P1Y2M3W4DT5H6M7.5S}, any amount signed. Stateless. */
final class DurationText {
    private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(IsoDuration.NANOS_PER_SECOND);

    private DurationText() {}

    static IsoDuration parse(String text) {
        boolean negative = text.startsWith("-");
        int at = negative || text.startsWith("+") ? 1 : 0;
        if (at >= text.length() - 1 || text.charAt(at) != 'P') {
            throw wrong(text);
        }
        BigDecimal months = BigDecimal.ZERO;
        BigDecimal days = BigDecimal.ZERO;
        BigDecimal seconds = BigDecimal.ZERO;
        boolean time = false;
        int start = ++at;
        for (; at < text.length(); at++) {
            char unit = text.charAt(at);
            if (unit == 'T' && !time && start == at) {
                time = true;
                start = at + 1;
            } else if (Character.isLetter(unit)) {
                if ((time ? "HMS" : "YMWD").indexOf(unit) < 0) {
                    throw wrong(text);
                }
                BigDecimal amount = new BigDecimal(text.substring(start, at));
                start = at + 1;
                switch (unit) {
                    case 'Y' -> months = months.add(amount.multiply(BigDecimal.valueOf(12)));
                    case 'W' -> days = days.add(amount.multiply(BigDecimal.valueOf(7)));
                    case 'D' -> days = days.add(amount);
                    case 'H' -> seconds = seconds.add(amount.multiply(BigDecimal.valueOf(3600)));
                    case 'S' -> seconds = seconds.add(amount);
                    case 'M' -> {
                        if (time) {
                            seconds = seconds.add(amount.multiply(BigDecimal.valueOf(60)));
                        } else {
                            months = months.add(amount);
                        }
                    }
                    default -> throw wrong(text);
                }
            }
        }
        if (start < text.length() || text.endsWith("P") || text.endsWith("T")) {
            throw wrong(text);
        }
        return duration(months, days, seconds, negative, text);
    }

    private static IsoDuration duration(
            BigDecimal months, BigDecimal days, BigDecimal seconds, boolean negative, String text) {
        BigDecimal sign = negative ? BigDecimal.ONE.negate() : BigDecimal.ONE;
        try {
            BigDecimal nanos = seconds.multiply(sign).multiply(NANOS_PER_SECOND);
            BigDecimal[] parts = nanos.divideAndRemainder(NANOS_PER_SECOND);
            return IsoDuration.of(
                    months.multiply(sign).longValueExact(),
                    days.multiply(sign).longValueExact(),
                    parts[0].longValueExact(),
                    parts[1].longValue());
        } catch (ArithmeticException fraction) {
            throw wrong(text);
        }
    }

    private static DateTimeException wrong(String text) {
        return new DateTimeException("a duration is written P1Y2M3DT4H5M6.7S with whole months and days: " + text);
    }
}
