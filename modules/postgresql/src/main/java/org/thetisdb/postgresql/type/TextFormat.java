package org.thetisdb.postgresql.type;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.IsoDuration;

/** Values as PostgreSQL writes them, with DateStyle ISO and IntervalStyle postgres. Stateless. */
public final class TextFormat {
    private static final long MICROS_PER_SECOND = 1_000_000;

    private TextFormat() {}

    /**
     * Appends a value that was converted to the type.
     *
     * @param zone in which a timestamp with a zone is shown
     */
    public static void append(StringBuilder text, PgType type, Object value, ZoneId zone) {
        switch (value) {
            case Boolean flag -> text.append(flag ? 't' : 'f');
            case Long id when type == PgType.TID -> text.append(TupleId.text(id));
            case Double number when type == PgType.FLOAT4 -> real(text, (float) (double) number);
            case Double number
            when type == PgType.NUMERIC && Double.isFinite(number) ->
                text.append(new BigDecimal(Double.toString(number))
                        .stripTrailingZeros()
                        .toPlainString());
            case Double number -> floating(text, number);
            case LocalDate date -> date(text, date);
            case LocalTime time -> time(text, time);
            case OffsetTime time -> {
                time(text, time.toLocalTime());
                offset(text, time.getOffset());
            }
            case LocalDateTime time -> timestamp(text, time, "");
            case ZonedDateTime time -> zoned(text, time.withZoneSameInstant(zone));
            case IsoDuration duration -> interval(text, duration);
            case List<?> list -> array(text, type, list, zone);
            default -> text.append(value);
        }
    }

    private static void real(StringBuilder text, float number) {
        if (Float.isFinite(number)) {
            shortest(text, Float.toString(number));
        } else {
            floating(text, number);
        }
    }

    private static void floating(StringBuilder text, double number) {
        if (Double.isNaN(number)) {
            text.append("NaN");
        } else if (Double.isInfinite(number)) {
            text.append(number > 0 ? "Infinity" : "-Infinity");
        } else {
            shortest(text, Double.toString(number));
        }
    }

    /** Java's digits are the shortest, too; PostgreSQL writes 3 and 1e+20 where Java writes 3.0 and 1.0E20. */
    private static void shortest(StringBuilder text, String digits) {
        int exponent = digits.indexOf('E');
        String mantissa = exponent < 0 ? digits : digits.substring(0, exponent);
        text.append(mantissa.endsWith(".0") ? mantissa.substring(0, mantissa.length() - 2) : mantissa);
        if (exponent >= 0) {
            String power = digits.substring(exponent + 1);
            boolean negative = power.startsWith("-");
            String figures = negative ? power.substring(1) : power;
            text.append('e').append(negative ? '-' : '+');
            text.append(figures.length() < 2 ? "0" : "").append(figures);
        }
    }

    private static void date(StringBuilder text, LocalDate date) {
        int year = date.getYear();
        padded(text, year > 0 ? year : 1 - year, 4);
        padded(text.append('-'), date.getMonthValue(), 2);
        padded(text.append('-'), date.getDayOfMonth(), 2);
        text.append(year > 0 ? "" : " BC");
    }

    private static void timestamp(StringBuilder text, LocalDateTime time, String offset) {
        int year = time.getYear();
        padded(text, year > 0 ? year : 1 - year, 4);
        padded(text.append('-'), time.getMonthValue(), 2);
        padded(text.append('-'), time.getDayOfMonth(), 2);
        time(text.append(' '), time.toLocalTime());
        text.append(offset).append(year > 0 ? "" : " BC");
    }

    private static void zoned(StringBuilder text, ZonedDateTime time) {
        StringBuilder offset = new StringBuilder();
        offset(offset, time.getOffset());
        timestamp(text, time.toLocalDateTime(), offset.toString());
    }

