package org.thetisdb.postgresql.type;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.value.IsoDuration;

/** Times and intervals as PostgreSQL writes them, and in ISO 8601. Stateless. */
final class TemporalText {
    private static final Pattern STAMP = Pattern.compile(
            "(\\d{4,}-\\d\\d-\\d\\d)(?:[ T](\\S+?))?(?:\\s*" + "(Z|UTC|[+-]\\d\\d(?::?\\d\\d(?::?\\d\\d)?)?))?");
    private static final Pattern AMOUNT = Pattern.compile("\\s*([+-]?\\d+)\\s*([a-zA-Z]+)");
    private static final Pattern CLOCK =
            Pattern.compile("\\s*([+-]?)(\\d+):(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{1,9}))?)?\\s*");

    private TemporalText() {}

    static LocalTime time(String text) {
        return LocalTime.parse(text.length() == 7 ? "0" + text : text);
    }

    static OffsetTime offsetTime(String text) {
        int sign = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
        if (sign < 0) {
            boolean zulu = text.endsWith("Z");
            return time(zulu ? text.substring(0, text.length() - 1) : text).atOffset(ZoneOffset.UTC);
        }
        return time(text.substring(0, sign)).atOffset(offset(text.substring(sign)));
    }

    static LocalDateTime timestamp(String text) {
        return zoned(text, ZoneOffset.UTC).toLocalDateTime();
    }

    static ZonedDateTime zoned(String text, ZoneId zone) {
        Matcher matcher = STAMP.matcher(text);
        if (!matcher.matches()) {
            throw new DateTimeException(text);
        }
        String time = matcher.group(2) == null ? "00:00" : matcher.group(2);
        LocalDateTime local = LocalDateTime.parse(matcher.group(1) + "T" + time);
        String offset = matcher.group(3);
        return offset == null ? local.atZone(zone) : local.atZone(offset(offset));
    }

    private static ZoneOffset offset(String text) {
        return text.equals("UTC") ? ZoneOffset.UTC : ZoneOffset.of(text);
    }

    /** {@code 1 year 2 mons 3 days 04:05:06.789}, or ISO 8601. */
    static IsoDuration interval(String text) {
        String rest = text.startsWith("@") ? text.substring(1) : text;
        if (rest.startsWith("P")) {
            return iso(rest);
        }
        long months = 0;
        long days = 0;
        long seconds = 0;
        long nanos = 0;
        Matcher amount = AMOUNT.matcher(rest);
        int at = 0;
        while (amount.find(at) && amount.start() == at) {
            long number = Long.parseLong(amount.group(1));
            switch (amount.group(2).toLowerCase(Locale.ROOT).replaceFirst("s$", "")) {
                case "year", "y" -> months += Math.multiplyExact(number, 12L);
                case "month", "mon" -> months += number;
                case "week", "w" -> days += Math.multiplyExact(number, 7L);
                case "day", "d" -> days += number;
                case "hour", "h" -> seconds += Math.multiplyExact(number, 3600L);
                case "minute", "min", "m" -> seconds += Math.multiplyExact(number, 60L);
                case "second", "sec", "" -> seconds += number;
                default -> throw new DateTimeException(text);
            }
            at = amount.end();
        }
        if (at < rest.length()) {
            Matcher clock = CLOCK.matcher(rest.substring(at));
            if (!clock.matches()) {
                throw new DateTimeException(text);
            }
            long sign = clock.group(1).equals("-") ? -1 : 1;
            String second = clock.group(4) == null ? "0" : clock.group(4);
            seconds += sign
                    * (Long.parseLong(clock.group(2)) * 3600
                            + Long.parseLong(clock.group(3)) * 60
                            + Long.parseLong(second));
            String fraction = clock.group(5) == null ? "" : clock.group(5);
            nanos = sign * Long.parseLong((fraction + "000000000").substring(0, 9));
        }
        return IsoDuration.of(months, days, seconds, nanos);
    }

    private static IsoDuration iso(String text) {
        int time = text.indexOf('T');
        String date = time < 0 ? text : text.substring(0, time);
        Period period = date.equals("P") ? Period.ZERO : Period.parse(date);
        Duration duration = time < 0 ? Duration.ZERO : Duration.parse("P" + text.substring(time));
        return new IsoDuration(period.toTotalMonths(), period.getDays(), duration.getSeconds(), duration.getNano());
    }
}
