package org.thetisdb.engine.temporal;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.IsoFields;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.engine.semantics.Durations;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.value.IsoDuration;

/**
 * Reads temporal values in all forms of ISO 8601 that openCypher lists: extended and basic, by month, week, quarter or
 * day of the year. Stateless.
 */
public final class TemporalParser {
    private static final String DATE_TEXT = "(?<year>\\d{4}|[+-]\\d{1,9})"
            + "(?:-?W(?<week>\\d{1,2})(?:-?(?<dayOfWeek>\\d))?"
            + "|-?Q(?<quarter>\\d)(?:-?(?<dayOfQuarter>\\d{1,2}))?"
            + "|-(?<month>\\d{1,2})-(?<day>\\d{1,2})"
            + "|(?<month2>\\d{2})(?<day2>\\d{2})"
            + "|-?(?<ordinal>\\d{3})"
            + "|-(?<month3>\\d{1,2})"
            + "|(?<month4>\\d{2}))?";
    private static final String TIME_TEXT =
            "(?<hour>\\d{1,2})(?::?(?<minute>\\d{2})(?::?(?<second>\\d{2})(?:[.,](?<fraction>\\d{1,9}))?)?)?";
    private static final String ZONE_TEXT =
            "(?<offset>[zZ]|[+-]\\d{2}(?::?\\d{2}(?::?\\d{2})?)?)?(?:\\[(?<region>[^\\]]+)\\])?";
    private static final Pattern DATE = Pattern.compile(DATE_TEXT);
    private static final Pattern TIME = Pattern.compile(TIME_TEXT + ZONE_TEXT);
    private static final Pattern DATE_TIME = Pattern.compile(DATE_TEXT + "(?:T" + TIME_TEXT + ")?" + ZONE_TEXT);
    private static final Pattern OFFSET = Pattern.compile("([+-])(\\d{2})(?::?(\\d{2}))?(?::?(\\d{2}))?");
    private static final String AMOUNT = "(?:([+-]?\\d+(?:[.,]\\d+)?)";
    private static final Pattern DURATION = Pattern.compile(
            "([+-])?P" + AMOUNT + "Y)?" + AMOUNT + "M)?" + AMOUNT + "W)?" + AMOUNT + "D)?" + "(T" + AMOUNT + "H)?"
                    + AMOUNT + "M)?" + AMOUNT + "S)?)?",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern DURATION_AS_DATE_TIME =
            Pattern.compile("P(\\d{4})-?(\\d{2})-?(\\d{2})(?:T(\\d{2}):?(\\d{2}):?(\\d{2})(?:[.,](\\d{1,9}))?)?");

    private TemporalParser() {}

    public static LocalDate date(String text) {
        Matcher matcher = match(DATE, "a DATE", "2015-07-21", text);
        return dated(matcher, text);
    }

    public static LocalTime localTime(String text) {
        Matcher matcher = match(TIME, "a LOCAL TIME", "21:40:32.142", text);
        rejectZone(matcher, "a LOCAL TIME", text);
        return timed(matcher, text);
    }

    public static OffsetTime time(String text) {
        Matcher matcher = match(TIME, "a TIME", "21:40:32.142+01:00", text);
        ZoneId zone = zone(matcher, text, ZoneOffset.UTC);
        if (!(zone instanceof ZoneOffset offset)) {
            throw wrong("a TIME with an offset", "21:40:32.142+01:00", text);
        }
        return OffsetTime.of(timed(matcher, text), offset);
    }

    public static LocalDateTime localDateTime(String text) {
        Matcher matcher = match(DATE_TIME, "a LOCAL DATETIME", "2015-07-21T21:40:32.142", text);
        rejectZone(matcher, "a LOCAL DATETIME", text);
        return LocalDateTime.of(dated(matcher, text), timed(matcher, text));
    }

    public static ZonedDateTime dateTime(String text, ZoneId defaultZone) {
        Matcher matcher = match(DATE_TIME, "a DATETIME", "2015-07-21T21:40:32.142+01:00", text);
        LocalDateTime local = LocalDateTime.of(dated(matcher, text), timed(matcher, text));
        ZoneId zone = zone(matcher, text, defaultZone);
        if (matcher.group("offset") != null && !(zone instanceof ZoneOffset)) {
            ZoneOffset offset = (ZoneOffset) zone(matcher.group("offset"));
            if (zone.getRules().getValidOffsets(local).contains(offset)) {
                return ZonedDateTime.ofLocal(local, zone, offset);
            }
            return atZone(ZonedDateTime.of(local, offset), zone);
        }
        return ZonedDateTime.of(local, zone);
    }

    /** The same instant elsewhere; at the ends of the range of dates there may be none. */
    public static ZonedDateTime atZone(ZonedDateTime time, ZoneId zone) {
        try {
            return time.withZoneSameInstant(zone);
        } catch (DateTimeException outOfRange) {
            throw Errors.temporal(
                    "no such date there: time=" + time + ", zone=" + zone + "; years go from -999999999 to 999999999");
        }
    }

    private static Matcher match(Pattern pattern, String what, String example, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw wrong(what, example, text);
        }
        return matcher;
    }

