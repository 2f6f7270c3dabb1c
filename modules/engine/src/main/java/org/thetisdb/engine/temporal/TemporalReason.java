package org.thetisdb.engine.temporal;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why there is no such date or time, in words that need no knowledge of Java: its library speaks of
 * {@code MonthOfYear} and of {@code 'FEBRUARY 30'}. What it says otherwise stays as it is. Stateless.
 */
final class TemporalReason {
    private static final Pattern OUT_OF_RANGE =
            Pattern.compile("Invalid value for (\\w+) \\(valid values (\\S+) - (\\S+)\\): (\\S+)");
    private static final Pattern NO_SUCH_DAY = Pattern.compile("Invalid date '([A-Z])([A-Z]+) ([0-9]+)'");
    private static final Pattern NO_LEAP_YEAR = Pattern.compile("Invalid date '.*' as '(.+)' is not a leap year");

    private TemporalReason() {}

    static String of(RuntimeException cause) {
        String message = String.valueOf(cause.getMessage());
        Matcher range = OUT_OF_RANGE.matcher(message);
        if (range.matches()) {
            return part(range.group(1)) + " " + range.group(4) + " is not between " + range.group(2) + " and "
                    + range.group(3);
        }
        Matcher day = NO_SUCH_DAY.matcher(message);
        if (day.matches()) {
            return day.group(1) + day.group(2).toLowerCase(Locale.ROOT) + " has no day " + day.group(3);
        }
        Matcher leap = NO_LEAP_YEAR.matcher(message);
        return leap.matches() ? leap.group(1) + " is not a leap year" : message;
    }

    /** The part of a date as Cypher calls it. */
    private static String part(String field) {
        return switch (field) {
            case "MonthOfYear" -> "month";
            case "DayOfMonth" -> "day";
            case "DayOfYear" -> "ordinalDay";
            case "HourOfDay" -> "hour";
            case "MinuteOfHour" -> "minute";
            case "SecondOfMinute" -> "second";
            case "NanoOfSecond" -> "nanosecond";
            default -> field.toLowerCase(Locale.ROOT);
        };
    }
}
