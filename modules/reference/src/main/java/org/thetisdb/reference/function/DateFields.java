package org.thetisdb.reference.function;

import java.time.LocalDate;
import java.time.Year;
import java.time.temporal.IsoFields;
import java.util.Optional;
import java.util.Set;

/**
 * The date of a map: by calendar (year, month, day), week (year, week, dayOfWeek), quarter (year, quarter,
 * dayOfQuarter) or ordinal day (year, ordinalDay), one of the four. What is not given comes from the date to begin
 * with, if there is one; otherwise the year is needed, and what is smaller than the smallest field given is 1. A day
 * that comes from there and is not in the month, quarter or year that was given becomes the last one that is.
 */
final class DateFields {
    static final Set<String> KEYS =
            Set.of("year", "month", "day", "week", "dayOfWeek", "quarter", "dayOfQuarter", "ordinalDay");

    private DateFields() {}

    static boolean given(Fields fields) {
        return fields.hasAny(KEYS.toArray(String[]::new));
    }

    static LocalDate date(Fields fields, Optional<LocalDate> base) {
        boolean calendar = fields.hasAny("month", "day");
        boolean week = fields.hasAny("week", "dayOfWeek");
        boolean quarter = fields.hasAny("quarter", "dayOfQuarter");
        boolean ordinal = fields.has("ordinalDay");
        if ((calendar ? 1 : 0) + (week ? 1 : 0) + (quarter ? 1 : 0) + (ordinal ? 1 : 0) > 1) {
            throw Faults.temporal(
                    "fields of different kinds of dates: " + fields.map().keySet());
        }
        if (base.isEmpty() && !fields.has("year")) {
            throw Faults.temporal("a date needs a year: " + fields.map().keySet());
        }
        if (week) {
            return ofWeek(fields, base);
        }
        if (quarter) {
            return ofQuarter(fields, base);
        }
        int year = year(fields, base.map(LocalDate::getYear).orElse(0));
        if (ordinal) {
            return LocalDate.ofYearDay(
                    year, fields.number("ordinalDay", 1, 1, Year.of(year).length()));
        }
        if (base.isEmpty()) {
            fields.noneAfterMissing("year", "month", "day");
        }
        int month = fields.number("month", base.map(LocalDate::getMonthValue).orElse(1), 1, 12);
        int last = LocalDate.of(year, month, 1).lengthOfMonth();
        int day = base.map(LocalDate::getDayOfMonth).orElse(1);
        return LocalDate.of(year, month, fields.number("day", Math.min(day, last), 1, last));
    }

    private static int year(Fields fields, int otherwise) {
        return fields.number("year", otherwise, Year.MIN_VALUE, Year.MAX_VALUE);
    }

    private static LocalDate ofWeek(Fields fields, Optional<LocalDate> base) {
        if (base.isEmpty()) {
            fields.noneAfterMissing("year", "week", "dayOfWeek");
        }
        int year = year(
                fields, base.map(date -> date.get(IsoFields.WEEK_BASED_YEAR)).orElse(0));
        int week = base.map(date -> date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)).orElse(1);
        int day = base.map(date -> date.getDayOfWeek().getValue()).orElse(1);
        return ofWeek(
                year,
                fields.number("week", Math.min(week, weeks(year)), 1, weeks(year)),
                fields.number("dayOfWeek", day, 1, 7));
    }

    /** ISO 8601: weeks begin on Monday, and the first of a year is the one with the fourth of January. */
    static LocalDate ofWeek(int year, int week, int dayOfWeek) {
        if (week < 1 || week > weeks(year) || dayOfWeek < 1 || dayOfWeek > 7) {
            throw Faults.temporal("no such week: year=" + year + ", week=" + week + ", dayOfWeek=" + dayOfWeek);
        }
        return Faults.temporal(() -> firstMonday(year).plusDays(7L * (week - 1) + dayOfWeek - 1));
    }

    private static LocalDate firstMonday(int year) {
        LocalDate fourth = LocalDate.of(year, 1, 4);
        return fourth.minusDays(fourth.getDayOfWeek().getValue() - 1);
    }

    /** The 28th of December is always in the last week. */
    private static int weeks(int year) {
        return LocalDate.of(year, 12, 28).get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
    }

    private static LocalDate ofQuarter(Fields fields, Optional<LocalDate> base) {
        if (base.isEmpty()) {
            fields.noneAfterMissing("year", "quarter", "dayOfQuarter");
        }
        int year = year(fields, base.map(LocalDate::getYear).orElse(0));
        int quarter = fields.number(
                "quarter", base.map(date -> (date.getMonthValue() + 2) / 3).orElse(1), 1, 4);
        int day = base.map(date -> date.get(IsoFields.DAY_OF_QUARTER)).orElse(1);
        int last = days(year, quarter);
        return ofQuarter(year, quarter, fields.number("dayOfQuarter", Math.min(day, last), 1, last));
    }

    static LocalDate ofQuarter(int year, int quarter, int dayOfQuarter) {
        if (quarter < 1 || quarter > 4 || dayOfQuarter < 1 || dayOfQuarter > days(year, quarter)) {
            throw Faults.temporal(
                    "no such quarter: year=" + year + ", quarter=" + quarter + ", dayOfQuarter=" + dayOfQuarter);
        }
        return LocalDate.of(year, 3 * quarter - 2, 1).plusDays(dayOfQuarter - 1);
    }

    private static int days(int year, int quarter) {
        int first = Year.of(year).isLeap() ? 91 : 90;
        return new int[] {first, 91, 92, 92}[quarter - 1];
    }
}