    private static RuntimeException wrong(String what, String example, String text) {
        return Errors.temporal("not " + what + ": text=" + Errors.show(text) + "; write it as '" + example + "'");
    }

    private static void rejectZone(Matcher matcher, String what, String text) {
        if (matcher.group("offset") != null || matcher.group("region") != null) {
            throw Errors.temporal(what + " has no time zone: text=" + Errors.show(text) + "; leave the zone out");
        }
    }

    private static LocalDate dated(Matcher matcher, String text) {
        try {
            int year = Integer.parseInt(matcher.group("year"));
            if (matcher.group("week") != null) {
                return ofWeek(year, number(matcher, "week", 1), number(matcher, "dayOfWeek", 1));
            }
            if (matcher.group("quarter") != null) {
                return ofQuarter(year, number(matcher, "quarter", 1), number(matcher, "dayOfQuarter", 1));
            }
            if (matcher.group("ordinal") != null) {
                return LocalDate.ofYearDay(year, number(matcher, "ordinal", 1));
            }
            int basicMonth = number(matcher, "month2", number(matcher, "month4", 1));
            int month = number(matcher, "month", number(matcher, "month3", basicMonth));
            return LocalDate.of(year, month, number(matcher, "day", number(matcher, "day2", 1)));
        } catch (DateTimeException | NumberFormatException invalid) {
            throw Errors.temporal("no such date: text=" + Errors.show(text) + ", reason=" + TemporalReason.of(invalid));
        }
    }

    static LocalDate ofWeek(long weekYear, long week, long dayOfWeek) {
        if (week < 1 || week > weeks(weekYear)) {
            throw new DateTimeException("week " + week + " of year " + weekYear);
        }
        if (dayOfWeek < 1 || dayOfWeek > 7) {
            throw new DateTimeException("day of week " + dayOfWeek);
        }
        LocalDate january4 = LocalDate.of(Math.toIntExact(weekYear), 1, 4);
        LocalDate monday = january4.minusDays(january4.getDayOfWeek().getValue() - 1);
        return monday.plusDays((week - 1) * 7 + dayOfWeek - 1);
    }

    /** How many weeks a year of weeks has, 52 or 53. */
    static long weeks(long weekYear) {
        LocalDate january4 = LocalDate.of(Math.toIntExact(weekYear), 1, 4);
        return IsoFields.WEEK_OF_WEEK_BASED_YEAR.rangeRefinedBy(january4).getMaximum();
    }

    static LocalDate ofQuarter(long year, long quarter, long dayOfQuarter) {
        if (dayOfQuarter < 1 || dayOfQuarter > daysOfQuarter(year, quarter)) {
            throw new DateTimeException("day " + dayOfQuarter + " of quarter " + quarter);
        }
        return firstOfQuarter(year, quarter).plusDays(dayOfQuarter - 1);
    }

    static long daysOfQuarter(long year, long quarter) {
        LocalDate first = firstOfQuarter(year, quarter);
        return IsoFields.DAY_OF_QUARTER.rangeRefinedBy(first).getMaximum();
    }