    private static void time(StringBuilder text, LocalTime time) {
        padded(text, time.getHour(), 2);
        padded(text.append(':'), time.getMinute(), 2);
        padded(text.append(':'), time.getSecond(), 2);
        fraction(text, time.getNano() / 1000);
    }

    private static void fraction(StringBuilder text, long micros) {
        if (micros != 0) {
            String digits = Long.toString(MICROS_PER_SECOND + micros);
            int end = digits.length();
            while (digits.charAt(end - 1) == '0') {
                end--;
            }
            text.append('.').append(digits, 1, end);
        }
    }

    private static void offset(StringBuilder text, ZoneOffset offset) {
        int seconds = Math.abs(offset.getTotalSeconds());
        padded(text.append(offset.getTotalSeconds() < 0 ? '-' : '+'), seconds / 3600, 2);
        if (seconds % 3600 != 0) {
            padded(text.append(':'), seconds % 3600 / 60, 2);
        }
        if (seconds % 60 != 0) {
            padded(text.append(':'), seconds % 60, 2);
        }
    }

    private static void padded(StringBuilder text, int number, int digits) {
        String figures = Integer.toString(number);
        text.repeat('0', Math.max(0, digits - figures.length())).append(figures);
    }

    /** For example {@code 1 year 2 mons 3 days 04:05:06.789}; zero is {@code 00:00:00}. */
    private static void interval(StringBuilder text, IsoDuration duration) {
        int begin = text.length();
        part(text, begin, duration.months() / 12, "year", "years");
        part(text, begin, duration.months() % 12, "mon", "mons");
        part(text, begin, duration.days(), "day", "days");
        long micros =
                Math.addExact(Math.multiplyExact(duration.seconds(), MICROS_PER_SECOND), duration.nanoseconds() / 1000);
        if (micros == 0 && text.length() > begin) {
            return;
        }
        boolean afterNegative = text.indexOf("-", begin) >= 0;
        text.append(text.length() > begin ? " " : "");
        text.append(micros < 0 ? "-" : afterNegative ? "+" : "");
        long size = Math.abs(micros);
        long seconds = size / MICROS_PER_SECOND;
        String hours = Long.toString(seconds / 3600);
        text.append(hours.length() < 2 ? "0" : "").append(hours);
        padded(text.append(':'), (int) (seconds % 3600 / 60), 2);
        padded(text.append(':'), (int) (seconds % 60), 2);
        fraction(text, size % MICROS_PER_SECOND);
    }

    private static void part(StringBuilder text, int begin, long amount, String one, String many) {
        if (amount != 0) {
            text.append(text.length() > begin ? " " : "").append(amount).append(' ');
            text.append(amount == 1 ? one : many);
        }
    }

    private static void array(StringBuilder text, PgType type, List<?> list, ZoneId zone) {
        PgType element = type.element().orElse(PgType.TEXT);
        boolean vector = type == PgType.INT2VECTOR || type == PgType.OIDVECTOR;
        String separator = "";
        text.append(vector ? "" : "{");
        for (Object value : list) {
            text.append(separator);
            separator = vector ? " " : ",";
            element(text, element, value, zone);
        }
        text.append(vector ? "" : "}");
    }

    private static void element(StringBuilder text, PgType type, @Nullable Object value, ZoneId zone) {
        if (value == null) {
            text.append("NULL");
            return;
        }
        StringBuilder inner = new StringBuilder();
        append(inner, type, Conversion.to(type, value, zone), zone);
        String plain = inner.toString();
        if (!plain.isEmpty()
                && !plain.equalsIgnoreCase("NULL")
                && plain.chars().noneMatch(unit -> "{}\",\\".indexOf(unit) >= 0 || Character.isWhitespace(unit))) {
            text.append(plain);
            return;
        }
        text.append('"');
        for (int index = 0; index < plain.length(); index++) {
            char unit = plain.charAt(index);
            text.append(unit == '"' || unit == '\\' ? "\\" : "").append(unit);
        }
        text.append('"');
    }
}
