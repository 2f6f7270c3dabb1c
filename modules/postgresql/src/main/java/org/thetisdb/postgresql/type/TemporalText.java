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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.value.IsoDuration;

/** Times and intervals as PostgreSQL writes them, and in ISO 8601. Stateless. */
final class TemporalText {
    private static final Pattern STAMP = Pattern.compile(
            "(\\d{4,}-\\d\\d-\\d\\d)(?:[ T](\\S+?))?(?:\\s*" + "(Z|UTC|[+-]\\d\\d(?::?\\d\\d(?::?\\d\\d)?)?))?");

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

    /** {@code 1 year 2 mons 3 days 04:05:06.789}, {@code 1.5 hours ago}, {@code 1-2}, or ISO 8601. */
    static IsoDuration interval(String text) {
        String rest = text.startsWith("@") ? text.substring(1) : text;
        return rest.startsWith("P") ? iso(rest) : new IntervalText(rest).read();
    }

    private static IsoDuration iso(String text) {
        int time = text.indexOf('T');
        String date = time < 0 ? text : text.substring(0, time);
        Period period = date.equals("P") ? Period.ZERO : Period.parse(date);
        Duration duration = time < 0 ? Duration.ZERO : Duration.parse("P" + text.substring(time));
        return new IsoDuration(period.toTotalMonths(), period.getDays(), duration.getSeconds(), duration.getNano());
    }
}