    private static LocalDate firstOfQuarter(long year, long quarter) {
        if (quarter < 1 || quarter > 4) {
            throw new DateTimeException("quarter " + quarter);
        }
        return LocalDate.of(Math.toIntExact(year), (int) quarter * 3 - 2, 1);
    }

    private static int number(Matcher matcher, String group, int otherwise) {
        String digits = matcher.group(group);
        return digits == null ? otherwise : Integer.parseInt(digits);
    }

    private static LocalTime timed(Matcher matcher, String text) {
        try {
            return LocalTime.of(
                    number(matcher, "hour", 0),
                    number(matcher, "minute", 0),
                    number(matcher, "second", 0),
                    nanos(matcher.group("fraction")));
        } catch (DateTimeException invalid) {
            throw Errors.temporal("no such time: text=" + Errors.show(text) + ", reason=" + TemporalReason.of(invalid));
        }
    }

    private static int nanos(String fraction) {
        return fraction == null ? 0 : Integer.parseInt((fraction + "000000000").substring(0, 9));
    }

    private static ZoneId zone(Matcher matcher, String text, ZoneId otherwise) {
        String region = matcher.group("region");
        String offset = matcher.group("offset");
        try {
            if (region != null) {
                return zone(region);
            }
            return offset == null ? otherwise : zone(offset);
        } catch (DateTimeException invalid) {
            throw Errors.temporal("no such time zone: text=" + Errors.show(text) + "; use Z, +01:00 or Europe/Berlin");
        }
    }

    /** A zone by its name or offset. */
    public static ZoneId zone(String name) {
        Matcher offset = OFFSET.matcher(name);
        try {
            if (name.equalsIgnoreCase("z")) {
                return ZoneOffset.UTC;
            }
            if (offset.matches()) {
                int sign = offset.group(1).equals("-") ? -1 : 1;
                return ZoneOffset.ofHoursMinutesSeconds(
                        sign * (int) digits(offset, 2), sign * (int) digits(offset, 3), sign * (int) digits(offset, 4));
            }
            if (name.startsWith("+") || name.startsWith("-")) {
                throw new DateTimeException("an offset in another format");
            }
            return ZoneId.of(name);
        } catch (DateTimeException invalid) {
            throw Errors.temporal("no such time zone: zone=" + Errors.show(name) + "; use Z, +01:00 or Europe/Berlin");
        }
    }

    public static IsoDuration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        boolean hasParts = text.length() > 1 && !text.endsWith("T") && !text.endsWith("P");
        if (matcher.matches() && hasParts) {
            BigDecimal sign = "-".equals(matcher.group(1)) ? BigDecimal.ONE.negate() : BigDecimal.ONE;
            BigDecimal months =
                    amount(matcher, 2).multiply(BigDecimal.valueOf(12)).add(amount(matcher, 3));
            BigDecimal days = amount(matcher, 4).multiply(BigDecimal.valueOf(7)).add(amount(matcher, 5));
            BigDecimal seconds = amount(matcher, 7)
                    .multiply(BigDecimal.valueOf(3600))
                    .add(amount(matcher, 8).multiply(BigDecimal.valueOf(60)))
                    .add(amount(matcher, 9));
            return Durations.exact(months.multiply(sign), days.multiply(sign), seconds.multiply(sign), BigDecimal.ZERO);
        }
        Matcher dateTime = DURATION_AS_DATE_TIME.matcher(text);
        if (dateTime.matches()) {
            long months = digits(dateTime, 1) * 12 + digits(dateTime, 2);
            long seconds = digits(dateTime, 4) * 3600 + digits(dateTime, 5) * 60 + digits(dateTime, 6);
            return IsoDuration.of(months, digits(dateTime, 3), seconds, nanos(dateTime.group(7)));
        }
        throw wrong("a DURATION", "P1Y2M10DT2H30M5.5S", text);
    }

    private static BigDecimal amount(Matcher matcher, int group) {
        String digits = matcher.group(group);
        return digits == null ? BigDecimal.ZERO : new BigDecimal(digits.replace(',', '.'));
    }

    private static long digits(Matcher matcher, int group) {
        String digits = matcher.group(group);
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
