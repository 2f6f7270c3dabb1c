package org.thetisdb.engine.temporal;

/**
 * The week, month, … millennium that a day lies in, in the proleptic Gregorian calendar. It is kept for the days that
 * come next: what is stored one after the other often lies in the same, and then two comparisons tell it.
 *
 * <p>Days are counted from 1970-01-01; any within {@link #DAYS_MAX} of it. Belongs to one thread.
 */
final class CalendarSpan {
    /** Within so many days of 1970 nothing overflows, and every first day is a date: about 100,000 years. */
    static final long DAYS_MAX = 36_500_000;

    /** What a span is. */
    enum Unit {
        DAY,
        WEEK,
        MONTH,
        QUARTER,
        YEAR,
        WEEK_YEAR,
        DECADE,
        CENTURY,
        MILLENNIUM
    }

    private static final int DAYS_PER_WEEK = 7;

    /** From a Thursday, as 1970-01-01 was one, back to its Monday. */
    private static final int DAYS_TO_THURSDAY = 3;

    private static final int MONTHS_PER_QUARTER = 3;

    private final Unit unit;
    private long firstDay;
    private long endDay;
    private long number;

    CalendarSpan(Unit unit) {
        this.unit = unit;
    }

    /** The first day of the span that a day lies in. */
    long firstDay(long day) {
        if (day < firstDay || day >= endDay) {
            move(day);
        }
        return firstDay;
    }

    /** The first day after the span that a day lies in. */
    long endDay(long day) {
        if (day < firstDay || day >= endDay) {
            move(day);
        }
        return endDay;
    }

    /** The span's number: of a year, or of a quarter or month in its year, or of a week in its week year; from 1. */
    long number(long day) {
        if (day < firstDay || day >= endDay) {
            move(day);
        }
        return number;
    }

    private void move(long day) {
        switch (unit) {
            case DAY -> set(day, day + 1, 1);
            case WEEK -> moveToWeek(day);
            case MONTH -> moveToMonths(day, 1);
            case QUARTER -> moveToMonths(day, MONTHS_PER_QUARTER);
            case YEAR -> moveToYears(day, 1);
            case WEEK_YEAR -> moveToWeekYear(day);
            case DECADE -> moveToYears(day, 10);
            case CENTURY -> moveToYears(day, 100);
            case MILLENNIUM -> moveToYears(day, 1000);
        }
    }

    private void set(long first, long end, long value) {
        firstDay = first;
        endDay = end;
        number = value;
    }

    private void moveToYears(long day, int years) {
        long year = year(day);
        long first = year - Math.floorMod(year, years);
        set(firstDayOfYear(first), firstDayOfYear(first + years), year);
    }

    private void moveToMonths(long day, int months) {
        long year = year(day);
        long month = month(day);
        long index = (month - 1) / months;
        set(firstDayOfMonth(year, index * months + 1), firstDayOfMonth(year, (index + 1) * months + 1), index + 1);
    }

    private void moveToWeek(long day) {
        long monday = monday(day);
        long thursday = monday + DAYS_TO_THURSDAY;
        set(monday, monday + DAYS_PER_WEEK, (thursday - firstDayOfYear(year(thursday))) / DAYS_PER_WEEK + 1);
    }

    private void moveToWeekYear(long day) {
        long year = year(monday(day) + DAYS_TO_THURSDAY);
        set(firstMonday(year), firstMonday(year + 1), year);
    }

    /** The Monday of a year's first week, which has its first Thursday. */
    private static long firstMonday(long year) {
        return monday(firstDayOfYear(year) + DAYS_TO_THURSDAY);
    }

    private static long monday(long day) {
        return day + 1 - dayOfWeek(day);
    }

    /** From Monday, which is 1: a remainder takes less than to look whether the week is the same as before. */
    static long dayOfWeek(long day) {
        return Math.floorMod(day + DAYS_TO_THURSDAY, (long) DAYS_PER_WEEK) + 1;
    }

    private static long firstDayOfYear(long year) {
        long before = year - 1;
        long leapDays = Math.floorDiv(before, 4L) - Math.floorDiv(before, 100L) + Math.floorDiv(before, 400L);
        return before * 365 + leapDays - 719_162;
    }

    /** @param month from 1; 13 is the next year's first */
    private static long firstDayOfMonth(long year, long month) {
        // Years that begin in March have their leap day at the end.
        long marchYear = month <= 2 ? year - 1 : year;
        long marchMonth = month <= 2 ? month + 9 : month - 3;
        return firstDayOfYear(marchYear + 1) - 306 + (153 * marchMonth + 2) / 5;
    }

    private static long year(long day) {
        long era = Math.floorDiv(day + 719_468, 146_097L);
        long dayOfEra = dayOfEra(day);
        return yearOfEra(dayOfEra) + era * 400 + (month(day) <= 2 ? 1 : 0);
    }

    private static long month(long day) {
        long dayOfEra = dayOfEra(day);
        long yearOfEra = yearOfEra(dayOfEra);
        long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        long marchMonth = (5 * dayOfYear + 2) / 153;
        return marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
    }

    /** Of 400 years that begin on the first of March. */
    private static long dayOfEra(long day) {
        return Math.floorMod(day + 719_468, 146_097L);
    }

    private static long yearOfEra(long dayOfEra) {
        return (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    }
}
