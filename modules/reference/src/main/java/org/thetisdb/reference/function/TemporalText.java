package org.thetisdb.reference.function;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Temporal values from ISO 8601 text: the formats that openCypher lists. A year has four digits, or a sign and one to
 * nine digits, in the formats with hyphens only. An offset beside a region fixes the instant, which is then given in
 * the region's own time.
 */
final class TemporalText {
    private static final Pattern DATE = Pattern.compile("(?<basicYear>\\d{4})"
            + "(?:(?<basicMonth>\\d{2})(?<basicDay>\\d{2})?|W(?<basicWeek>\\d{2})(?<basicWeekDay>\\d)?"
            + "|Q(?<basicQuarter>\\d)(?<basicQuarterDay>\\d{2})?|(?<basicOrdinal>\\d{3}))"
            + "|(?<year>\\d{4}|[+-]\\d{1,9})"
            + "(?:-(?<month>\\d{1,2})(?:-(?<day>\\d{1,2}))?|-W(?<week>\\d{1,2})(?:-(?<weekDay>\\d))?"
            + "|-Q(?<quarter>\\d)(?:-(?<quarterDay>\\d{1,2}))?|-(?<ordinal>\\d{3}))?");
    private static final Pattern TIME = Pattern.compile(
            "(?<hour>\\d{1,2})" + "(?::?(?<minute>\\d{2})(?::?(?<second>\\d{2})(?:[.,](?<fraction>\\d{1,9}))?)?)?");
    private static final Pattern OFFSET =
            Pattern.compile("(?<sign>[+-])(?<hours>\\d{2})(?::?(?<minutes>\\d{2})(?::?(?<seconds>\\d{2}))?)?");
    private static final Pattern ZONED = Pattern.compile("(?<local>[^Zz+-]*)(?<offset>[Zz]|[+-][\\d:]*)?");
    private static final Pattern NAMED = Pattern.compile("(?<rest>[^\\[]*)(?:\\[(?<name>[^\\]]*)])?");

    private TemporalText() {}

    static LocalDate date(String text) {
        Matcher part = match(DATE, text, "date");
        int year = number(part, "year", "basicYear", 0);
        return Faults.temporal(() -> {
            if (has(part, "week", "basicWeek")) {
                return DateFields.ofWeek(
                        year, number(part, "week", "basicWeek", 1), number(part, "weekDay", "basicWeekDay", 1));
            }
            if (has(part, "quarter", "basicQuarter")) {
                return DateFields.ofQuarter(
                        year,
                        number(part, "quarter", "basicQuarter", 1),
                        number(part, "quarterDay", "basicQuarterDay", 1));
            }
            if (has(part, "ordinal", "basicOrdinal")) {
                return LocalDate.ofYearDay(year, number(part, "ordinal", "basicOrdinal", 1));
            }
            return LocalDate.of(year, number(part, "month", "basicMonth", 1), number(part, "day", "basicDay", 1));
        });
    }

    static LocalTime localTime(String text) {
        Matcher part = match(TIME, text, "time");
        String fraction = part.group("fraction");
        int nanosecond = fraction == null ? 0 : Integer.parseInt((fraction + "00000000").substring(0, 9));
        return Faults.temporal(() -> LocalTime.of(
                Integer.parseInt(part.group("hour")),
                number(part, "minute", "minute", 0),
                number(part, "second", "second", 0),
                nanosecond));
    }

    static OffsetTime time(String text, ZoneOffset defaultOffset) {
        Matcher part = match(ZONED, text, "time");
        String offset = part.group("offset");
        return localTime(part.group("local")).atOffset(offset == null ? defaultOffset : offset(offset));
    }

    static LocalDateTime localDateTime(String text) {
        int separator = text.indexOf('T');
        return separator < 0
                ? date(text).atStartOfDay()
                : date(text.substring(0, separator)).atTime(localTime(text.substring(separator + 1)));
    }

    static ZonedDateTime dateTime(String text, ZoneId defaultZone) {
        Matcher named = match(NAMED, text, "datetime");
        String rest = named.group("rest");
        int separator = rest.indexOf('T');
        LocalDate date = date(separator < 0 ? rest : rest.substring(0, separator));
        Matcher part = match(ZONED, separator < 0 ? "00" : rest.substring(separator + 1), "datetime");
        LocalDateTime local = date.atTime(localTime(part.group("local")));
        String offset = part.group("offset");
        if (named.group("name") == null) {
            ZoneId zone = offset == null ? defaultZone : offset(offset);
            return Faults.temporal(() -> local.atZone(zone));
        }
        ZoneId zone = zone(named.group("name"));
        if (offset == null) {
            return Faults.temporal(() -> local.atZone(zone));
        }
        return Faults.temporal(() -> local.atOffset(offset(offset)).atZoneSameInstant(zone));
    }

    /** {@code Z}, an offset such as {@code +01:00}, or the name of a region. */
    static ZoneId zone(String text) {
        if (text.equalsIgnoreCase("Z") || text.startsWith("+") || text.startsWith("-")) {
            return offset(text);
        }
        ZoneId zone = Faults.temporal(() -> ZoneId.of(text));
        // UTC+1 is an offset with a longer name.
        return ZoneId.getAvailableZoneIds().contains(zone.getId()) ? zone : zone.normalized();
    }

    private static ZoneOffset offset(String text) {
        if (text.equalsIgnoreCase("Z")) {
            return ZoneOffset.UTC;
        }
        Matcher part = match(OFFSET, text, "offset");
        int sign = part.group("sign").equals("-") ? -1 : 1;
        return Faults.temporal(() -> ZoneOffset.ofHoursMinutesSeconds(
                sign * Integer.parseInt(part.group("hours")),
                sign * number(part, "minutes", "minutes", 0),
                sign * number(part, "seconds", "seconds", 0)));
    }

    private static Matcher match(Pattern pattern, String text, String what) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw Faults.temporal("no such " + what + ": text='" + text + "'");
        }
        return matcher;
    }

    private static boolean has(Matcher part, String name, String basicName) {
        return text(part, name, basicName) != null;
    }

    private static String text(Matcher part, String name, String basicName) {
        return part.group(name) != null ? part.group(name) : part.group(basicName);
    }

    private static int number(Matcher part, String name, String basicName, int otherwise) {
        String text = text(part, name, basicName);
        return text == null ? otherwise : Integer.parseInt(text);
    }
}
